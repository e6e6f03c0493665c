import { describe, expect, test } from "@jest/globals";
import {
  type Forecast,
  type ForecastInput,
  forecast,
} from "../../../../../sdk/src/cli/preflight/forecast/forecast";
import type { ForecastAccount } from "../../../../../sdk/src/cli/preflight/forecast/platform";
import { mean, randomNumbers } from "../../../../../sdk/src/cli/preflight/forecast/random";
import type { PlannedStep } from "../../../../../sdk/src/cli/preflight/forecast/work";
import type { Task } from "../../../../../sdk/src/platform/tasks/task";
import type { JsonObject } from "../../../../../sdk/src/util/json";

const STACK = "urn:pulumi:dev::p::pulumi:pulumi:Stack::p-dev";

const SETTINGS = {
  minPollInterval: 100,
  maxPollInterval: 240_000,
  maxConcurrentRequests: 20,
  taskTimeout: 20 * 60_000,
};

/** What the engine needs before the first step. */
const START_MS = 3_250;

const recorded = (outputs: JsonObject) => ({ before: { inputs: {}, outputs } });
const declaring = (inputs: JsonObject) => ({ after: { inputs, outputs: {} } });

function step(name: string, values: Partial<PlannedStep> = {}): PlannedStep {
  return {
    ...{ urn: name, name, type: "Router", op: "create", isOurs: true, deletesFirst: false },
    ...{ declared: [], changed: [], dependsOn: [STACK] },
    ...declaring({ projectId: 1, regionId: 2, name }),
    ...values,
  };
}

const stack = step(STACK, { type: "pulumi:pulumi:Stack", isOurs: false });

function routers(count: number): PlannedStep[] {
  return Array.from({ length: count }, (_, index) => step(`router-${index}`));
}

/** Finished tasks, which took so many seconds. */
function finished(type: string, ...seconds: number[]): Task[] {
  return seconds.map((duration, index) => ({
    ...{ id: `${type}-${index}`, type, state: "FINISHED", created: {} },
    duration: duration * 1_000,
  }));
}

/** Many tasks of the same duration leave little doubt about the next one. */
function usual(type: string, seconds: number): Task[] {
  return finished(type, ...Array.from({ length: 50 }, () => seconds));
}

type Options = Partial<ForecastInput & ForecastAccount>;

function forecastOf(steps: PlannedStep[], options: Options = {}): Promise<Forecast> {
  const tasks = usual("create_router", 8);
  const account = { tasks, settings: SETTINGS, latencyMs: 20, ...options };
  return forecast({ steps: [stack, ...steps], parallel: 10, accountOf: () => account, ...options });
}

/** The expected seconds without the start of the engine. */
async function secondsOf(steps: PlannedStep[], options: Options = {}): Promise<number> {
  const { expectedMs = Number.NaN } = await forecastOf(steps, options);
  return (expectedMs - START_MS) / 1_000;
}

/** Longer than the tasks by no more than what requests, polls and the engine add. */
function expectAbout(seconds: number, tasks: number): void {
  expect(seconds).toBeGreaterThan(tasks * 0.95);
  expect(seconds).toBeLessThan(tasks * 1.12 + 0.5);
}

