import type { Task } from "../../../platform/tasks/task";
import { handlerLoaders } from "../../../resources/handlers";
import type { PreviewStep } from "../preview";
import { SimulatedClock } from "./clock";
import { Durations } from "./durations";
import { engineTimes, SimulatedEngine } from "./engine";
import { SimulatedPlatform } from "./platform";
import { randomNumbers } from "./random";
import { type Plan, planOf } from "./step";

export interface ForecastInput {
  steps: readonly PreviewStep[];
  /** How many resources the engine works on at once. */
  parallel: number;
  /** The platform's list of tasks, newest first. */
  tasks: readonly Task[];
  settings: { minPollInterval: number; maxPollInterval: number; maxConcurrentRequests: number };
  /** How long the preview took on this machine, if that is known. */
  previewMs?: number | undefined;
  /** How long a request takes. */
  latencyMs?: number;
}

/** What `up` is expected to cost, without its preview. */
export interface Forecast {
  /** Absent if the durations of a type of its tasks are not known. */
  expectedMs?: number;
  /** `up` takes no longer in 95 % of cases. */
  p95Ms?: number;
  /** Without a time, the polls of tasks are not counted. */
  requests: number;
  tasks: number;
  /** The types of the tasks, as the platform names them. */
  types: string[];
  unknownTypes: string[];
  /** The number of finished tasks from which the durations of these types are known. */
  knownTasks: number;
  /** The changes of other packages, whose time is not included. */
  otherChanges: number;
}

const LATENCY_MS = 100;
/** So many simulated runs, but fewer of large stacks. */
const MAX_RUNS = 100;
const MIN_RUNS = 4;
/** The resources of all runs together. */
const MAX_RESOURCES = 4_000;
/** With fewer runs, the time is taken for normally distributed: that of many tasks together is. */
const RUNS_FOR_QUANTILE = 20;
const SEED = 1;

/**
 * Simulates `up` with the real waiter of tasks. Equal inputs have equal forecasts. Not simulated are limits of the platform, such
 * as its rate limit or tasks that wait for each other, because they are not known; retries; and a refresh.
 */
export async function forecast(input: ForecastInput): Promise<Forecast> {
  const { steps, tasks } = input;
  const load = handlerLoaders();
  const plan = planOf(steps, (type) => load.get(type)?.());
  const durations = new Durations(tasks);
  const begun = allParts(plan).flatMap(({ task }) => task ?? []);
  const types = [...new Set(begun)].sort();
  const unknownTypes = types.filter((type) => !durations.has(type));
  const facts = {
    tasks: begun.length,
    types,
    unknownTypes,
    knownTasks: durations.count(types),
    otherChanges: steps.filter(isOtherChange).length,
  };
  if (unknownTypes.length > 0)
    return { ...facts, requests: allParts(plan).reduce((sum, { requests }) => sum + requests, 0) };
  return { ...facts, ...(await simulate(plan, durations, input)) };
}

async function simulate(plan: Plan, durations: Durations, input: ForecastInput) {
  const { steps, parallel, tasks, settings, previewMs, latencyMs = LATENCY_MS } = input;
  const { minPollInterval: min, maxPollInterval: max, maxConcurrentRequests } = settings;
  const sending = { latencyMs, maxConcurrentRequests, interval: { min, max } };
  const random = randomNumbers(SEED);
  const runs = Math.min(MAX_RUNS, Math.max(MIN_RUNS, Math.ceil(MAX_RESOURCES / steps.length)));
  const totals: number[] = [];
  let requests = 0;
  for (let run = 0; run < runs; run++) {
    const clock = new SimulatedClock(random);
    const platform = new SimulatedPlatform(clock, sending, tasks, durations.forRun(random));
    const times = engineTimes(steps.length, previewMs, random);
    totals.push(await clock.run(new SimulatedEngine(clock, platform, parallel, times).up(plan)));
    requests += platform.requests;
  }
  return {
    expectedMs: Math.round(mean(totals)),
    p95Ms: Math.round(percentile95(totals)),
    requests: Math.round(requests / runs),
  };
}

/** Stacks, Providers and components take no time. */
function isOtherChange({ isOurs, op, provider, type }: PreviewStep): boolean {
  return !isOurs && op !== "same" && provider !== undefined && !type.startsWith("pulumi:");
}

function allParts({ declared, deletions }: Plan) {
  return [...declared, ...deletions].flatMap(({ parts }) => parts);
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The value that 95 % of cases do not exceed. */
function percentile95(values: number[]): number {
  if (values.length < RUNS_FOR_QUANTILE) {
    const average = mean(values);
    const variance =
      mean(values.map((value) => (value - average) ** 2)) * (values.length / (values.length - 1));
    return average + 1.645 * Math.sqrt(variance);
  }
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.ceil(0.95 * sorted.length) - 1] as number;
}
