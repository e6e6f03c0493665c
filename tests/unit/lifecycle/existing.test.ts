import { describe, expect, test } from "@jest/globals";
import { changes, NETWORK } from "../../support/platform";
import { failureOf } from "../../support/until";
import { args as base, PATCH, PLACE, setUp, setUpTwo } from "../resources/router/setup";

// What `ifExists` means, with routers.

describe("a name that another router has", () => {
  test("is an error that names the router and the alternatives, and nothing is created", async () => {
    const { platform, router } = await setUp();
    const { id } = platform.routers.add(base);
    const error = await failureOf(router.up(base));
    for (const text of [
      `named "edge-router" already exists in project 1, region 2: ${id}`,
      `routerId: "${id}"`,
      'ifExists: "adopt"',
      'ifExists: "create"',
      'aliases: [{ name: "<old name>" }]',
    ])
      expect(error.message).toContain(text);
    expect(router.state).toBeUndefined();
    expect(changes(platform)).toEqual([]);
  });

  test("in another project, in another region, or as a part of its name can be used", async () => {
    const { platform, router } = await setUp();
    platform.routers.add({ projectId: 2, regionId: 2, name: "edge-router" });
    platform.routers.add({ projectId: 1, regionId: 3, name: "edge-router" });
    platform.routers.add({ ...PLACE, name: "edge-router-2" });
    expect(await router.up(base)).toBe("create");
    expect(changes(platform)).toHaveLength(1);
  });

  test("with ifExists adopt: the router is adopted, and only the difference is sent", async () => {
    const { platform, router } = await setUp();
    const { id } = platform.routers.add(base);
    await router.up({ ...base, externalGatewayInfo: { networkId: NETWORK }, routes: [], ifExists: "adopt" });
    expect(router.state?.id).toBe(id);
    expect(changes(platform)).toEqual([
      [PATCH, { external_gateway_info: { type: "manual", network_id: NETWORK } }],
    ]);
  });

  test.each([
    ["by default", {}, "router-exists"],
    ["with ifExists adopt", { ifExists: "adopt" }, "router-name-ambiguous"],
  ])("twice, %s: the error names both, and nothing is changed", async (_, option, code) => {
    const { platform, router } = await setUp();
    const ids = [0, 1].map(() => platform.routers.add(base).id);
    const error = await failureOf(router.up({ ...base, ...option }));
    for (const text of [...ids, `[${code}]`, "routerId"]) expect(error.message).toContain(text);
    expect(changes(platform)).toEqual([]);
    expect(router.state).toBeUndefined();
  });
});

test("cloudplatform:ifExists applies to all routers that do not declare the input", async () => {
  const { platform, one, other } = await setUpTwo({ settings: { ifExists: "adopt" } });
  const { id } = platform.routers.add(base);
  await one.up(base);
  expect(one.state?.id).toBe(id);
  platform.routers.add({ ...base, name: "other" });
  const declared = other.up({ ...base, name: "other", ifExists: "fail" });
  expect((await failureOf(declared)).message).toContain('a router named "other" already exists');
});
