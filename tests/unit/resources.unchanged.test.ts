import { describe, expect, test } from "@jest/globals";
import type { Simulator } from "../../simulator/src";
import { handlerSetUp } from "../support/handler-setup";
import { changes } from "../support/platform";
import { RESOURCES, SCENARIOS } from "../support/resource-fixtures";

// Unchanged inputs cause no request and no change.

const onDocumentedOnly = RESOURCES.flatMap(({ name, handler, documentedOnly }) =>
  (["json", "html"] as const).map((unknownPaths) => ({
    name: `${name}, on a documented-only deployment with 404 replies in ${unknownPaths}`,
    handler,
    options: { mode: "documented-only", unknownPaths } as const,
    prepare: documentedOnly.prepare,
  })),
);

const fromScenarios = SCENARIOS.map(({ prepare, first, ...others }) => ({
  ...others,
  prepare(platform: Simulator) {
    prepare?.(platform);
    return first;
  },
}));

type Case = (typeof fromScenarios | typeof onDocumentedOnly)[number];

/** Returns a function that creates the resource. */
function useCreated({ handler, options, prepare }: Case) {
  const { setUp } = handlerSetUp(handler, { taskTime: 0 });

  return async () => {
    const { platform, resource } = await setUp(options);
    const args = prepare(platform);
    await resource.up(args);
    platform.clearRequests();
    return { platform, resource, args };
  };
}

describe.each([...fromScenarios, ...onDocumentedOnly])("$name", (each) => {
  const start = useCreated(each);

  test("sends nothing if its inputs are unchanged", async () => {
    const { platform, resource, args } = await start();
    expect(await resource.up(args)).toBe("same");
    expect(platform.requests).toEqual([]);
  });

  test("is not changed by a refresh without drift", async () => {
    const { platform, resource, args } = await start();
    const before = structuredClone(resource.state);
    await resource.refresh();
    expect(resource.state).toEqual(before);
    expect(await resource.up(args)).toBe("same");
    expect(changes(platform)).toEqual([]);
  });

  test("leaves nothing in the state after its deletion", async () => {
    const { resource } = await start();
    await resource.destroy();
    expect(resource.state).toBeUndefined();
  });

  test("sends no change on `pulumi up` if only the timeout of its deletion has changed", async () => {
    const { platform, resource, args } = await start();
    const outputs = structuredClone(resource.outputs);
    expect(await resource.up(args, { delete: "5m" })).toBe("update");
    expect(platform.requests.filter(({ method }) => method !== "GET")).toEqual([]);
    expect(resource.outputs).toEqual(outputs);
    expect(resource.state?.outputs.__timeouts).toEqual({ delete: "5m" });
  });
});
