import { describe, expect, test } from "@jest/globals";
import { failing } from "../support/command";
import { useDeployment } from "../support/deployment";
import { CREATE, changes, KEY } from "../support/platform";
import { counts } from "../support/stack";

// Programs of several resources: outputs of one in the inputs of another, and two accounts in one stack.

const RESELLER_KEY = "67890$reseller-key-that-nobody-may-see";
const { platform, stack } = useDeployment(
  { apiKeys: [KEY, RESELLER_KEY] },
  {
    secrets: { "demo:resellerKey": RESELLER_KEY },
  },
);

const named = (name: string | RegExp) =>
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

  test("a preview works although the id is not known yet", async () => {
    stack.program(program("first"));
    const preview = await stack.preview();
    expect(counts(preview)).toEqual({ "to create": 3 });
    expect(platform.requests).toEqual([]);
  });

  test("up makes the one after the other, with its id", async () => {
    await stack.up();
    const first = named("first");
    expect(changes(platform)).toEqual([
      ["POST /cloud/v1/routers/1/2", { name: "first" }],
      ["POST /cloud/v1/routers/1/2", { name: `after-${first?.id}` }],
    ]);
    expect(await stack.outputs()).toEqual({ names: ["first", `after-${first?.id}`], gateway: "none" });
  });

  test("a change of the first leaves the second as it is", async () => {
    stack.program(program("foremost"));
    await stack.preview();
    const up = await stack.up();
    expect(counts(up)).toEqual({ updated: 1, unchanged: 2 });
    expect(changes(platform)).toEqual([["PATCH /cloud/v2/routers/1/2/{id}", { name: "foremost" }]]);
  });

  test("a replacement of the first changes the second", async () => {
    const { id: old } = named("foremost") ?? {};
    stack.program(program("foremost").replace("regionId: 2", "regionId: 3"));
    await stack.preview();
    expect(platform.requests).toEqual([]);
    const up = await stack.up();
    expect(counts(up)).toEqual({ replaced: 1, updated: 1, unchanged: 1 });
    const first = named("foremost");
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

describe("a second account in one stack", () => {
  // Project 1 belongs to the account of the stack's configuration, project 2 to the other.
  const program = (name: string) => `
const config = new pulumi.Config();
const reseller = new cloudplatform.Provider("reseller", { apiKey: config.requireSecret("resellerKey") });
new cloudplatform.Router("own", { projectId: 1, regionId: 1, name: "${name}" });
new cloudplatform.Router("theirs", { projectId: 2, regionId: 1, name: "${name}" }, { provider: reseller });`;

  function expectKeysByProject(): void {
    const keys = (path: RegExp) => [
      ...new Set(platform.requests.filter((one) => path.test(one.path)).map(({ keyIndex }) => keyIndex)),
    ];
    expect(keys(/\/routers\/1\/1/)).toEqual([0]);
    expect(keys(/\/routers\/2\/1/)).toEqual([1]);
    expect(platform.requests.every(({ authorized }) => authorized)).toBe(true);
  }

  test("each request carries the key of its account", async () => {
    stack.program(program("edge-router"));
    await stack.preview();
    expect(platform.requests).toEqual([]);
    await stack.up();
    expect(platform.count(CREATE)).toBe(2);
    expectKeysByProject();
  });

  test("the next up changes nothing", async () => {
    await stack.up("--expect-no-changes");
    expect(platform.requests).toEqual([]);
  });

  test("so does each request of a change, a drift check and a destroy", async () => {
    stack.program(program("edge"));
    await stack.up();
    expect(platform.count({ method: "PATCH" })).toBe(2);
    await stack.drift();
    await stack.destroy();
    expect(platform.count({ method: "DELETE" })).toBe(2);
    expectKeysByProject();
    expect(platform.routers.all()).toEqual([]);
  });
});

describe("API keys", () => {
  test("stand in clear text in no state and no output, and nothing of ours brings them into the CLI's log", async () => {
    stack.program(`
const config = new pulumi.Config();
const reseller = new cloudplatform.Provider("reseller", { apiKey: config.requireSecret("resellerKey") });
new cloudplatform.Router("own", { projectId: 1, regionId: 1, name: "edge-router" });
new cloudplatform.Router("theirs", { projectId: 2, regionId: 1, name: "edge-router" }, { provider: reseller });
new cloudplatform.Router("failing", { projectId: 1, regionId: 1, name: "lost" , routerId: "1e3a6f0c-52b4-4d0b-9a57-0c1f4c7d9e21" });`);
    const up = await failing(stack.up("--logtostderr", "-v=9"));
    // At this level the CLI logs each value that it sends to a provider, secret or not: those lines are its own.
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
