import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { failing } from "../support/command";
import { useDeployment } from "../support/deployment";
import { changes, startPlatform } from "../support/platform";

// If a run fails halfway, the error says what to do, and the next `up` continues.

// One test starts another platform at the same address.
let { platform, stack } = useDeployment({ taskTime: "manual" });

beforeEach(() => platform.clearRequests());

afterAll(() => platform.close());

function declare(args: object, customTimeouts?: object): void {
  const all = { projectId: 1, regionId: 2, name: "edge-router", ...args };
  const options = customTimeouts ? `, ${JSON.stringify({ customTimeouts })}` : "";
  stack.program(
    `export const { routerId, name } = new cloudplatform.Router("edge", ${JSON.stringify(all)}${options});`,
  );
}

/** Runs a command while the platform finishes every task. */
async function whileTasksFinish<T>(running: Promise<T>): Promise<T> {
  const worker = setInterval(() => platform.tasks.finish(), 50);
  return running.finally(() => clearInterval(worker));
}

const onlyRouter = () => platform.routers.all()[0];

describe("a key that was replaced at the platform", () => {
  const newKey = "24680$new-key-that-nobody-may-see";

  test("a refresh uses the key of the last up, and its error says how to use the new key", async () => {
    declare({});
    await whileTasksFinish(stack.up());
    const router = onlyRouter();
    await platform.close();
    platform = await startPlatform({
      taskTime: "manual",
      apiKeys: [newKey],
      port: Number(new URL(platform.url).port),
    });
    platform.routers.add({ ...router, projectId: 1, regionId: 2 });
    await stack.configure({ secrets: { "cloudplatform:apiKey": newKey } });
    const refresh = await failing(stack.refresh());
    expect(refresh.output).toMatch(/was answered 401/);
    expect(refresh.output).toContain("after a rotation add --run-program");
    expect(await stack.resources()).toHaveLength(1);
  });

  test("--run-program uses the new key, and so does up", async () => {
    await stack.refresh("--run-program");
    expect(await stack.resources()).toHaveLength(1);
    await stack.up();
    await stack.drift();
    expect(changes(platform)).toEqual([]);
    await whileTasksFinish(stack.destroy());
    expect(platform.routers.all()).toEqual([]);
  });
});
