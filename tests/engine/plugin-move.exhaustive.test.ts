import { beforeAll, expect, test } from "@jest/globals";
import type { JsonObject } from "../../sdk/src/util/json";
import { useDeployment } from "../support/deployment";
import { ADMIN_KEY, changes } from "../support/platform";
import { RESOURCES } from "../support/resource-fixtures";
import type { Scenario } from "../support/scenario";
import { counts, yaml } from "../support/stack";

// A stack with every resource and two accounts moves from TypeScript to Pulumi YAML and back, as docs/languages.md describes it.
// Nothing is created, changed or deleted by a move.

const { platform, stack } = useDeployment(
  { adminKeys: [ADMIN_KEY], taskTime: 0 },
  { yaml: true, secrets: { "demo:resellerKey": ADMIN_KEY } },
);

const resources = RESOURCES.map(({ name, scenario }) => ({ name, scenario }));
/** The resources of the second account. */
const ofReseller = (name: string) => ["EdgeGroupMembership", "ResellerNotificationSettings"].includes(name);

const first = ({ first: args }: Scenario) => args;
const changed = ({ changes: { update }, first: args }: Scenario) => update ?? args;
type ArgsOf = (scenario: Scenario) => JsonObject;

beforeAll(() => {
  for (const { scenario } of resources) scenario.prepare?.(platform);
});

function declareInYaml(argsOf: ArgsOf): void {
  const all = resources.map(({ name, scenario }) => [
    name,
    {
      type: `cloudplatform:${name}`,
      name: "it",
      properties: argsOf(scenario),
      options: ofReseller(name) ? { provider: "${reseller}" } : {},
    },
  ]);
  const reseller = { type: "pulumi:providers:cloudplatform", properties: { apiKey: "${resellerKey}" } };
  stack.program(
    yaml({
      config: { resellerKey: { type: "string", secret: true } },
      resources: { reseller, ...Object.fromEntries(all) },
    }),
  );
}

function declareInTypeScript(argsOf: ArgsOf): void {
  const lines = resources.map(({ name, scenario }) => {
    const options = ofReseller(name) ? ", { provider: reseller }" : "";
    return `new cloudplatform.${name}("it", ${JSON.stringify(argsOf(scenario))}${options});`;
  });
  stack.write("Pulumi.yaml", "name: demo\nruntime: { name: nodejs, options: { typescript: false } }\n");
  stack.write(
    "index.js",
    [
      'const pulumi = require("@pulumi/pulumi");',
      'const cloudplatform = require("pulumi-cloudplatform");',
      'const apiKey = new pulumi.Config().requireSecret("resellerKey");',
      'const reseller = new cloudplatform.Provider("reseller", { apiKey });',
      ...lines,
    ].join("\n"),
  );
}

/** The resources of this package, whose types change, and the counts of a move: only the provider is another one. */
const MOVED = { created: 1, deleted: 1, unchanged: resources.length + 1 };

async function expectMoved(): Promise<void> {
  const before = await ids();
  expect(counts(await stack.preview())).toEqual({
    "to create": 1,
    "to delete": 1,
    unchanged: MOVED.unchanged,
  });
  expect(counts(await stack.up())).toEqual(MOVED);
  expect(await ids()).toEqual(before);
  await stack.up("--expect-no-changes");
  expect(platform.requests).toEqual([]);
  await stack.drift();
}

/** The ids of the objects in the state. */
async function ids(): Promise<string[]> {
  const { deployment } = JSON.parse(await stack.export());
  const all: Array<{ type: string; id: string }> = deployment.resources;
  return all
    .filter(({ type }) => /cloudplatform:(index:)?[A-Z]/.test(type))
    .map(({ type, id }) => `${type.split(":").at(-1)} ${id}`)
    .sort();
}

test("a stack of TypeScript moves to YAML", async () => {
  declareInTypeScript(first);
  await stack.up();
  platform.clearRequests();
  declareInYaml(first);
  await expectMoved();
});

test("the moved resources change as in TypeScript", async () => {
  declareInYaml(changed);
  await stack.up();
  expect(changes(platform).length).toBeGreaterThan(2);
  await stack.drift();
});

test("the stack moves back to TypeScript", async () => {
  declareInTypeScript(changed);
  await expectMoved();
  declareInTypeScript(first);
  await stack.up();
  await stack.drift();
});

test("destroy deletes what was created in another language", async () => {
  declareInYaml(first);
  await stack.up();
  await stack.destroy();
  expect(JSON.parse(await stack.export()).deployment.resources ?? []).toEqual([]);
  expect(platform.routers.all()).toEqual([]);
});
