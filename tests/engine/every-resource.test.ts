import { beforeAll, describe, expect, test } from "@jest/globals";
import type { JsonObject } from "../../sdk/src/util/json";
import { useDeployment } from "../support/deployment";
import type { Scenario } from "../support/matrix/scenarios";
import { changes } from "../support/platform";
import { RESOURCES } from "../support/resource-fixtures";
import { counts } from "../support/stack";

// Every resource of the register in one stack, from creation to deletion: the platform has what the program declares.

const { platform, stack } = useDeployment({ taskTime: 0 });

const every = RESOURCES.map(({ name, handler, scenarios: [scenario] }) => ({ name, handler, scenario }));
const removable = every.filter(({ scenario }) => scenario.remove !== undefined);

const first = ({ first: args }: Scenario) => args;
const changed = ({ changes: { update, replace }, first: args }: Scenario) => update ?? replace ?? args;

beforeAll(() => {
  for (const { scenario } of every) scenario.prepare?.(platform);
});

function declare(argsOf: (scenario: Scenario) => JsonObject): void {
  const lines = every.map(
    ({ name, scenario }) => `new cloudplatform.${name}("it", ${JSON.stringify(argsOf(scenario))});`,
  );
  stack.program(lines.join("\n"));
}

/** The objects at the platform, by resource. */
function found(): Record<string, unknown[]> {
  return Object.fromEntries(
    every.map(({ name, scenario: { objects } }) => [name, Object.values(objects(platform))]),
  );
}

/** The same as the program declares them. */
function declared(argsOf: (scenario: Scenario) => JsonObject): Record<string, unknown[]> {
  return Object.fromEntries(every.map(({ name, scenario }) => [name, [scenario.declared(argsOf(scenario))]]));
}

describe("a stack with every resource", () => {
  test("is created", async () => {
    declare(first);
    expect(counts(await stack.up())).toEqual({ created: every.length + 1 });
    expect(found()).toEqual(declared(first));
  });

  test("has no change and no drift", async () => {
    expect(counts(await stack.up("--expect-no-changes"))).toEqual({ unchanged: every.length + 1 });
    expect(platform.requests).toEqual([]);
    await stack.drift();
    expect(changes(platform)).toEqual([]);
  });

  test("is changed", async () => {
    declare(changed);
    await stack.up();
    expect(found()).toEqual(declared(changed));
    await stack.up("--expect-no-changes");
  });

  test("gets objects that somebody deleted again", async () => {
    for (const { scenario } of removable) scenario.remove?.(platform);
    expect(counts(await stack.refresh())).toMatchObject({ deleted: removable.length });
    expect(counts(await stack.up())).toMatchObject({ created: removable.length });
    expect(found()).toEqual(declared(changed));
  });

  test("is deleted", async () => {
    const left = declared(changed);
    for (const { name, handler } of every) if (handler.delete) left[name] = [];
    expect(counts(await stack.destroy())).toEqual({ deleted: every.length + 1 });
    expect(found()).toEqual(left);
  });
});
