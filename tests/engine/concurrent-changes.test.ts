import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { Simulator } from "../../simulator/src";
import { eventually, failing, succeeding } from "../support/command";
import { endDeployment, startDeployment } from "../support/deployment";
import { CREATE, changes, KEY, NETWORK } from "../support/platform";
import { counts, type Stack } from "../support/stack";

// Concurrent changes: Pulumi prevents a second run of the same stack, and the platform locks a router that somebody
// else changes.

let platform: Simulator;
let stack: Stack;

beforeAll(async () => {
  ({ platform, stack } = await startDeployment({ taskTime: "manual" }));
});

afterAll(() => endDeployment({ platform, stack }));

beforeEach(() => platform.clearRequests());

function declare(name: string, customTimeouts: object = {}): void {
  const args = JSON.stringify({ projectId: 1, regionId: 2, name });
  const options = JSON.stringify({ customTimeouts });
  stack.program(`new cloudplatform.Router("edge", ${args}, ${options});`);
}

const isPolled = (task = "") => platform.requests.some(({ path }) => path.endsWith(`/${task}`));
const names = () => platform.routers.all().map(({ name }) => name);

describe("two runs of one stack", () => {
  test("the second one is refused by Pulumi, and sends no request", async () => {
    declare("edge-router");
    const first = await stack.begin("up", "--yes", "--skip-preview");
    await eventually(() => isPolled(platform.tasks.pending()[0]?.id));
    const looks = ({ path }: { path: string }) => path.includes("/tasks");
    const before = platform.requests.filter((request) => !looks(request));
    const second = await failing(stack.up());
    expect(second.output).toContain("the stack is currently locked by 1 lock(s)");
    expect(platform.requests.filter((request) => !looks(request))).toEqual(before);
    platform.tasks.finish();
    expect(counts(await succeeding(first, "pulumi up"))).toEqual({ created: 2 });
    expect(platform.count(CREATE)).toBe(1);
  });

  test("after the first one has ended, the second one has no change", async () => {
    expect(counts(await stack.up("--expect-no-changes"))).toEqual({ unchanged: 2 });
    expect(platform.requests).toEqual([]);
  });
});

describe("a router that a task of somebody else locks", () => {
  /** Somebody changes the router. Returns the task. */
  async function changedByOthers(gateway: object | null): Promise<string> {
    const [router] = platform.routers.all();
    await fetch(`${platform.url}/cloud/v2/routers/1/2/${router?.id}`, {
      method: "PATCH",
      headers: { Authorization: `apikey ${KEY}`, "Content-Type": "application/json" },
      body: JSON.stringify({ external_gateway_info: gateway }),
    });
    platform.clearRequests();
    return platform.tasks.pending()[0]?.id ?? "";
  }

  test("is changed after the task: up waits, and shows for what", async () => {
    const task = await changedByOthers({ type: "manual", network_id: NETWORK });
    declare("renamed");
    const up = await stack.begin("up", "--yes", "--skip-preview");
    await eventually(() => up.printed().includes(`waiting for task ${task}, which changes the same object`));
    platform.tasks.finish(task);
    await eventually(() => isPolled(platform.tasks.pending()[0]?.id));
    platform.tasks.finish();
    await succeeding(up, "pulumi up");
    expect(names()).toEqual(["renamed"]);
    expect(platform.requests.filter(({ method }) => method === "PATCH").map(({ status }) => status)).toEqual([
      409, 200,
    ]);
  });

  test("makes up fail after the timeout, with an error that names the task, and is not changed", async () => {
    const task = await changedByOthers(null);
    declare("renamed-again", { update: "1s" });
    const up = await failing(stack.up());
    expect(up.output).toContain("the timeout of 1s has passed");
    expect(up.output).toContain(task);
    expect(names()).toEqual(["renamed"]);
    expect(changes(platform).map(([call]) => call)).toEqual(["PATCH /cloud/v2/routers/1/2/{id}"]);
  });

  test("is changed by the next up, after the task has ended", async () => {
    // Tasks whose usual duration is known are not polled within one second.
    declare("renamed-again");
    platform.tasks.finish();
    const up = await stack.begin("up", "--yes", "--skip-preview");
    await eventually(() => isPolled(platform.tasks.pending()[0]?.id));
    platform.tasks.finish();
    await succeeding(up, "pulumi up");
    expect(names()).toEqual(["renamed-again"]);
    await stack.up("--expect-no-changes");
  });
});
