import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
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

const ROUTE = { destination: "192.168.7.0/24", nexthop: "10.0.1.13" };
const args = {
  projectId: 1,
  regionId: 2,
  name: "edge-router",
  interfaces: [{ subnetId: OFFICE, ipAddress: "10.0.1.5" }],
  routes: [ROUTE],
};

const router = (inputs: object, options: object = {}) =>
  `new cloudplatform.Router("edge", ${JSON.stringify(inputs)}, ${JSON.stringify(options)});`;

const EDGE = "urn:pulumi:dev::demo::pulumi-nodejs:dynamic/cloudplatform:Router::edge";

/** Sets a backend in Pulumi.yaml, in a folder of its own. */
function useBackend({ stack }: Deployment, name: string): void {
  const folder = join(stack.folder, "..", name);
  mkdirSync(folder);
  stack.env.PULUMI_BACKEND_URL = undefined;
  stack.write("Pulumi.yaml", `name: demo\nruntime: nodejs\nbackend:\n  url: file://${folder}\n`);
}

interface Row {
  what: string;
  before?(deployment: Deployment): Promise<unknown>;
  /** What happens after the creating run. */
  change(deployment: Deployment): Promise<unknown>;
}

const ROWS: Row[] = [
  {
    what: "pulumi stack rename, and a new stack with the old name",
    async change({ stack }) {
      await stack.pulumi("stack", "rename", "earlier");
      await stack.pulumi("stack", "init", "dev", "--copy-config-from", "earlier");
    },
  },
  {
    what: "another backend in Pulumi.yaml, and a new stack with the same name",
    async before(current) {
      useBackend(current, "first");
      await current.stack.pulumi("stack", "init", "dev");
    },
    async change(current) {
      useBackend(current, "second");
      await current.stack.pulumi("stack", "init", "dev");
    },
  },
  {
    what: "pulumi state delete",
    change: ({ stack }) => stack.pulumi("state", "delete", EDGE, "--yes"),
  },
  {
    what: "pulumi stack rm --force, and a new stack with the same name",
    async change({ stack }) {
      await stack.pulumi("stack", "rm", "dev", "--force", "--yes", "--preserve-config");
      await stack.pulumi("stack", "init", "dev");
    },
  },
];

test.each(ROWS)(
  "after $what the next up stops at the router, or creates another one",
  async ({ before, change }) => {
    const { platform, stack } = deployment;
    await before?.(deployment);
    stack.program(router(args));
    await stack.up();
    const created = platform.routers.all();
    expect(created).toHaveLength(1);
    await change(deployment);
    const up = await failing(stack.up());
    expect(up.output).toContain("[router-exists]");
    expect(platform.routers.all()).toEqual(created);

    const other = { ...args, interfaces: [], routes: [], ifExists: "create" };
    stack.program(router(other));
    await stack.up();
    expect(platform.routers.all()).toEqual([...created, expect.objectContaining({ name: args.name })]);
    await stack.destroy();
    expect(platform.routers.all()).toEqual(created);
  },
  FIVE_RUNS,
);

describe("a router with retainOnDelete, removed from the program", () => {
  test.each(["fail", "create"])(
    "is another router when it is declared again with another name and ifExists: %s",
    async (ifExists) => {
      const { platform, stack } = deployment;
      stack.program(router(args, { retainOnDelete: true }));
      await stack.up();
      const created = platform.routers.all();
      stack.program("");
      await stack.up();
      stack.program(router({ projectId: 1, regionId: 2, name: "another", ifExists }));
      await stack.up();
      expect(platform.routers.all()).toEqual([...created, expect.objectContaining({ name: "another" })]);
      await stack.destroy();
      expect(platform.routers.all()).toEqual(created);
    },
    FIVE_RUNS,
  );
});

describe("pulumi state taint after the creating run", () => {
  test.each([
    ["deleteBeforeReplace", args, { deleteBeforeReplace: true }],
    ["ifExists: create", { ...args, interfaces: [], routes: [], ifExists: "create" }, {}],
  ])(
    "replaces the router, with %s",
    async (_, inputs, options) => {
      const { platform, stack } = deployment;
      stack.program(router(inputs, options));
      await stack.up();
      const [created] = platform.routers.all();
      await stack.pulumi("state", "taint", EDGE, "--yes");
      await stack.up();
      const routers = platform.routers.all();
      expect(routers).toHaveLength(1);
      expect(routers[0]?.id).not.toBe(created?.id);
      expect((await stack.router()).id).toBe(routers[0]?.id);
      await stack.up("--expect-no-changes");
    },
    FIVE_RUNS,
  );
});
