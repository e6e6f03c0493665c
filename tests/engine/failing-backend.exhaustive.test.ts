import { mkdirSync, renameSync, rmdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Simulator } from "../../simulator/src";
import { eventually, failing } from "../support/command";
import { Gate } from "../support/gate";
import { KEY, startPlatform } from "../support/platform";
import { Stack } from "../support/stack";

// The backend fails during a run: the platform has processed the request, and the CLI cannot save the result in the
// state. The CLI then ends the run. The next `up` or `destroy` converges, with exactly one object. The CLI tries to
// save a state for half a minute, so each case has its own stack, and all runs fail at the same time.

interface Case {
  body: string;
  /** The request during which the backend fails. */
  request: string;
  /** The first run creates the resource, and the failing run deletes it. */
  deletes?: true;
  /** Changes at the platform before the next run. */
  meanwhile?(platform: Simulator): void;
  /** The objects after the next run, without ids. */
  objects(platform: Simulator): unknown[];
  leaves: unknown[];
}

/** Each case has its own project, and so its own path. */
function router(projectId: number, ifExists?: string): Pick<Case, "body" | "request" | "objects"> {
  const args = JSON.stringify({ projectId, regionId: 2, name: "edge-router", ifExists });
  return {
    body: `new cloudplatform.Router("edge", ${args});`,
    request: `POST /cloud/v1/routers/${projectId}/2`,
    objects: ({ routers }) =>
      routers
        .all()
        .filter(({ project_id }) => project_id === projectId)
        .map(({ name }) => name),
  };
}

const CASES: Record<string, Case> = {
  'a router with ifExists: "fail" is created': { ...router(3, "fail"), leaves: ["edge-router"] },
  "a router is deleted": {
    ...router(2),
    deletes: true,
    request: "DELETE /cloud/v1/routers/2/2/{id}",
    leaves: [],
  },
  "a quota limit request is created, which is approved before the next run": {
    body: `new cloudplatform.QuotaLimitRequest("more", { description: "Load test", requestedLimits: { globalLimits: { projectCountLimit: 9 } } });`,
    request: "POST /cloud/v2/limits_request",
    meanwhile: ({ quotas }) => {
      for (const { id } of quotas.requests()) quotas.approve(id);
    },
    objects: ({ quotas }) => quotas.requests().map(({ description, status }) => [description, status]),
    leaves: [["Load test", "done"]],
  },
};

const SEVERAL_MINUTES = 300_000;

let platform: Simulator;
let gate: Gate;
const stacks = new Map<string, Stack>();

beforeAll(async () => {
  platform = await startPlatform();
  gate = await Gate.before(platform);
  await Promise.all(Object.entries(CASES).map(([name, one]) => runWithFailingBackend(name, one)));
  for (const { meanwhile } of Object.values(CASES)) meanwhile?.(platform);
  platform.clearRequests();
}, SEVERAL_MINUTES);

afterAll(async () => {
  await gate?.close();
  await platform?.close();
  for (const stack of stacks.values()) stack.remove();
});

async function runWithFailingBackend(name: string, { body, request, deletes }: Case): Promise<void> {
  const stack = await Stack.create({
    config: { "cloudplatform:baseUrl": gate.url, "cloudplatform:minPollInterval": "50ms" },
    secrets: { "cloudplatform:apiKey": KEY },
  });
  stacks.set(name, stack);
  // When a program ends, the CLI saves the state once more, which takes another half a minute.
  stack.program(deletes ? body : withoutEnd(body));
  if (deletes) await stack.up();
  const hold = gate.hold("before", request);
  const run = await stack.begin(deletes ? "destroy" : "up", "--yes", "--skip-preview");
  await eventually(() => hold.isReached);
  const restore = breakBackend(stack);
  hold.release();
  const { output } = await failing(run.ended);
  restore();
  expect(output).toContain("failed to save snapshot");
  stack.program(body);
}

const withoutEnd = (body: string) => `
export = async () => {
  ${body}
  await new Promise(() => setInterval(() => {}, 60_000));
};`;

/**
 * Puts a folder in the place of the state file, so that not even root can write the file. Returns a function that
 * restores the state.
 */
function breakBackend({ stateFile: file }: Stack): () => void {
  renameSync(file, `${file}.kept`);
  mkdirSync(file);
  return () => {
    rmdirSync(file);
    renameSync(`${file}.kept`, file);
  };
}

describe.each(Object.entries(CASES))("the backend fails while %s", (name, { deletes, objects, leaves }) => {
  test("the next run converges, and the preview shows no change", async () => {
    const stack = stacks.get(name) as Stack;
    if (deletes) await stack.destroy();
    else await stack.up();
    expect(objects(platform)).toEqual(leaves);
    if (deletes) expect(await stack.resources()).toEqual([]);
    else await stack.up("--expect-no-changes");
  });
});