describe("the expected time", () => {
  test("of one task is its usual duration", async () => {
    expectAbout(await secondsOf(routers(1)), 8);
  });

  test("of tasks that run at once is that of one", async () => {
    expectAbout(await secondsOf(routers(10)), 8);
  });

  test("grows by a wave of tasks each time that `--parallel` is exceeded", async () => {
    expectAbout(await secondsOf(routers(11)), 16);
    expectAbout(await secondsOf(routers(11), { parallel: 16 }), 8);
    expectAbout(await secondsOf(routers(3), { parallel: 1 }), 24);
  });

  test("of a chain of resources is the sum", async () => {
    const chain = routers(3).map((router, index) => ({ ...router, dependsOn: [`router-${index - 1}`] }));
    expectAbout(await secondsOf(chain), 24);
  });

  test("of deletions follows that of creations, dependents first", async () => {
    const tasks = [...usual("create_router", 4), ...usual("delete_router", 6)];
    const gone = (name: string, dependsOn: string[]) => step(name, { op: "delete", dependsOn });
    expectAbout(await secondsOf([step("new"), gone("old", [])], { tasks }), 4 + 6);
    expectAbout(await secondsOf([gone("dependent", ["old"]), gone("old", [])], { tasks }), 6 + 6);
  });

  test("of a replacement has a creation, and a deletion at the end or before", async () => {
    const tasks = [...usual("create_router", 4), ...usual("delete_router", 6)];
    const dependent = step("dependent", { dependsOn: ["replaced"] });
    const replacement = (deletesFirst: boolean) => step("replaced", { op: "replace", deletesFirst });
    expectAbout(await secondsOf([replacement(false), dependent], { tasks }), 4 + 4 + 6);
    expectAbout(await secondsOf([replacement(true), dependent], { tasks }), 6 + 4 + 4);
  });

  test("of deletions is that of groups, which the engine begins one after the other", async () => {
    const tasks = usual("delete_router", 8);
    const gone = (name: string, dependsOn: string[], type = "Router") =>
      step(name, { op: "delete", type, dependsOn });
    const chains = [
      ...[gone("slow", ["fast"]), gone("fast", [], "EdgeGroupMembership")],
      ...[gone("quick", ["late"], "EdgeGroupMembership"), gone("late", [])],
    ];
    expectAbout(await secondsOf(chains, { tasks }), 8 + 8);
  });

  test("of a replacement with dependents has their deletions first, one after the other", async () => {
    const tasks = [...usual("create_router", 4), ...usual("delete_router", 6)];
    const replaced = (name: string, dependsOn: string[]) =>
      step(name, { op: "replace", deletesFirst: true, dependsOn });
    const star = [replaced("hub", []), replaced("one", ["hub"]), replaced("two", ["hub"])];
    expectAbout(await secondsOf(star, { tasks }), 6 + 6 + 6 + 4 + 4);
  });

  test("of deletions alone has the start of the process, which their preview does not need", async () => {
    const previewMs = 5_000;
    const gone = step("gone", { op: "delete", type: "EdgeGroupMembership" });
    const unchanged = step("unchanged", { op: "same", type: "EdgeGroupMembership" });
    const [alone = 0, beside = 0] = await Promise.all(
      [[gone], [gone, unchanged]].map((steps) => secondsOf(steps, { previewMs })),
    );
    expect(alone - beside).toBeGreaterThan(0.5);
  });

  test("contains no task of an adopted router that is deleted from the stack", async () => {
    const adopted = step("adopted", { op: "delete", ...recorded({ __declared: ["routerId"] }) });
    expect(await forecastOf([adopted])).toMatchObject({ tasks: 0, requests: 0 });
  });

  test("begins with the duration of the preview on this machine", async () => {
    const fast = await secondsOf(routers(1), { previewMs: 1_000 });
    const slow = await secondsOf(routers(1), { previewMs: 61_000 });
    expect(slow - fast).toBeGreaterThan(55);
    expect(slow - fast).toBeLessThan(65);
  });
});

describe("what preflight has found", () => {
  const OUTPUTS = { projectId: 1, regionId: 2, name: "edge", routes: [], interfaces: [] };
  const inputs = { projectId: 1, regionId: 2, name: "edge" };

  test("an object that a creation uses has only the tasks of what differs", async () => {
    const creation = (state: JsonObject) => step("edge", { ...declaring(inputs), found: { create: state } });
    const tasks = usual("update_router", 8);
    expect(await forecastOf([creation(OUTPUTS)], { tasks })).toMatchObject({ tasks: 0, requests: 2 });
    const other = { ...OUTPUTS, name: "other" };
    expect(await forecastOf([creation(other)], { tasks })).toMatchObject({ types: ["update_router"] });
  });

  test("an import has no task", async () => {
    const imported = step("edge", { ...declaring(inputs), declared: ["__import"] });
    expect(await forecastOf([imported], { tasks: [] })).toMatchObject({ tasks: 0, requests: 2 });
  });

  test("an update sends what differs from the state, also if the platform has it already", async () => {
    const update = step("edge", {
      op: "update",
      ...recorded({ name: "old" }),
      ...declaring(inputs),
      found: { update: OUTPUTS },
    });
    expect(await forecastOf([update], { tasks: usual("update_router", 8) })).toMatchObject({ tasks: 1 });
  });

  test.each([
    ["gone", 2],
    ["kept", 0],
  ] as const)("the deletion of an object that is %s has no task", async (found, requests) => {
    const deletion = step("edge", { op: "delete", found: { delete: found } });
    expect(await forecastOf([deletion], { tasks: [] })).toMatchObject({ tasks: 0, requests });
  });
});

