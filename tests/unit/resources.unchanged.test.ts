import { describe, expect, test } from "@jest/globals";
import { handlerSetUp } from "../support/handler-setup";
import { changes } from "../support/platform";
import { SCENARIOS } from "../support/resource-fixtures";

// Unchanged inputs cause no request and no change. resources.documented-only.test.ts has deployments with fewer operations.

describe.each(SCENARIOS)("$name", ({ handler, options, prepare, first }) => {
  const { setUpCreated } = handlerSetUp(handler, { taskTime: 0 });
  const start = () => setUpCreated(first, { ...options, prepare });

  test("sends nothing if its inputs are unchanged", async () => {
    const { platform, resource } = await start();
    expect(await resource.up(first)).toBe("same");
    expect(platform.requests).toEqual([]);
  });

  test("stays the same after a refresh without drift", async () => {
    const { platform, resource } = await start();
    const before = structuredClone(resource.state);
    await resource.refresh();
    expect(resource.state).toEqual(before);
    expect(await resource.up(first)).toBe("same");
    expect(changes(platform)).toEqual([]);
  });

  test("sends no change on `pulumi up` if only the timeout of its deletion has changed", async () => {
    const { platform, resource } = await start();
    const outputs = structuredClone(resource.outputs);
    expect(await resource.up(first, { delete: "5m" })).toBe("update");
    expect(changes(platform)).toEqual([]);
    expect(resource.outputs).toEqual(outputs);
    expect(resource.state?.outputs.__timeouts).toEqual({ delete: "5m" });
  });
});
