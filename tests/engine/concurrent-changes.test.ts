import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { Simulator } from "../../simulator/src";
import { eventually, failing, succeeding } from "../support/command";
import { endDeployment, startDeployment } from "../support/deployment";
import { CREATE } from "../support/platform";
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