describe("several accounts", () => {
  const account = (tasks: Task[], options: Partial<ForecastAccount> = {}): ForecastAccount => ({
    ...{ tasks, settings: SETTINGS, latencyMs: 20 },
    ...options,
  });
  const at = (provider: string, name: string, type = "Router") => step(name, { provider, type });

  test("have their own durations, or those of the others", async () => {
    const [fast, slow, none] = [
      account(usual("create_router", 4)),
      account(usual("create_router", 30)),
      account([]),
    ];
    const accountOf = (provider = "fast") => ({ fast, slow, none })[provider] ?? fast;
    expectAbout(await secondsOf([at("fast", "one"), at("fast", "two")], { accountOf }), 4);
    expectAbout(await secondsOf([at("fast", "one"), at("slow", "two")], { accountOf }), 30);
    expectAbout(await secondsOf([at("fast", "one"), at("none", "two")], { accountOf }), 4);
    const both = await forecastOf([at("fast", "one"), at("none", "two")], { accountOf });
    expect(both).toMatchObject({ knownTasks: 50 });
  });

  test("have the limits of their own processes, also with the same settings", async () => {
    const settings = { ...SETTINGS, maxConcurrentRequests: 5 };
    const slow = account([], { settings, latencyMs: 1_000 });
    const of = (providers: number) =>
      Array.from({ length: 20 }, (_, index) =>
        at(`provider-${index % providers}`, `member-${index}`, "EdgeGroupMembership"),
      );
    const options = { parallel: 20, accountOf: () => slow };
    expectAbout(await secondsOf(of(1), options), 4);
    expectAbout(await secondsOf(of(4), options), 1);
  });
});

describe("the time that is not exceeded in 95 % of cases", () => {
  async function marginOf(...seconds: number[]): Promise<number> {
    const { expectedMs = 0, p95Ms = 0 } = await forecastOf(routers(1), {
      tasks: finished("create_router", ...seconds),
    });
    return (p95Ms - expectedMs) / 1_000;
  }

  test("is close to the expected time if all tasks took the same time", async () => {
    expect(await marginOf(...Array.from({ length: 50 }, () => 60))).toBeLessThan(8);
  });

  test("is far from it if tasks took different times", async () => {
    expect(await marginOf(30, 40, 60, 110)).toBeGreaterThan(30);
  });

  test("is far from it if few durations are known", async () => {
    expect(await marginOf(60)).toBeGreaterThan(10);
    expect(await marginOf(60, 60)).toBeGreaterThan(10);
  });

  test("is not below the expected time, which a few runs with one more long pause lift above all others", async () => {
    const settings = { ...SETTINGS, minPollInterval: 60_000 };
    for (const count of [1, 4, 8]) {
      const forecast = await forecastOf(routers(count), {
        settings,
        tasks: finished("create_router", 60, 61),
      });
      expect(forecast.p95Ms).toBeGreaterThanOrEqual(forecast.expectedMs ?? Number.NaN);
    }
  });

  test("holds in 95 % of runs, and their average is the expected time", async () => {
    const random = randomNumbers(1);
    const seconds = () => 4 + 8 * random();
    const results = [];
    for (let round = 0; round < 20; round++) {
      const tasks = finished("create_router", ...Array.from({ length: 12 }, seconds));
      const { expectedMs = 0, p95Ms = 0 } = await forecastOf(routers(3), { tasks });
      for (let run = 0; run < 50; run++) {
        const real = START_MS + 1_000 * Math.max(seconds(), seconds(), seconds());
        results.push({ isWithin: real <= p95Ms, ratio: real / expectedMs });
      }
    }
    const share = results.filter(({ isWithin }) => isWithin).length / results.length;
    expect(share).toBeGreaterThan(0.88);
    expect(share).toBeLessThan(0.99);
    expect(Math.abs(mean(results.map(({ ratio }) => ratio)) - 1)).toBeLessThan(0.1);
  });

  test("does not take the whole seconds of the platform's times for differences", async () => {
    expect(await marginOf(7, 8, 8, 8, 8, 8, 8, 9)).toBeLessThan(2);
  });
});

describe("the requests", () => {
  test("contain the polls of the waiter", async () => {
    // The list of routers, the creation, the router; and the polls.
    const { requests } = await forecastOf(routers(1));
    expect(requests).toBeGreaterThanOrEqual(3 + 2);
    expect(requests).toBeLessThanOrEqual(3 + 8);
  });

  test("poll tasks together", async () => {
    const { requests } = await forecastOf(routers(10));
    expect(requests).toBeLessThan(10 * 3 + 15);
  });

  test("are fewer with a longer pause between two polls", async () => {
    const [usual, rare] = await Promise.all(
      [100, 5_000].map((minPollInterval) =>
        forecastOf(routers(1), {
          settings: { ...SETTINGS, minPollInterval },
          tasks: finished("create_router", 4, 30),
        }),
      ),
    );
    expect(rare?.requests).toBeLessThan(usual?.requests ?? 0);
  });

  test("are the average of all simulated runs, also if there are so many polls that fewer runs are simulated", async () => {
    const settings = { ...SETTINGS, minPollInterval: 5, maxPollInterval: 5 };
    const { requests } = await forecastOf(routers(1), { settings, tasks: usual("create_router", 60) });
    // A request takes 20 ms.
    expect(requests).toBeGreaterThan(0.8 * (60_000 / 25));
    expect(requests).toBeLessThan(1.4 * (60_000 / 25));
  });

  test("wait for each other beyond `maxConcurrentRequests`", async () => {
    const memberships = routers(20).map(({ urn }) => step(urn, { type: "EdgeGroupMembership" }));
    const options = { parallel: 20, latencyMs: 1_000 };
    expectAbout(await secondsOf(memberships, options), 1);
    const settings = { ...SETTINGS, maxConcurrentRequests: 5 };
    expectAbout(await secondsOf(memberships, { ...options, settings }), 4);
  });
});

