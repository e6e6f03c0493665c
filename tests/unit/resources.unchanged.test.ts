import { afterEach, describe, expect, test } from "@jest/globals";
import { handlerSetUp } from "../support/handler-setup";
import { SCENARIOS } from "../support/resource-fixtures";

// Unchanged inputs never cause a request or a change.

describe.each(SCENARIOS)("$name", ({ handler, first, options, prepare }) => {
  const { setUp, tearDown } = handlerSetUp(handler, { taskTime: 0 });

  afterEach(tearDown);

  async function startCreated() {
    const started = await setUp(options);
    prepare?.(started.platform);
    await started.resource.up(first);
    started.platform.clearRequests();
    return started;
  }

  test("sends nothing if its inputs stay the same", async () => {
    const { platform, resource } = await startCreated();
    expect(await resource.up(first)).toBe("same");
    expect(platform.requests).toEqual([]);
  });

  test("is not changed by a refresh without drift", async () => {
    const { platform, resource } = await startCreated();
    const before = structuredClone(resource.state);
    await resource.refresh();
    expect(resource.state).toEqual(before);
    platform.clearRequests();
    expect(await resource.up(first)).toBe("same");
    expect(platform.requests).toEqual([]);
  });

  test("sends no change on `pulumi up` if only the timeout of its deletion is another one", async () => {
    const { platform, resource } = await startCreated();
    const outputs = structuredClone(resource.outputs);
    expect(await resource.up(first, { delete: "5m" })).toBe("update");
    expect(platform.requests.filter(({ method }) => method !== "GET")).toEqual([]);
    expect(resource.outputs).toEqual(outputs);
    expect(resource.state?.outputs.__timeouts).toEqual({ delete: "5m" });
  });

  test("leaves nothing in the state when it is deleted", async () => {
    const { resource } = await startCreated();
    await resource.destroy();
    expect(resource.state).toBeUndefined();
  });
});
