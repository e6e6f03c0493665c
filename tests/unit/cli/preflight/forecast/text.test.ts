import { expect, test } from "@jest/globals";
import type { Forecast } from "../../../../../sdk/src/cli/preflight/forecast/forecast";
import { forecastLine } from "../../../../../sdk/src/cli/preflight/forecast/text";

const KNOWN: Forecast = {
  expectedMs: 42_300,
  p95Ms: 49_800,
  requests: 93,
  tasks: 20,
  types: ["create_router", "update_router"],
  unknownTypes: [],
  knownTasks: 34,
  otherChanges: 0,
};

const { expectedMs: _, p95Ms: __, ...UNTIMED } = KNOWN;

test.each<[what: string, Forecast, line: string]>([
  [
    "the times, the requests and where the durations come from",
    KNOWN,
    "about 42 s, at most 50 s in 95 % of cases; 20 tasks, 93 requests. Based on the platform's last 34 such tasks.",
  ],
  [
    "long times, and one known task",
    {
      ...KNOWN,
      expectedMs: 270_000,
      p95Ms: 7_500_000,
      requests: 1_204,
      types: ["create_router"],
      knownTasks: 1,
    },
    "about 4 min 30 s, at most 2 h 5 min in 95 % of cases; 20 tasks, 1,204 requests. Based on the platform's last such task.",
  ],
  [
    "that there are no tasks",
    { ...KNOWN, expectedMs: 400, p95Ms: 59_600, requests: 1, tasks: 0, types: [], knownTasks: 0 },
    "about 1 s, at most 1 min in 95 % of cases; no tasks, 1 request.",
  ],
  [
    "the number of tasks if there are no durations",
    { ...UNTIMED, requests: 60, unknownTypes: ["create_router", "delete_router"] },
    "20 tasks, at least 60 requests. The time is unknown, because no finished create_router or delete_router task is known.",
  ],
  [
    "that changes of other packages are not included",
    { ...KNOWN, otherChanges: 3 },
    "about 42 s, at most 50 s in 95 % of cases; 20 tasks, 93 requests. Based on the platform's last 34 such tasks. Without 3 changes of other packages.",
  ],
])("the line says %s", (_what, forecast, line) => {
  expect(forecastLine(forecast, false)).toBe(`Forecast: ${line}`);
});

test("if a step would fail, the line is about a run in which none does", () => {
  expect(forecastLine(KNOWN, true)).toMatch(/^Forecast if nothing failed: about 42 s/);
});
