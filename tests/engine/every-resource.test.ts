import { beforeAll, describe, expect, test } from "@jest/globals";
import type { JsonObject } from "../../sdk/src/util/json";
import { useDeployment } from "../support/deployment";
import { changes } from "../support/platform";
import { RESOURCES } from "../support/resource-fixtures";
import type { Scenario } from "../support/scenario";
import { counts, yaml } from "../support/stack";

// Every resource of the register in one stack, from creation to deletion. After each step the platform has what the
// program declares. From both doors of the package: TypeScript, and the plugin for other languages.

const resources = RESOURCES.map(({ name, handler, scenario }) => ({ name, handler, scenario }));
const removable = resources.filter(({ scenario }) => scenario.remove !== undefined);

const first = ({ first: args }: Scenario) => args;
const changed = ({ changes: { update, replace }, first: args }: Scenario) => update ?? replace ?? args;

function typeScript(argsOf: (scenario: Scenario) => JsonObject): string {
  const lines = resources.map(
    ({ name, scenario }) => `new cloudplatform.${name}("it", ${JSON.stringify(argsOf(scenario))});`,
  );
  return lines.join("\n");
}

/** The resources in Pulumi YAML. */
function yamlResources(argsOf: (scenario: Scenario) => JsonObject): JsonObject {
  return Object.fromEntries(
    resources.map(({ name, scenario }) => [
      name,
      { type: `cloudplatform:${name}`, properties: argsOf(scenario) },
    ]),
  );
}

describe.each(["TypeScript", "YAML"] as const)("%s", (language) => {
  const isYaml = language === "YAML";
  const { platform, stack } = useDeployment({ taskTime: 0 }, isYaml ? { yaml: true } : {});

  beforeAll(() => {
    for (const { scenario } of resources) scenario.prepare?.(platform);
  });

  function declare(argsOf: (scenario: Scenario) => JsonObject): void {
    if (isYaml) stack.program(yaml({ resources: yamlResources(argsOf) }));
    else stack.program(typeScript(argsOf));
  }

  /** The objects at the platform, by resource. */
  function objectsByResource(): Record<string, unknown[]> {
    return Object.fromEntries(
      resources.map(({ name, scenario: { objects } }) => [name, Object.values(objects(platform))]),
    );
  }

  /** The objects that the program declares. */
  function declaredByResource(argsOf: (scenario: Scenario) => JsonObject): Record<string, unknown[]> {
    return Object.fromEntries(
      resources.map(({ name, scenario }) => [name, [scenario.declared(argsOf(scenario))]]),
    );
  }

  test("up creates a stack with every resource", async () => {
    declare(first);
    expect(counts(await stack.up())).toEqual({ created: resources.length + 1 });
    expect(objectsByResource()).toEqual(declaredByResource(first));
  });

  test("a stack with every resource has no change and no drift", async () => {
    expect(counts(await stack.up("--expect-no-changes"))).toEqual({ unchanged: resources.length + 1 });
    expect(platform.requests).toEqual([]);
    await stack.drift();
    expect(changes(platform)).toEqual([]);
  });

  test("up changes every resource as the program declares", async () => {
    declare(changed);
    await stack.up();
    expect(objectsByResource()).toEqual(declaredByResource(changed));
    await stack.up("--expect-no-changes");
  });

  test("up creates every resource again after somebody deleted the objects", async () => {
    for (const { scenario } of removable) scenario.remove?.(platform);
    expect(counts(await stack.refresh())).toMatchObject({ deleted: removable.length });
    expect(counts(await stack.up())).toMatchObject({ created: removable.length });
    expect(objectsByResource()).toEqual(declaredByResource(changed));
  });

  test("destroy deletes every resource", async () => {
    const left = declaredByResource(changed);
    for (const { name, handler } of resources) if (handler.removal) left[name] = [];
    expect(counts(await stack.destroy())).toEqual({ deleted: resources.length + 1 });
    expect(objectsByResource()).toEqual(left);
    expect(JSON.parse(await stack.export()).deployment.resources ?? []).toEqual([]);
  });
});
