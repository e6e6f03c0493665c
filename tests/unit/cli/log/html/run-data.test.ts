import { describe, expect, test } from "@jest/globals";
import { runDataOf } from "../../../../../sdk/src/cli/log/html/run-data";
import type { Row } from "../../../../../sdk/src/cli/log/page/data";
import { summaryOf } from "../../../../../sdk/src/cli/log/summary";
import type { LogEvent } from "../../../../../sdk/src/log/events";
import { at, generatedLog, request, startEvent, urnOf } from "../../../../support/generated-log";
import { loggedRun } from "../../../../support/logged-run";
import { operation } from "../operation";

const URN = urnOf("Router", "edge");

const task = (ms: number, state: string, ageMs = 0): LogEvent => ({
  ...{ ...at(ms), event: "task", id: "t", type: "create_router", state, ageMs, urns: [URN] },
});

const dataOf = async (...events: LogEvent[]) => runDataOf(await loggedRun([startEvent, ...events]));
const rowsOf = async (...events: LogEvent[]): Promise<Row[]> => (await dataOf(...events)).rows;
const namesOf = (rows: readonly Row[]) => rows.map(({ name, type }) => `${name} ${type}`.trim());

describe("the row of an event", () => {
  test("belongs to the resource, for operation, requests, pauses and tasks", async () => {
    const of = { operationId: 1, urn: URN };
    const rows = await rowsOf(
      request(50, { ...of, queuedMs: 10, limitedMs: 5, connectMs: 5, wireMs: 20 }),
      { ...at(60), ...of, event: "pause", reason: "retry", ms: 30 },
      task(100, "RUNNING", 20),
      task(180, "FINISHED", 100),
      operation(200, { ...of, id: "7" }),
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ name: "edge", type: "Router", urn: URN, id: "7", start: 0, end: 200 });
    expect(rows[0]?.items).toMatchObject([
      { kind: "operation", start: 0, end: 200 },
      { kind: "task", start: 80, end: 180, state: "FINISHED" },
      { kind: "retry", start: 60, end: 90 },
      { kind: "request", start: 10, end: 50 },
    ]);
  });

  test("has the id as its name, if the URN is not known", async () => {
    expect(namesOf(await rowsOf(operation(40, { operation: "read", id: "7" })))).toEqual(["7 Router"]);
  });

  test("belongs to no resource, for requests that serve several operations", async () => {
    const rows = await rowsOf(request(50, { path: "/cloud/v1/tasks" }), {
      ...at(60),
      ...{ event: "task", id: "t", state: "RUNNING", ageMs: 10 },
    });
    expect(rows).toMatchObject([{ name: "Shared requests", isFailed: false }]);
    expect(rows[0]?.items.map(({ kind }) => kind)).toEqual(["task", "request"]);
  });
});

test.each([
  ["done", false],
  ["gone", false],
  ["partial", true],
  ["failed", true],
] as const)("an operation with the outcome %s is a failure: %s", async (outcome, isFailed) => {
  expect(await rowsOf(operation(10, { urn: URN, outcome }))).toMatchObject([{ isFailed }]);
});

test("an operation that the run has not finished is a failure, and lasts to the end of the log", async () => {
  const { rows, totals } = await dataOf(
    operation(20, { urn: URN, operation: "read" }),
    request(50, { operationId: 3, urn: URN }),
    operation(900, { operationId: 2, urn: urnOf("Router", "b") }),
  );
  expect(rows.find(({ name }) => name === "edge")).toMatchObject({
    isFailed: true,
    items: [{ outcome: "done" }, { outcome: "unfinished", start: 30, end: 900 }, { kind: "request" }],
  });
  expect(totals[1]).toEqual(["Operations", "3: 1 × read", "1 × create", "1 × not ended"]);
});

test("the totals are those of the summary, and where the time of the operations went", async () => {
  const of = { operationId: 1, urn: URN };
  const run = await loggedRun([
    startEvent,
    request(100, { ...of, status: 429, code: "rate-limited" }),
    request(600, { ...of, attempt: 2, limitedMs: 400, queuedMs: 30, connectMs: 5 }),
    operation(1_500, { ...of, ms: 1_400, taskMs: 500, pollMs: 300, lockMs: 60 }),
    operation(3_000, { operationId: 2, operation: "call", type: "getTask", ms: 10 }),
  ]);
  const [duration, operations, parallel, time, ...others] = runDataOf(run).totals;
  expect([parallel, time?.join(", ")]).toEqual([
    ["Parallel", "at most 1 at the same time", "none for 1.59 s"],
    "Time, 1.41 s in all operations: tasks 500 ms, rate limit 400 ms, polling 300 ms, other 75 ms, lock 60 ms, replies 40 ms, queue 30 ms, connections 5 ms",
  ]);
  for (const [label = "", ...items] of [duration ?? [], operations ?? [], ...others])
    expect(summaryOf(run, 10_000)).toContain(`${label.padEnd(13)}${items.join(", ")}\n`);
});

test("the data have a row for each resource", async () => {
  const run = await loggedRun(generatedLog(200));
  const { title, totals, rows } = runDataOf(run);
  expect(title).toBe("network/production");
  expect(totals[1]).toEqual(["Operations", "200: 197 × create", "3 × create failed"]);
  expect(rows).toHaveLength(201);
  expect(rows.filter(({ isFailed }) => isFailed)).toHaveLength(3);
});
