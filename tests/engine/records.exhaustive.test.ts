import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { run } from "../support/command";
import { useDeployment } from "../support/deployment";
import { KEY } from "../support/platform";

// Where the records of unfinished work are, with inline programs of the Automation API.

const { platform, stack } = useDeployment({ taskTime: 0 });

const COUNT = 2;

/** The workspaces have variables that the process of their programs does not have. */
const AUTOMATION = `
const { LocalWorkspace } = require("@pulumi/pulumi/automation");
const cloudplatform = require("pulumi-cloudplatform");
const { baseUrl, envVars } = JSON.parse(process.argv[2]);

async function deploy(index) {
  const name = "customer-" + index;
  const program = async () => {
    new cloudplatform.Router("edge", { projectId: 1, regionId: 2, name });
  };
  const deployed = await LocalWorkspace.createOrSelectStack({ stackName: name, projectName: "fleet", program }, { envVars });
  await deployed.setConfig("cloudplatform:baseUrl", { value: baseUrl });
  await deployed.up();
  // The second run finds the router in the state.
  await deployed.up();
}

Promise.all(Array.from({ length: ${COUNT} }, (_, index) => deploy(index)));`;

test("the stacks of one process, whose workspaces have another backend and another home, leave no record", async () => {
  const home = join(stack.folder, "home-of-workspaces");
  const HOME = join(stack.folder, "home-of-process");
  mkdirSync(HOME);
  mkdirSync(join(home, "backend"), { recursive: true });
  const { PULUMI_BACKEND_URL: _, PULUMI_HOME: __, PULUMI_STACK: ___, ...env } = stack.env;
  const PULUMI_BACKEND_URL = `file://${join(home, "backend")}`;
  const envVars = { PULUMI_BACKEND_URL, PULUMI_HOME: home, CLOUDPLATFORM_API_KEY: KEY };
  stack.write("automation.cjs", AUTOMATION);
  const settings = JSON.stringify({ baseUrl: platform.url, envVars });
  await run("node", ["automation.cjs", settings], { cwd: stack.folder, env: { ...env, HOME } });
  expect(platform.routers.all()).toHaveLength(COUNT);
  const records = [join(home, "cloudplatform/operations"), join(HOME, ".pulumi/cloudplatform/operations")];
  expect(records.filter(existsSync).flatMap((folder) => readdirSync(folder))).toEqual([]);
}, 120_000);
