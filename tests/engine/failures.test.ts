import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { failing } from "../support/command";
import { useDeployment } from "../support/deployment";
import { changes, startPlatform } from "../support/platform";

// The errors of a run that uses a replaced key say what to do.

// One test starts another platform at the same address.
let { platform, stack } = useDeployment();

beforeEach(() => platform.clearRequests());

afterAll(() => platform.close());

describe("a key that was replaced at the platform", () => {
  const newKey = "24680$new-key-that-nobody-may-see";

  test("a refresh uses the key of the last up, and its error says how to use the new key", async () => {
    stack.program('new cloudplatform.Router("edge", { projectId: 1, regionId: 2, name: "edge-router" });');
    await stack.up();
    const [router] = platform.routers.all();
    await platform.close();
    platform = await startPlatform({
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
    await stack.destroy();
    expect(platform.routers.all()).toEqual([]);
  });
});
