import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { failing } from "../support/command";
import { type Deployment, endDeployment, startDeployment } from "../support/deployment";
import { FIVE_RUNS } from "../support/interruption";
import { OFFICE } from "../support/platform";

// A creating run that has succeeded leaves nothing with which a later run could take over its object: neither another
// stack with the same name and program, nor a resource that the state has lost.

let deployment: Deployment;

beforeEach(async () => {
  deployment = await startDeployment();
});

afterEach(() => endDeployment(deployment));

const bare = { projectId: 1, regionId: 2, name: "edge-router" };
const full = { ...bare, interfaces: [{ subnetId: OFFICE, ipAddress: "10.0.1.5" }] };

const router = (inputs: object, options: object = {}) =>
  `new cloudplatform.Router("edge", ${JSON.stringify(inputs)}, ${JSON.stringify(options)});`;

const EDGE = "urn:pulumi:dev::demo::pulumi-nodejs:dynamic/cloudplatform:Router::edge";

/** Creates the router, and returns all routers of the platform. */
async function create(program: string) {
  deployment.stack.program(program);
  await deployment.stack.up();
  return deployment.platform.routers.all();
}

/** A second router is created and destroyed, and the first one stays as it was. */
async function expectAnother(created: unknown[], inputs: { name: string }): Promise<void> {
  const routers = await create(router(inputs));
  expect(routers).toEqual([...created, expect.objectContaining({ name: inputs.name })]);
  await deployment.stack.destroy();
  expect(deployment.platform.routers.all()).toEqual(created);
}

test.each<[string, string[][]]>([
  [
    "pulumi stack rename, and a new stack with the old name",
    [
      ["stack", "rename", "earlier"],
      ["stack", "init", "dev", "--copy-config-from", "earlier"],
    ],
  ],
  ["pulumi state delete", [["state", "delete", EDGE, "--yes"]]],
  [
    "pulumi stack rm --force, and a new stack with the same name",
    [
      ["stack", "rm", "dev", "--force", "--yes", "--preserve-config"],
      ["stack", "init", "dev"],
    ],
  ],
])(
  "after %s the next up stops at the router, or creates another one",
  async (_, commands) => {
    const { platform, stack } = deployment;
    const created = await create(router(full));
    for (const command of commands) await stack.pulumi(...command);
    expect((await failing(stack.up())).output).toContain("[router-exists]");
    expect(platform.routers.all()).toEqual(created);
    await expectAnother(created, { ...bare, ifExists: "create" } as typeof bare);
  },
  FIVE_RUNS,
);

test.each([
  ["deleteBeforeReplace", full, { deleteBeforeReplace: true }],
  ["ifExists: create", { ...bare, ifExists: "create" }, {}],
])(
  "pulumi state taint after the creating run replaces the router, with %s",
  async (_, inputs, options) => {
    const { stack } = deployment;
    const [tainted] = await create(router(inputs, options));
    await stack.pulumi("state", "taint", EDGE, "--yes");
    const routers = await create(router(inputs, options));
    expect(routers).toEqual([expect.objectContaining({ name: bare.name })]);
    expect(routers[0]?.id).not.toBe(tainted?.id);
    expect((await stack.router()).id).toBe(routers[0]?.id);
    await stack.up("--expect-no-changes");
  },
  FIVE_RUNS,
);
