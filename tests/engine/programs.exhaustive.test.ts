import { describe, expect, test } from "@jest/globals";
import { failing } from "../support/command";
import { useDeployment } from "../support/deployment";
import { changes, KEY } from "../support/platform";
import { counts } from "../support/stack";

// Programs with several resources: outputs as inputs of other resources, and two accounts in one stack.

const RESELLER_KEY = "67890$reseller-key-that-nobody-may-see";
const { platform, stack } = useDeployment(
  { apiKeys: [KEY, RESELLER_KEY] },
  {
    secrets: { "demo:resellerKey": RESELLER_KEY },
  },
);

const routerNamed = (name: string | RegExp) =>
  platform.routers.all().find((router) => router.name.match(name)?.[0] === router.name);

describe("a router whose name uses another router's id", () => {
  const program = (name: string) => `
const first = new cloudplatform.Router("first", { projectId: 1, regionId: 2, name: "${name}" });
const second = new cloudplatform.Router("second", {
  projectId: 1,
  regionId: 2,
  name: pulumi.interpolate\`after-\${first.routerId}\`,
});
export const names = [first.name, second.name];
export const gateway = second.externalGatewayInfo.apply((info) => info?.networkId ?? "none");`;

  test("a preview works although the id is unknown", async () => {
    stack.program(program("first"));
    const preview = await stack.preview();
    expect(counts(preview)).toEqual({ "to create": 3 });
    expect(platform.requests).toEqual([]);
  });

  test("up creates the second router with the id of the first one", async () => {
    await stack.up();
    const first = routerNamed("first");
    expect(changes(platform)).toEqual([
      ["POST /cloud/v1/routers/1/2", { name: "first" }],
      ["POST /cloud/v1/routers/1/2", { name: `after-${first?.id}` }],
    ]);
    expect(await stack.outputs()).toEqual({ names: ["first", `after-${first?.id}`], gateway: "none" });
  });

  test("an update of the first router leaves the second one unchanged", async () => {
    stack.program(program("foremost"));
    await stack.preview();
    const up = await stack.up();
    expect(counts(up)).toEqual({ updated: 1, unchanged: 2 });
    expect(changes(platform)).toEqual([["PATCH /cloud/v2/routers/1/2/{id}", { name: "foremost" }]]);
  });

  test("a replacement of the first router updates the second one", async () => {
    const { id: old } = routerNamed("foremost") ?? {};
    stack.program(program("foremost").replace("regionId: 2", "regionId: 3"));
    await stack.preview();
    expect(platform.requests).toEqual([]);
    const up = await stack.up();
    expect(counts(up)).toEqual({ replaced: 1, updated: 1, unchanged: 1 });
    const first = routerNamed("foremost");
    expect(first?.id).not.toBe(old);
    expect(changes(platform)).toEqual([
      ["POST /cloud/v1/routers/1/3", { name: "foremost" }],
      ["PATCH /cloud/v2/routers/1/2/{id}", { name: `after-${first?.id}` }],
      ["DELETE /cloud/v1/routers/1/2/{id}"],
    ]);
    await stack.destroy();
    expect(platform.routers.all()).toEqual([]);
  });
});

describe("API keys", () => {
  test("are in clear text in no state, no output, and no log line of the package", async () => {
    stack.program(`
const config = new pulumi.Config();
const reseller = new cloudplatform.Provider("reseller", { apiKey: config.requireSecret("resellerKey") });
new cloudplatform.Router("own", { projectId: 1, regionId: 1, name: "edge-router" });
new cloudplatform.Router("theirs", { projectId: 2, regionId: 1, name: "edge-router" }, { provider: reseller });
new cloudplatform.Router("failing", { projectId: 1, regionId: 1, name: "lost" , routerId: "1e3a6f0c-52b4-4d0b-9a57-0c1f4c7d9e21" });`);
    const up = await failing(stack.up("--logtostderr", "-v=9"));
    // At this level the CLI logs each value that it sends to a provider, secret or not. Those lines are ignored.
    const own = /(Unm|M)arshaling property for RPC/;
    const output = up.output.split("\n").filter((line) => !own.test(line));
    expect(output.length).toBeGreaterThan(100);
    const state = await stack.export();
    expect(state).toContain("cloudplatform:apiKey");
    for (const line of [...output, ...state.split("\n")]) {
      expect(line).not.toContain(KEY);
      expect(line).not.toContain(RESELLER_KEY);
    }
    await stack.destroy();
    expect(platform.routers.all()).toEqual([]);
  });
});
