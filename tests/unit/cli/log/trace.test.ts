import { describe, expect, test } from "@jest/globals";
import { runDataOf } from "../../../../sdk/src/cli/log/run-data";
import { type TraceEvent, traceOf } from "../../../../sdk/src/cli/log/trace";
import { generatedLog, request, startEvent, urnOf } from "../../../support/generated-log";
import { operation } from "./operation";

// The format: "Trace Event Format", as Perfetto reads it. Times are microseconds; X is a complete event, M is metadata.

type Complete = Extract<TraceEvent, { ph: "X" }>;

const data = runDataOf(generatedLog(300));
const trace = JSON.parse(JSON.stringify(traceOf(data))) as ReturnType<typeof traceOf>;
const complete = trace.traceEvents.filter((event): event is Complete => event.ph === "X");
const names = (kind: string) =>
  trace.traceEvents.filter((event) => event.name === kind).map(({ args }) => args.name);

const threads = [...new Set(complete.map(({ tid }) => tid))].map((tid) =>
  complete.filter((event) => event.tid === tid),
);

describe("the events", () => {
  test("consist of metadata and complete events, with the fields of the format", () => {
    for (const event of trace.traceEvents) {
      expect(["M", "X"]).toContain(event.ph);
      expect(event).toMatchObject({ name: expect.any(String) });
      expect([event.pid, event.tid].every(Number.isInteger)).toBe(true);
    }
    for (const { ts, dur } of complete) {
      expect([Number.isInteger(ts), Number.isInteger(dur)]).toEqual([true, true]);
      expect([ts >= 0, dur >= 0, ts + dur <= data.lengthMs * 1000 + 1000]).toEqual([true, true, true]);
    }
  });

  test("of a thread are apart, or one is inside of the other", () => {
    for (const events of threads) {
      const open: number[] = [];
      for (const { ts, dur } of events) {
        while (open.length > 0 && (open.at(-1) as number) <= ts) open.pop();
        if (open.length > 0) expect(ts + dur).toBeLessThanOrEqual(open.at(-1) as number);
        open.push(ts + dur);
      }
    }
  });

  test("have the kinds and the times of the log", () => {
    for (const kind of ["operation", "request", "task", "retry"] as const) {
      const items = data.rows.flatMap((row) => row.items.filter((item) => item.kind === kind));
      const events = complete.filter(({ cat }) => cat === kind);
      expect(events).toHaveLength(items.length);
      const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
      const expected = sum(items.map(({ start, end }) => end - start));
      expect(sum(events.map(({ dur }) => dur)) / 1000 / expected).toBeCloseTo(1, 1);
    }
  });
});

test("each process and each resource has its name", () => {
  expect(names("process_name")).toEqual(["network/production, process 4711"]);
  expect(new Set(names("thread_name"))).toEqual(
    new Set(["Rate limit", ...data.rows.map(({ name, type }) => `${name} (${type})`)]),
  );
  expect(names("thread_name")).toHaveLength(threads.length);
});

test("a request is inside of its operation, though rounded times make it seem to begin before", () => {
  const urn = urnOf("Router", "edge");
  const update = operation(150, { operation: "update", urn, ms: 100 });
  const { traceEvents } = traceOf(
    runDataOf([startEvent, request(100, { operationId: 1, urn, wireMs: 50.9 }), update]),
  );
  expect(traceEvents.filter(({ ph }) => ph === "X").map(({ tid }) => tid)).toEqual([1, 1]);
});
