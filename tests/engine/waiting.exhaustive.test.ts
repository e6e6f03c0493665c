import { describe, expect, test } from "@jest/globals";
import { type Command, eventually, failing, type Result, succeeding } from "../support/command";
import { useDeployment } from "../support/deployment";
import { CREATE, changes } from "../support/platform";
import { counts, type StateResource } from "../support/stack";

// People decide about quota limit requests. A run that waits for a decision shows the status, can be canceled, and
// can be continued later.

const { platform, stack } = useDeployment({ taskTime: "manual" });

const REQUEST = "pulumi-nodejs:dynamic/cloudplatform:QuotaLimitRequest";

/** Writes the program: a request that waits for its decision, and other resources. */
function declare(description: string, besides = ""): void {
  const args = {
    description,
    requestedLimits: { globalLimits: { projectCountLimit: 10 } },
    waitForDecision: true,
  };
  const options = { customTimeouts: { create: "10m", update: "10m" } };
  stack.program(`
export const { requestId, status } =
  new cloudplatform.QuotaLimitRequest("more", ${JSON.stringify(args)}, ${JSON.stringify(options)});
${besides}`);
}

/** Starts an up, and returns when it waits for a decision. */
async function startWaitingUp(): Promise<{ up: Command; id: string }> {
  const up = await stack.begin("up", "--yes", "--skip-preview");
  await eventually(() => /in progress, quota limit request \d+/.test(up.printed()));
  return { up, id: String(newestRequest().id) };
}

const newestRequest = () => {
  const request = platform.quotas.requests().at(-1);
  if (!request) throw new Error("The platform has no request.");
  return request;
};

/** The request in the state, without one that is pending deletion. */
async function requestInState(): Promise<StateResource> {
  const all = (await stack.resources(REQUEST)) as Array<StateResource & { delete?: true }>;
  const [one, ...others] = all.filter((resource) => !resource.delete);
  if (!one || others.length > 0) throw new Error(`The state holds ${others.length + 1} requests.`);
  return one;
}

const withoutSpaces = ({ output }: Result) => output.replace(/\s+/g, " ");

describe("up that waits for a decision", () => {
  test("shows the status of the request, and ends when it is approved", async () => {
    declare("Load test in March");
    const { up, id } = await startWaitingUp();
    expect(up.printed()).toMatch(
      new RegExp(`QuotaLimitRequest more creating .*in progress, quota limit request ${id}\\s*$`, "m"),
    );
    platform.quotas.approve(id);
    expect(counts(await succeeding(up, "pulumi up"))).toEqual({ created: 2 });
    expect(await stack.outputs()).toEqual({ requestId: Number(id), status: "done" });
    expect(changes(platform)).toHaveLength(1);
  });
});

describe("Ctrl-C during a wait", () => {
  const besides = `export const { routerId } = new cloudplatform.Router("edge", { projectId: 1, regionId: 2, name: "edge-router" });`;
  let id: string;

  test("ends the run at once: pending resources are in the state, and the errors say so", async () => {
    declare("Load test in June", besides);
    const started = await startWaitingUp();
    id = started.id;
    await eventually(() => platform.tasks.pending().length === 1);
    // Both would wait for ten minutes, so the test would time out.
    started.up.child.kill("SIGINT");
    const up = withoutSpaces(await failing(started.up.ended));
    expect(up).toMatch(
      new RegExp(
        `the run was cancelled: the quota limit request ${id} was not decided after \\S+ (\\(.*?\\) )?\\[decision-pending\\]\\. Nothing is lost`,
      ),
    );
    expect(up).toMatch(
      /the run was cancelled: the platform's task \S+ had not ended after .*? \[task-unfinished\]\. Nothing is lost/,
    );
    expect(up).not.toContain("To wait longer");
    expect(await requestInState()).toMatchObject({ id, outputs: { status: "in progress" } });
    expect(await stack.router()).toMatchObject({ id: platform.routers.all()[0]?.id });
  });

  test("is followed by an up that continues both, and sends neither request again", async () => {
    const { up } = await startWaitingUp();
    platform.tasks.finish();
    platform.quotas.approve(id);
    await succeeding(up, "pulumi up");
    expect(changes(platform).filter(([call]) => !call.startsWith("DELETE"))).toEqual([]);
    expect(platform.count(CREATE)).toBe(0);
    expect(await stack.outputs()).toEqual({
      requestId: Number(id),
      status: "done",
      routerId: platform.routers.all()[0]?.id,
    });
    await stack.up("--expect-no-changes");
  });
});
