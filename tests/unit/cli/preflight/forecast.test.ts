import { describe, expect, test } from "@jest/globals";
import { forecastOf } from "../../../../sdk/src/cli/preflight/forecast";
import type { PreviewFindings } from "../../../../sdk/src/pulumi/files/preview-findings";
import { previewStep, type StepOptions } from "../../../support/preview-step";

// The forecast of a run, from the steps of its preview and the work that the processes have found.

const TIMES: PreviewFindings = {
  usualTimes: {
    create_router: { median: 8_000, p95: 10_000 },
    update_router: { median: 2_000, p95: 3_000 },
    delete_router: { median: 1_000, p95: 1_000 },
  },
};

type Planned = StepOptions & { tasks?: string[] };

/** A task for each operation, unless the step has others. */
function forecast(planned: Planned[], parallel = 10) {
  const steps = planned.map(({ tasks: _, ...step }) => previewStep(step));
  const works = planned.flatMap(({ tasks, op = "create" }, index): PreviewFindings[] => {
    const operations = op === "replace" ? (["create", "delete"] as const) : ([op] as const);
    const urn = steps[index]?.urn ?? "";
    return operations.map((operation) => ({
      step: {
        ...{ urn, operation: operation as "create", findings: [] },
        work: { requests: 2, tasks: tasks ?? [`${operation}_router`] },
      },
    }));
  });
  return forecastOf(steps, [TIMES, ...works], parallel);
}

const seconds = (...args: Parameters<typeof forecast>) =>
  (forecast(...args)?.expectedMs ?? Number.NaN) / 1_000;
const routers = (count: number): Planned[] =>
  Array.from({ length: count }, (_, index) => ({ name: `router-${index}` }));

describe("the time of the tasks", () => {
  test("of one task is its usual time, and that of 95 % of such tasks", () => {
    expect(forecast(routers(1))).toEqual({
      ...{ expectedMs: 8_000, p95Ms: 10_000, tasks: 1, requests: 2 },
      ...{ types: ["create_router"], unknownTypes: [], otherChanges: 0 },
    });
  });

  test.each([
    [10, 8],
    [5, 16],
    [3, 32],
    [1, 80],
  ])("of ten routers at --parallel %i is %i s", (parallel, expected) => {
    expect(seconds(routers(10), parallel)).toBe(expected);
  });

  test("of a chain of resources is the sum, as a dependent waits also for what is unchanged between", () => {
    const chain: Planned[] = [
      { name: "a" },
      { name: "b", op: "same", dependsOn: ["a"] },
      { name: "c", dependsOn: ["b"] },
    ];
    expect(seconds(chain)).toBe(16);
  });

  test("of an operation with several tasks is their sum", () => {
    expect(seconds([{ name: "a", tasks: ["create_router", "update_router"] }])).toBe(10);
  });

  test("of deletions follows that of creations, dependents first", () => {
    const deleted: Planned[] = [
      { name: "old", op: "delete" },
      { name: "dependent", op: "delete", dependsOn: ["old"] },
    ];
    expect(seconds([{ name: "new" }, ...deleted])).toBe(10);
  });

  test("of a replacement has the deletion at the end, or before where the resource says so", () => {
    const after: Planned = { name: "c", dependsOn: ["a"] };
    const replacement = (deletesFirst: boolean): Planned => ({ name: "a", op: "replace", deletesFirst });
    expect(seconds([replacement(false), { name: "b", tasks: ["update_router"], dependsOn: ["a"] }])).toBe(11);
    expect(seconds([replacement(true), after])).toBe(17);
  });

  test("stays unknown if that of one type is unknown, and the tasks and requests are counted", () => {
    const unknown = forecast([...routers(1), { name: "b", tasks: ["decision on a request"] }]);
    expect(unknown).toEqual({
      ...{ tasks: 2, requests: 4, types: ["create_router", "decision on a request"] },
      ...{ unknownTypes: ["decision on a request"], otherChanges: 0 },
    });
  });
});

test("changes of other packages are counted, and their time is not known", () => {
  const bucket: Planned = { name: "logs", type: "aws:s3/bucket:Bucket", tasks: [] };
  expect(forecast([...routers(1), bucket])).toMatchObject({ otherChanges: 1, tasks: 1 });
  expect(forecast([bucket])).toBeUndefined();
});

test("a run that changes nothing has no forecast", () => {
  expect(forecast([{ name: "a", op: "same", tasks: [] }])).toBeUndefined();
});

test("resources that depend on each other, or on unknown ones, end the forecast all the same", () => {
  const circle: Planned[] = [
    { name: "a", dependsOn: ["b"] },
    { name: "b", dependsOn: ["a"] },
    { name: "c", dependsOn: ["unknown"] },
  ];
  expect(seconds(circle)).toBe(8);
});
