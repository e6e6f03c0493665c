import { describe, expect, test } from "@jest/globals";
import type { JsonObject } from "../../../../sdk/src/util/json";
import type { Simulator } from "../../../../simulator/src";
import { logLines, type SetUpOptions } from "../../../support/handler-setup";
import type { InProcessResource } from "../../../support/in-process-resource";
import { changes } from "../../../support/platform";
import { failureOf, until } from "../../../support/until";
import { isRead, patient, setUp } from "./setup";

const DAYS = { create: "48h", update: "48h" };

const linesOf = ({ engine }: InProcessResource) => engine.lines.map(({ text }) => text);
const posts = (platform: Simulator) => platform.count({ method: "POST" });

/** Starts an operation, and returns when its status line shows that it waits. */
async function untilWaiting<T>(
  request: InProcessResource,
  operation: Promise<T>,
): Promise<{ ends: Promise<T> }> {
  const before = request.engine.lines.length;
  await until(() => request.engine.lines.length > before);
  return { ends: operation };
}

/** A run that waits for the decision about its request. */
async function startWaiting(options: SetUpOptions = {}, declared: JsonObject = patient) {
  const { platform, request } = await setUp(options);
  const { ends } = await untilWaiting(request, request.up(declared, DAYS));
  return { platform, request, ends, id: platform.quotas.requests()[0]?.id ?? "" };
}

/** A run that timed out before the decision. */
async function interruptedWait(timeout = "5m") {
  const { platform, request } = await setUp();
  const error = await failureOf<Error & { reasons?: string[] }>(request.up(patient, { create: timeout }));
  return { platform, request, error, id: platform.quotas.requests()[0]?.id ?? "" };
}

/** A run that waited for a request, which was rejected. */
async function startRejected() {
  const started = await startWaiting();
  started.platform.quotas.reject(started.id);
  const error = await failureOf(started.ends);
  return { ...started, error };
}

const rejection = (id: string) =>
  `the quota limit request ${id} was rejected by the platform [quota-request-rejected]. ` +
  "To ask again, change its description or its limits, which creates a new request; to continue without it, set waitForDecision to false or remove the resource.";

describe("waiting for the decision", () => {
  test("shows the status in the row of the resource, under its URN", async () => {
    const { platform, request, ends, id } = await startWaiting();
    expect(linesOf(request).at(-1)).toBe(`in progress, quota limit request ${id}`);
    platform.quotas.approve(id);
    await ends;
    expect(linesOf(request).at(-1)).toBe(`done, quota limit request ${id}`);
    expect(new Set(request.engine.lines.map(({ urn }) => urn))).toEqual(new Set([request.urn]));
  });

  test("ends with the approval, and the state has the new status", async () => {
    const { platform, request, ends, id } = await startWaiting();
    const { created_at, updated_at } = platform.quotas.approve(id);
    expect(await ends).toBe("create");
    expect(request.outputs).toEqual({
      ...patient,
      requestId: Number(id),
      status: "done",
      createdAt: created_at,
      updatedAt: updated_at,
    });
    platform.clearRequests();
    expect(await request.up(patient, DAYS)).toBe("same");
    expect(platform.requests).toEqual([]);
  });

  test("can be declared later, and then the next run waits", async () => {
    const { platform, request } = await setUp();
    await request.up({ ...patient, waitForDecision: false });
    const [made] = platform.quotas.requests();
    const { ends } = await untilWaiting(request, request.up(patient, DAYS));
    platform.quotas.approve(made?.id ?? "");
    expect(await ends).toBe("update");
    expect(request.outputs.status).toBe("done");
    expect(posts(platform)).toBe(1);
  });

  test("polls less and less often, at least every five minutes", async () => {
    const { platform, request } = await interruptedWait("90m");
    const pauses = request.clock.pauses.filter((pause) => pause < 5_400_000);
    expect(Math.max(...pauses)).toBe(300_000);
    expect(platform.count({ method: "GET", path: /limits_request\/\d+$/ })).toBeLessThan(50);
  });

  test("continues after failed polls, and shows them", async () => {
    let failures = 2;
    const { platform, request, ends, id } = await startWaiting({
      settings: { maxRetries: "0" },
      faultFor: (seen) => (isRead(seen) && failures-- > 0 ? "break" : undefined),
    });
    expect(linesOf(request)[0]).toMatch(/^last poll failed: GET \/cloud\/v2\/limits_request\/\d+ failed: /);
    platform.quotas.approve(id);
    expect(await ends).toBe("create");
    expect(request.outputs.status).toBe("done");
  });

  test("continues if the status is unknown or missing", async () => {
    const statuses = ["escalated", null];
    const { platform, request, ends, id } = await startWaiting({
      faultFor: (seen) =>
        isRead(seen) && statuses.length > 0
          ? { status: 200, body: { id: 5000001, requested_limits: {}, status: statuses.shift() } }
          : undefined,
    });
    await until(() => linesOf(request).length === 3);
    platform.quotas.approve(id);
    await ends;
    expect(linesOf(request).slice(0, 2)).toEqual([
      `escalated, quota limit request ${id}`,
      `in progress, quota limit request ${id}`,
    ]);
    expect(request.outputs).toMatchObject({ ...patient, status: "done" });
  });

  test("uses the list if single requests cannot be read", async () => {
    const { platform, request, ends, id } = await startWaiting({
      faultFor: (seen) => (isRead(seen) ? { status: 405, body: {} } : undefined),
    });
    platform.quotas.approve(id);
    await ends;
    expect(request.outputs.status).toBe("done");
  });
});