describe("without known durations", () => {
  test("there is no time, but the number of tasks and of requests", async () => {
    const update = step("changed", {
      op: "update",
      ...recorded({ name: "before" }),
      ...declaring({ name: "after" }),
    });
    expect(await forecastOf([...routers(2), update])).toEqual({
      tasks: 3,
      types: ["create_router", "update_router"],
      unknownTypes: ["update_router"],
      knownTasks: 50,
      requests: 2 * 4 + 3,
      otherChanges: 0,
    });
  });

  test("tasks that took longer than any operation waits do not count", async () => {
    const tasks = finished("create_router", ...Array.from({ length: 50 }, () => 8), 30 * 60, 9_000_000);
    expectAbout(await secondsOf(routers(1), { tasks: tasks.reverse() }), 8);
    const long = finished("create_router", 30 * 60);
    expect(await forecastOf(routers(1), { tasks: long })).toMatchObject({ unknownTypes: ["create_router"] });
    const __timeouts = { create: "1h" };
    const patient = step("patient", declaring({ projectId: 1, regionId: 2, name: "edge", __timeouts }));
    expect(await forecastOf([patient], { tasks: long })).toMatchObject({ unknownTypes: [], knownTasks: 1 });
  });

  test("unfinished and failed tasks do not count", async () => {
    const tasks = finished("create_router", 8).map((task) => ({ ...task, state: "ERROR" }));
    expect(await forecastOf(routers(1), { tasks })).toMatchObject({ unknownTypes: ["create_router"] });
  });

  test("there is a time if nothing begins a task", async () => {
    const unchanged = routers(3).map((router) => ({ ...router, op: "same" as const }));
    const none = await forecastOf(unchanged, { tasks: [] });
    expect(none).toMatchObject({ tasks: 0, requests: 0, unknownTypes: [] });
    expect(none.expectedMs).toBeGreaterThan(0);
  });

  test("a decision of a person has no known duration", async () => {
    const inputs = { description: "More", requestedLimits: {}, waitForDecision: true };
    const request = step("more", { type: "QuotaLimitRequest", ...declaring(inputs) });
    expect(await forecastOf([request])).toMatchObject({
      unknownTypes: ["decision on a quota limit request"],
    });
  });
});

describe("values of a preview", () => {
  test("that are masked alike before and after count as changed", async () => {
    const update = step("secret", {
      op: "update",
      ...recorded({ name: "[secret]" }),
      ...declaring({ name: "[secret]" }),
      changed: ["name"],
    });
    const tasks = finished("update_router", 5);
    expect(await forecastOf([update], { tasks })).toMatchObject({ tasks: 1 });
  });

  test("may be texts instead of lists", async () => {
    const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
    const inputs = { projectId: unknown, interfaces: unknown, routes: "[secret]" };
    expect(await forecastOf([step("unknown", declaring(inputs))])).toMatchObject({ tasks: 1 });
  });

  test("may name unknown resources, and dependencies in a circle", async () => {
    const circle = [step("one", { dependsOn: ["two", "nowhere"] }), step("two", { dependsOn: ["one"] })];
    expectAbout(await secondsOf(circle), 16);
    const deleted = circle.map((each) => ({ ...each, op: "delete" as const }));
    expectAbout(await secondsOf(deleted, { tasks: usual("delete_router", 8) }), 16);
  });

  test("of other packages take no time, and are counted", async () => {
    const other = step("bucket", { type: "aws:s3:Bucket", isOurs: false, provider: "urn::id" });
    const component = step("component", { type: "my:index:Component", isOurs: false });
    expect(await forecastOf([other, component])).toMatchObject({ tasks: 0, requests: 0, otherChanges: 1 });
  });
});

test("equal inputs have equal forecasts", async () => {
  const tasks = finished("create_router", 5, 8, 13);
  expect(await forecastOf(routers(20), { tasks })).toEqual(await forecastOf(routers(20), { tasks }));
});

test("1,000 routers take as long as their waves, and some seconds for the state", async () => {
  const seconds = await secondsOf(routers(1_000), { parallel: 50 });
  expect(seconds).toBeGreaterThan(20 * 8);
  expect(seconds).toBeLessThan(20 * 8 * 1.15 + 60);
});
