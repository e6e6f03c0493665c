import { split } from "../../../pulumi/process/state";
import { handlerLoaders } from "../../../resources/handlers";
import { parseDuration } from "../../../util/duration";
import type { JsonObject } from "../../../util/json";
import { SimulatedClock } from "./clock";
import { Durations } from "./durations";
import { engineTimes, SimulatedEngine } from "./engine";
import { type ForecastAccount, SimulatedPlatform } from "./platform";
import { mean, randomNumbers } from "./random";
import { type Action, type Plan, planOf } from "./step";
import type { PlannedStep } from "./work";

export interface ForecastInput {
  steps: readonly PlannedStep[];
  /** How many resources the engine works on at once. */
  parallel: number;
  /** The account of a Provider: of a reference in a preview. */
  accountOf(provider: string | undefined): ForecastAccount;
  /** How long the preview took, if that is known. */
  previewMs?: number | undefined;
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

/** So many simulated runs, but fewer of large stacks. */
const MAX_RUNS = 100;
const MIN_RUNS = 10;
/** The resources, and about the requests, of all runs together. */
const MAX_RESOURCES = 4_000;
const MAX_REQUESTS = 100_000;
/** With fewer runs, the time is taken for normally distributed: that of many tasks together is. */
const RUNS_FOR_QUANTILE = 20;
/** Student's t for 95 %, for the few runs from which mean and deviation are known. */
const DEVIATIONS = 1.9;
const SEED = 1;

/**
 * Simulates `up` with the real waiter of tasks. Equal inputs have equal forecasts. Not simulated are limits of the platform, such
 * as its rate limit or tasks that wait for each other, because they are not known; running tasks; retries; and a refresh.
 */
export async function forecast(input: ForecastInput): Promise<Forecast> {
  const { steps } = input;
  const load = handlerLoaders();
  const plan = planOf(steps, (type) => load.get(type)?.());
  const actions = [...plan.declared, ...plan.deletions.flat()].filter(({ parts }) => parts.length > 0);
  const accounts = knownAccounts(input, actions);
  const begun = actions.flatMap(({ provider, parts }) => {
    const durations = accounts.get(provider)?.durations;
    return parts.flatMap(({ task }) => (task === undefined ? [] : { task, isKnown: durations?.has(task) }));
  });
  const namesOf = (tasks: typeof begun) => [...new Set(tasks.map(({ task }) => task))].sort();
  const types = namesOf(begun);
  const unknownTypes = namesOf(begun.filter(({ isKnown }) => !isKnown));
  const sources = new Set([...accounts.values()].map(({ durations }) => durations));
  const facts = {
    tasks: begun.length,
    types,
    unknownTypes,
    knownTasks: [...sources].reduce((sum, durations) => sum + durations.countOwn(types), 0),
    otherChanges: steps.filter(isOtherChange).length,
  };
  if (unknownTypes.length === 0) return { ...facts, ...(await simulate(plan, accounts, input)) };
  const sent = actions.flatMap(({ parts }) => parts).reduce((sum, { requests }) => sum + requests, 0);
  return { ...facts, requests: sent };
}

interface KnownAccount {
  account: ForecastAccount;
  durations: Durations;
}

/** The accounts of the Providers. A type of task that an account does not know takes as long as in the others. */
function knownAccounts({ steps, accountOf }: ForecastInput, actions: Action[]) {
  const byProvider = new Map(actions.map(({ provider }) => [provider, accountOf(provider)]));
  const all = [...new Set(byProvider.values())];
  const timeouts = steps.flatMap(({ before, after }) => timeoutsOf((after ?? before)?.inputs));
  const known = new Map(
    all.map((account): [ForecastAccount, KnownAccount] => {
      const others = all.flatMap((other) => (other === account ? [] : other.tasks));
      const maxMs = Math.max(account.settings.taskTimeout, ...timeouts);
      return [account, { account, durations: new Durations(account.tasks, others, maxMs) }];
    }),
  );
  return new Map(
    [...byProvider].map(([provider, account]) => [provider, known.get(account) as KnownAccount]),
  );
}

/** The resource option customTimeouts. */
function timeoutsOf(inputs: JsonObject = {}): number[] {
  const { __timeouts: timeouts = {} } = split(inputs).hidden;
  return Object.values(timeouts).flatMap((text) => parseDuration(text) ?? []);
}

async function simulate(
  plan: Plan,
  accounts: ReadonlyMap<string | undefined, KnownAccount>,
  { steps, parallel, previewMs }: ForecastInput,
) {
  const random = randomNumbers(SEED);
  const runs = Math.min(MAX_RUNS, Math.max(MIN_RUNS, Math.ceil(MAX_RESOURCES / steps.length)));
  const totals: number[] = [];
  let requests = 0;
  for (let run = 0; run < runs && (run < MIN_RUNS || requests < MAX_REQUESTS); run++) {
    const clock = new SimulatedClock(random);
    const platforms = new Map(
      [...accounts].map(([provider, { account, durations }]) => [
        provider,
        new SimulatedPlatform(clock, account, durations.forRun(random)),
      ]),
    );
    const engine = new SimulatedEngine(clock, platforms, parallel, engineTimes(plan, previewMs, random));
    totals.push(await clock.run(engine.up(plan)));
    for (const platform of platforms.values()) requests += platform.requests;
  }
  const expected = mean(totals);
  return {
    expectedMs: Math.round(expected),
    // A few long runs may lift the average above the others.
    p95Ms: Math.round(Math.max(expected, percentile95(totals))),
    requests: Math.round(requests / totals.length),
  };
}

/** Stacks, Providers and components take no time. */
function isOtherChange({ isOurs, op, provider, type }: PlannedStep): boolean {
  return !isOurs && op !== "same" && provider !== undefined && !type.startsWith("pulumi:");
}

/** The value that 95 % of cases do not exceed. */
function percentile95(values: number[]): number {
  if (values.length < RUNS_FOR_QUANTILE) {
    const average = mean(values);
    const variance =
      mean(values.map((value) => (value - average) ** 2)) * (values.length / (values.length - 1));
    return average + DEVIATIONS * Math.sqrt(variance);
  }
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.ceil(0.95 * sorted.length) - 1] as number;
}
