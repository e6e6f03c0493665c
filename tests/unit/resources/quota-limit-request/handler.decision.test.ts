import { expect, test } from "@jest/globals";
import { handler } from "../../../../sdk/src/resources/quota-limit-request/handler";
import type { InProcessResource } from "../../../support/in-process-resource";
import { changes } from "../../../support/platform";
import { failureOf, until } from "../../../support/until";
import { args, patient, setUp } from "./setup";

const DAYS = { create: "48h", update: "48h" };

const linesOf = ({ engine }: InProcessResource) => engine.lines.map(({ text }) => text);

/** A run that waits for the decision about its request, as its status line shows. */
async function startWaiting() {
  const { platform, request } = await setUp();
  const ends = request.up(patient, DAYS);
  await until(() => request.engine.lines.length > 0);
  return { platform, request, ends, id: platform.quotas.requests()[0]?.id ?? "" };
}

const rejection = (id: string) =>
  `the quota limit request ${id} was rejected by the platform [quota-request-rejected]. ` +
  "To ask again, change its description or its limits, which creates a new request; to continue without it, set waitForDecision to false or remove the resource.";

const recorded = { ...args, requestId: 7, status: "in progress" };

test.each([
  ["in progress", false],
  ["escalated", false],
  [undefined, false],
  ["unreadable", false],
  ["done", true],
  ["Done", true],
])("whether a decision is made with the status %s: %s", (seen, made) => {
  const object = seen === "unreadable" ? seen : { ...recorded, status: seen as string };
  const [step] = handler.change(object, { inputs: patient, change: {}, recorded });
  if (typeof step !== "object" || !("isDecided" in step)) throw new Error("There is no decision.");
  expect(step.isDecided(object)).toBe(made);
});

test("the error of a wait for a request whose id is not known names none", () => {
  const { requestId: _, ...unknown } = recorded;
  const [step] = handler.change(unknown, { inputs: patient, change: {}, recorded: unknown });
  expect(step).toMatchObject({ awaits: "the quota limit request" });
});

test("a wait for a decision is shown in the row of the resource, and ends with the approval", async () => {
  const { platform, request, ends, id } = await startWaiting();
  expect(linesOf(request).at(-1)).toBe(`waiting for a decision: the quota limit request ${id}`);
  const { created_at: createdAt, updated_at: updatedAt } = platform.quotas.approve(id);
  expect(await ends).toBe("create");
  expect(new Set(request.engine.lines.map(({ urn }) => urn))).toEqual(new Set([request.urn]));
  expect(request.outputs).toEqual({
    ...patient,
    requestId: Number(id),
    status: "done",
    createdAt,
    updatedAt,
  });
  platform.clearRequests();
  expect(await request.up(patient, DAYS)).toBe("same");
  expect(platform.requests).toEqual([]);
});

test("the error of a wait that times out says that nothing is lost", async () => {
  const { platform, request } = await setUp();
  const error = await failureOf<Error & { reasons?: string[] }>(request.up(patient, { create: "5m" }));
  const id = platform.quotas.requests()[0]?.id ?? "";
  expect(error.message).toMatch(
    `the timeout of 5m has passed: the quota limit request ${id} was not decided after`,
  );
  expect(error.message).toContain("[decision-pending]. Nothing is lost");
  expect(error.reasons).toEqual([error.message]);
});

test("the error of a rejection says what to do, and the next up reports it again and sends nothing", async () => {
  const { platform, request, ends, id } = await startWaiting();
  platform.quotas.reject(id);
  expect((await failureOf(ends)).message).toBe(rejection(id));
  expect((await failureOf(request.up(patient, DAYS))).message).toBe(rejection(id));
  expect(changes(platform)).toHaveLength(1);
  expect(request.state).toMatchObject({ id, outputs: { ...args, status: "rejected" } });
});
