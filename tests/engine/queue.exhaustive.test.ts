import { beforeEach, expect, test } from "@jest/globals";
import { eventually, failing } from "../support/command";
import { useDeployment } from "../support/deployment";

// Many changes over one connection to a slow platform. A request that is queued when the timeout ends or the run is
// canceled is never sent.

const PUT = { method: "PUT" };
const NOT_SENT = "before the request was sent";

const { platform, stack } = useDeployment(
  {},
  { ownProcess: true, config: { "cloudplatform:maxConcurrentRequests": "1" } },
);
beforeEach(() => {
  platform.faults.clear();
  platform.clearRequests();
});

const NAMES = [1, 2, 3, 4, 5, 6].map((clientId) => `client-${clientId}`);

/** Six thresholds, each of which needs one PUT. */
function declare(threshold: number, create: string): void {
  const lines = NAMES.map((name, index) => {
    const clientId = index + 1;
    const args = JSON.stringify({ clientId, threshold });
    const options = JSON.stringify({ customTimeouts: { create, update: create } });
    return `new cloudplatform.QuotaNotificationThreshold("${name}", ${args}, ${options});`;
  });
  stack.program(lines.join("\n"));
}

test("after the timeout no request is sent", async () => {
  platform.faults.add("slow:ms=6000@PUT");
  declare(70, "2s");
  const up = await failing((await stack.begin("up", "--yes", "--skip-preview", "--continue-on-error")).ended);
  expect(up.output).toContain(`the timeout of 2s has passed ${NOT_SENT}`);
  expect(platform.count(PUT)).toBe(1);
  platform.faults.clear();
  await stack.up();
  expect(platform.quotas.thresholds()).toHaveLength(6);
});

test("after Ctrl-C the request that was sent is awaited, and no other is sent", async () => {
  platform.faults.add("slow:ms=6000@PUT");
  declare(75, "10m");
  const running = await stack.begin("up", "--yes", "--skip-preview", "--continue-on-error");
  const hasStarted = (name: string) => running.printed().includes(`${name} updating`);
  await eventually(() => platform.count(PUT) > 0 && NAMES.every(hasStarted));
  running.child.kill("SIGINT");
  const { output } = await failing(running.ended);
  expect(output).toContain(`the run was cancelled ${NOT_SENT}`);
  expect(platform.count(PUT)).toBe(1);
  platform.faults.clear();
  await stack.up();
  await stack.drift();
});
