import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { Simulator } from "../../simulator/src";
import { endDeployment, startDeployment } from "../support/deployment";
import { changes, KEY } from "../support/platform";
import { counts, type Stack } from "../support/stack";

// Pulumi's own resource options do for a router what they do for any resource.

let platform: Simulator;
let stack: Stack;

beforeAll(async () => {
  ({ platform, stack } = await startDeployment());
});

afterAll(() => endDeployment({ platform, stack }));

beforeEach(() => platform.clearRequests());

const program = ({ region = 2, name = "replaced-1", shared = "shared" }) => `
const here = { projectId: 1, regionId: 2 };
new cloudplatform.Router("ignoring", { ...here, name: "ignoring", routes: [] }, { ignoreChanges: ["routes"] });
new cloudplatform.Router("retained", { ...here, name: "retained" }, { retainOnDelete: true });
new cloudplatform.Router("moved", { ...here, regionId: ${region}, name: "moved" }, { deleteBeforeReplace: true });
new cloudplatform.Router("replaced", { ...here, name: "${name}" }, { replaceOnChanges: ["name"] });
new cloudplatform.Router("secret", { ...here, name: pulumi.secret("nobody-reads-this") });
new cloudplatform.Router("${shared}", { ...here, name: "aliased" }, { aliases: [{ name: "shared" }] });
const token = new cloudplatform.Router("token", { ...here, name: "token" }).routerId.apply(() => "${KEY}");
const late = new cloudplatform.Provider("late", { apiKey: token });
new cloudplatform.Router("late", { ...here, name: "late" }, { provider: late });`;

const named = (name: string) => platform.routers.all().find((router) => router.name === name);

describe("resource options", () => {
  test("a preview with a provider whose key is not known yet works, and asks the platform nothing", async () => {
    stack.program(program({}));
    await stack.preview();
    expect(platform.requests).toEqual([]);
  });

  test("up makes all of them", async () => {
    await stack.up();
    expect(platform.routers.all()).toHaveLength(8);
    expect(counts(await stack.up("--expect-no-changes"))).toEqual({ unchanged: 10 });
  });

  test("a secret name is none in the state's clear text", async () => {
    expect(named("nobody-reads-this")).toBeDefined();
    expect(await stack.export()).not.toContain("nobody-reads-this");
  });

  test("each option does what it says", async () => {
    const route = { destination: "192.168.1.0/24", nexthop: "10.0.1.9" };
    platform.routers.change(named("ignoring")?.id ?? "", { routes: [route] });
    stack.program(program({ region: 3, name: "replaced-2", shared: "shared-otherwise" }));
    await stack.up("--refresh");
    const sent = changes(platform);
    const order = (...wanted: string[]) => wanted.map((call) => sent.findIndex(([each]) => each === call));
    // ignoreChanges: somebody else's routes stay; aliases: the same router under another name in the program.
    expect(sent.filter(([call]) => call.startsWith("PATCH"))).toEqual([]);
    expect(named("ignoring")?.routes).toEqual([route]);
    // deleteBeforeReplace
    const [gone, made] = order("DELETE /cloud/v1/routers/1/2/{id}", "POST /cloud/v1/routers/1/3");
    expect(gone).toBeGreaterThanOrEqual(0);
    expect(made).toBeGreaterThan(gone as number);
    // replaceOnChanges: a new router for a new name, which would otherwise be a change of the old one
    expect(sent).toContainEqual(["POST /cloud/v1/routers/1/2", { name: "replaced-2" }]);
    expect(named("replaced-1")).toBeUndefined();
    expect(platform.routers.all()).toHaveLength(8);
  });

  test("destroy deletes all but the one that is to be retained", async () => {
    await stack.destroy();
    expect(platform.routers.all().map(({ name }) => name)).toEqual(["retained"]);
  });
});
