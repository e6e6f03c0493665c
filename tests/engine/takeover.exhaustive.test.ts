import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { failing } from "../support/command";
import { type Deployment, endDeployment, startDeployment } from "../support/deployment";
import { FIVE_RUNS } from "../support/interruption";
import { OFFICE } from "../support/platform";

// Until a run has found a new object in its state, nothing shows that the state was saved: the next run continues the creation.
// After that, neither another stack with the same name and program nor a resource that the state has lost takes the object over.

let deployment: Deployment;

beforeEach(async () => {
  deployment = await startDeployment();
});

afterEach(() => endDeployment(deployment));

const router = (inputs: object) =>
  `new cloudplatform.Router("edge", ${JSON.stringify({ projectId: 1, regionId: 2, name: "edge-router", ...inputs })});`;

const EDGE = "urn:pulumi:dev::demo::pulumi-nodejs:dynamic/cloudplatform:Router::edge";

const LOST: Array<[string, string[][]]> = [
  ["pulumi state delete", [["state", "delete", EDGE, "--yes"]]],
  [
    "pulumi stack rm --force, and a new stack with the same name",
    [
      ["stack", "rm", "dev", "--force", "--yes", "--preserve-config"],
      ["stack", "init", "dev"],
    ],
  ],
];

test.each<[string, string[][]]>([
  [
    "pulumi stack rename, and a new stack with the old name",
    [
      ["stack", "rename", "earlier"],
      ["stack", "init", "dev", "--copy-config-from", "earlier"],
    ],
  ],
  ...LOST,
])(
  "after a preview and %s the next up stops at the router, or creates another one",
  async (_, commands) => {
    const { platform, stack } = deployment;
    stack.program(router({ interfaces: [{ subnetId: OFFICE, ipAddress: "10.0.1.5" }] }));
    await stack.up();
    await stack.preview();
    const created = platform.routers.all();
    for (const command of commands) await stack.pulumi(...command);
    expect((await failing(stack.up())).output).toContain("[router-exists]");
    expect(platform.routers.all()).toEqual(created);
    stack.program(router({ ifExists: "create" }));
    await stack.up();
    expect(platform.routers.all()).toEqual([...created, expect.objectContaining({ name: "edge-router" })]);
    await stack.destroy();
    expect(platform.routers.all()).toEqual(created);
  },
  FIVE_RUNS,
);

test.each(LOST)(
  "after %s, directly after the run that created the router, the next up uses it: no state has it",
  async (_, commands) => {
    const { platform, stack } = deployment;
    stack.program(router({}));
    await stack.up();
    const created = platform.routers.all();
    for (const command of commands) await stack.pulumi(...command);
    await stack.up();
    expect(platform.routers.all()).toEqual(created);
    await stack.destroy();
    expect(platform.routers.all()).toEqual([]);
  },
  FIVE_RUNS,
);
