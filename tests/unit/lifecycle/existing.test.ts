import { expect, test } from "@jest/globals";
import { changes } from "../../support/platform";
import { failureOf } from "../../support/until";
import { args as base, PLACE, setUp, setUpTwo } from "../resources/router/setup";

// What `ifExists` means, with routers.

test("a router with the name of another one is not created, and the error names that router and the alternatives", async () => {
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

test("a name can be used that a router in another project or region has, or as a part of its name", async () => {
  const { platform, router } = await setUp();
  platform.routers.add({ projectId: 2, regionId: 2, name: "edge-router" });
  platform.routers.add({ projectId: 1, regionId: 3, name: "edge-router" });
  platform.routers.add({ ...PLACE, name: "edge-router-2" });
  expect(await router.up(base)).toBe("create");
  expect(changes(platform)).toHaveLength(1);
});

test.each([
  ["by default", {}, "router-exists"],
  ["with ifExists adopt", { ifExists: "adopt" }, "router-name-ambiguous"],
])(
  "if two routers have the name, the error %s names both, and nothing is changed",
  async (_, option, code) => {
    const { platform, router } = await setUp();
    const ids = [0, 1].map(() => platform.routers.add(base).id);
    const error = await failureOf(router.up({ ...base, ...option }));
    for (const text of [...ids, `[${code}]`, "routerId"]) expect(error.message).toContain(text);
    expect(changes(platform)).toEqual([]);
    expect(router.state).toBeUndefined();
  },
);

test("two routers of one program may have one name with cloudplatform:ifExists create", async () => {
  const { platform, one, other } = await setUpTwo({ settings: { ifExists: "create" } });
  for (const router of [one, other]) await router.up(base);
  expect(platform.routers.all()).toHaveLength(2);
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
