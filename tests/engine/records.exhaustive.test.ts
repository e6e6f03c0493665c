import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { run } from "../support/command";
import { useDeployment } from "../support/deployment";
import { KEY } from "../support/platform";

// Where the records of unfinished work are, with inline programs of the Automation API.

const { platform, stack } = useDeployment({ taskTime: 0 });

const COUNT = 5;

/** The workspaces have variables that the process of their programs does not have. */
const AUTOMATION = `
const { LocalWorkspace } = require("@pulumi/pulumi/automation");
const cloudplatform = require("pulumi-cloudplatform");
const { baseUrl, envVars } = JSON.parse(process.argv[2]);

async function deploy(index) {
  const program = async () => {
    new cloudplatform.Router("edge", { projectId: 1, regionId: 2, name: "customer-" + index });
  };
  const options = { envVars };
  const names = { stackName: "customer-" + index, projectName: "fleet", program };
  const deployed = await LocalWorkspace.createOrSelectStack(names, options);
  await deployed.setConfig("cloudplatform:baseUrl", { value: baseUrl });
  await deployed.up();
}

Promise.all(Array.from({ length: ${COUNT} }, (_, index) => deploy(index)));`;

test("five stacks of one process, whose workspaces have another backend and another home, leave no record", async () => {
  const [home, other] = ["home-of-workspaces", "home-of-process"].map((name) => join(stack.folder, name)) as [
    string,
    string,
  ];
  for (const folder of [home, other, join(home, "backend")]) mkdirSync(folder);
  const { PULUMI_BACKEND_URL: _, PULUMI_HOME: __, PULUMI_STACK: ___, ...env } = stack.env;
  const envVars = {
    PULUMI_BACKEND_URL: `file://${join(home, "backend")}`,
    PULUMI_HOME: home,
    CLOUDPLATFORM_API_KEY: KEY,
  };
  stack.write("automation.cjs", AUTOMATION);
  const settings = JSON.stringify({ baseUrl: platform.url, envVars });
  await run("node", ["automation.cjs", settings], { cwd: stack.folder, env: { ...env, HOME: other } });
  expect(platform.routers.all()).toHaveLength(COUNT);
  const records = [join(home, "cloudplatform/operations"), join(other, ".pulumi/cloudplatform/operations")];
  expect(records.flatMap((folder) => filesIn(folder))).toEqual([]);
}, 120_000);

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