describe("a rejection", () => {
  test("is an error that says what to do, and the request remains in the state", async () => {
    const { request, error, id } = await startRejected();
    expect(error.message).toBe(rejection(id));
    expect(request.state).toMatchObject({
      id,
      inputs: patient,
      outputs: { ...patient, requestId: Number(id), status: "rejected" },
      initErrors: [error.message],
    });
  });

  test("is reported again by the next up, which sends nothing", async () => {
    const { platform, request, id } = await startRejected();
    platform.clearRequests();
    expect((await failureOf(request.up(patient, DAYS))).message).toBe(rejection(id));
    expect(changes(platform)).toEqual([]);
    expect(request.state).toMatchObject({ id, outputs: { status: "rejected" } });
  });

  test("is followed by a new request if the description changes", async () => {
    const { platform, request, id } = await startRejected();
    const next = { ...patient, description: "A project for each of our 40 teams" };
    const { ends } = await untilWaiting(request, request.up(next, DAYS));
    const newer = platform.quotas.requests().find(({ status }) => status === "in progress")?.id ?? "";
    platform.quotas.approve(newer);
    expect(await ends).toBe("replace");
    expect(request.state?.id).toBe(newer);
    expect(logLines(request)).toContain(
      `info: the quota limit request ${id} stays at the platform, as it is decided`,
    );
  });

  test("is accepted with waitForDecision: false", async () => {
    const { platform, request } = await startRejected();
    const calm = { ...patient, waitForDecision: false };
    platform.clearRequests();
    expect(await request.up(calm)).toBe("update");
    expect(await request.up(calm)).toBe("same");
    expect(request.outputs.status).toBe("rejected");
    expect(platform.requests).toEqual([]);
  });
});

describe("a wait that times out", () => {
  test("says that nothing is lost, and keeps the request in the state", async () => {
    const { request, error, id } = await interruptedWait();
    expect(error.message).toMatch(
      new RegExp(
        `^the timeout of 5m has passed: the quota limit request ${id} was not decided after \\S+ \\[decision-pending\\]\\. Nothing is lost`,
      ),
    );
    expect(error.message).toContain("the next `pulumi up` or `pulumi destroy` continues from there");
    expect(error.message).toContain("raise customTimeouts of the resource or cloudplatform:taskTimeout");
    expect(error.reasons).toEqual([error.message]);
    expect(request.state).toMatchObject({
      id,
      outputs: { ...patient, requestId: Number(id), status: "in progress" },
      initErrors: [error.message],
    });
  });

  test("keeps the request also if no poll succeeded", async () => {
    const { platform, request } = await setUp({
      settings: { maxRetries: "0" },
      faultFor: (seen) => (isRead(seen) ? "break" : undefined),
    });
    const error = await failureOf(request.up(patient, { create: "1m" }));
    const id = platform.quotas.requests()[0]?.id;
    expect(error.message).toContain(`the quota limit request ${id} was not decided`);
    expect(request.state).toMatchObject({ id, outputs: { ...patient, status: "in progress" } });
  });

  test("is continued by the next up, which sends nothing", async () => {
    const { platform, request, id } = await interruptedWait();
    const { ends } = await untilWaiting(request, request.up(patient, DAYS));
    platform.quotas.approve(id);
    expect(await ends).toBe("update");
    expect(request.outputs.status).toBe("done");
    expect(request.state).not.toHaveProperty("initErrors");
    expect(posts(platform)).toBe(1);
    expect(await request.up(patient, DAYS)).toBe("same");
  });

  test("whose request was rejected in the meantime fails with the rejection in the next up", async () => {
    const { platform, request, id } = await interruptedWait();
    platform.quotas.reject(id);
    expect((await failureOf(request.up(patient, DAYS))).message).toBe(rejection(id));
  });
});

describe("a request that is withdrawn during the wait", () => {
  test("fails with the next steps, which work", async () => {
    const { platform, request, ends, id } = await startWaiting();
    platform.quotas.remove(id);
    const error = await failureOf(ends);
    expect(error.message).toBe(
      `the quota limit request ${id} no longer exists: it was withdrawn before it was decided [quota-request-withdrawn]. Run \`pulumi refresh\` and then \`pulumi up\`, which sends it again.`,
    );
    expect(request.state?.id).toBe(id);
    expect((await failureOf(request.up(patient, DAYS))).message).toBe(error.message);
    await request.refresh();
    expect(request.state).toBeUndefined();
    const again = await untilWaiting(request, request.up(patient, DAYS));
    platform.quotas.approve(platform.quotas.requests()[0]?.id ?? "");
    expect(await again.ends).toBe("create");
  });
});
