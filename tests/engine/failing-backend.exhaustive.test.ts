import { mkdirSync, renameSync, rmdirSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventually, failing } from "../support/command";
import { type Deployment, endDeployment, startDeployment } from "../support/deployment";
import { Gate } from "../support/gate";
import type { Stack } from "../support/stack";

// The backend fails during a run: the platform has processed the request, and the CLI cannot save the result in the
// state. The CLI then ends the run, after it has tried to save the state for half a minute. So all runs fail at the same time.

interface Case {
  what: string;
  body: string;
  /** The request during which the backend fails. */
  request: string;
  /** The first run creates the resource, and the failing run deletes it. */
  deletes?: true;
}

const ROUTER = 'new cloudplatform.Router("edge", { projectId: 1, regionId: 2, name: "edge-router" });';

const CASES: Case[] = [
  { what: "a router is created", body: ROUTER, request: "POST /cloud/v1/routers/1/2" },
  {
    what: "a router is deleted",
    body: ROUTER,
    request: "DELETE /cloud/v1/routers/1/2/{id}",
    deletes: true,
  },
  {
    what: "a quota limit request is created, which is approved before the next run",
    body: `new cloudplatform.QuotaLimitRequest("more", { description: "Load test", requestedLimits: { globalLimits: { projectCountLimit: 9 } } });`,
    request: "POST /cloud/v2/limits_request",
  },
];

const deployments = new Map<Case, Deployment>();
const gates: Gate[] = [];

beforeAll(() => Promise.all(CASES.map(runWithFailingBackend)), 300_000);

afterAll(async () => {
  for (const gate of gates) await gate.close();
  await Promise.all([...deployments.values()].map(endDeployment));
});

async function runWithFailingBackend(one: Case): Promise<void> {
  const { body, request, deletes } = one;
  const deployment = await startDeployment();
  const { platform, stack } = deployment;
  deployments.set(one, deployment);
  const gate = await Gate.before(platform);
  gates.push(gate);
  await stack.configure({ config: { "cloudplatform:baseUrl": gate.url } });
  // When a program ends, the CLI saves the state once more, which takes another half a minute.
  const endless = `export = async () => { ${body} await new Promise(() => setInterval(() => {}, 60_000)); };`;
  stack.program(deletes ? body : endless);
  if (deletes) await stack.up();
  const hold = gate.hold("before", request);
  const run = await stack.begin(deletes ? "destroy" : "up", "--yes", "--skip-preview");
  await eventually(() => hold.isReached);
  const restore = breakBackend(stack);
  hold.release();
  const { output } = await failing(run.ended);
  restore();
  expect(output).toContain("failed to save snapshot");
  for (const { id } of platform.quotas.requests()) platform.quotas.approve(id);
  stack.program(body);
}

/** Puts a folder in the place of the state file, so that not even root can write the file. Returns a function that restores it. */
function breakBackend({ stateFile: file }: Stack): () => void {
  renameSync(file, `${file}.kept`);
  mkdirSync(file);
  return () => {
    rmdirSync(file);
    renameSync(`${file}.kept`, file);
  };
}

test.each(CASES)("if the backend fails while $what, the next run converges with one object", async (one) => {
  const { platform, stack } = deployments.get(one) as Deployment;
  const objects = () => [...platform.routers.all(), ...platform.quotas.requests()];
  if (one.deletes) {
    await stack.destroy();
    expect([objects(), await stack.resources()]).toEqual([[], []]);
    return;
  }
  await stack.up();
  expect(objects()).toHaveLength(1);
  await stack.up("--expect-no-changes");
});
