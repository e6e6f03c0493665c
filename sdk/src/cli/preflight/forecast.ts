import { availableParallelism } from "node:os";
import { NO_WORK, READ, type Work } from "../../lifecycle/work";
import type { UsualTime } from "../../platform/tasks/delays";
import type { PreviewFindings } from "../../pulumi/files/preview-findings";
import { isChecked, isDeletion, isLateRead, operationsOf, type PreviewStep } from "./preview";

/** What `up` is expected to cost. Pulumi's own time comes on top. */
export interface Forecast {
  /** How long the tasks take, with the usual times of their types. Absent if the time of a type is not known. */
  expectedMs?: number;
  /** The same with the times that 95 % of the tasks do not exceed. */
  p95Ms?: number;
  /** Without those that wait for tasks. */
  requests: number;
  tasks: number;
  /** The types of the tasks, as the platform names them. */
  types: string[];
  unknownTypes: string[];
  /** The changes of other packages, whose time is not included. */
  otherChanges: number;
}

type WorkOf = (step: PreviewStep, operation: "create" | "update" | "delete") => Work;

/** A resource that the engine works on. */
interface Action {
  urn: string;
  dependsOn: readonly string[];
  tasks: string[];
}

/** The forecast of a run; undefined if nothing is to do. */
export function forecastOf(
  steps: readonly PreviewStep[],
  found: readonly PreviewFindings[],
  parallel = defaultParallel(),
): Forecast | undefined {
  const works = new Map(
    found.flatMap(({ step }) => (step ? [[`${step.operation} ${step.urn}`, step.work]] : [])),
  );
  const workOf: WorkOf = ({ urn }, operation) => works.get(`${operation} ${urn}`) ?? NO_WORK;
  const own = steps.filter(isChecked);
  if (own.length === 0) return undefined;
  const all = own.flatMap((step) =>
    isLateRead(step) ? [READ] : operationsOf(step).map((operation) => workOf(step, operation)),
  );
  const begun = all.flatMap(({ tasks }) => tasks);
  const types = [...new Set(begun)].sort();
  const times = usualTimes(found);
  const unknownTypes = types.filter((type) => !times.has(type));
  const facts = {
    requests: all.reduce((sum, { requests }) => sum + requests, 0),
    ...{ tasks: begun.length, types, unknownTypes },
    otherChanges: steps.filter(isOtherChange).length,
  };
  if (unknownTypes.length > 0) return facts;
  const lengthWith = (kind: keyof UsualTime) =>
    Math.round(longestPath(steps, workOf, parallel, (type) => times.get(type)?.[kind] ?? 0));
  return { ...facts, expectedMs: lengthWith("median"), p95Ms: lengthWith("p95") };
}

/** A type of task takes as long in one account as in another, as far as nothing else is known. */
function usualTimes(found: readonly PreviewFindings[]): Map<string, UsualTime> {
  return new Map(found.flatMap(({ usualTimes = {} }) => Object.entries(usualTimes)));
}

/** The engine deletes when the program has ended, dependents first. A replacement may delete its object before. */
function longestPath(
  steps: readonly PreviewStep[],
  workOf: WorkOf,
  parallel: number,
  timeOf: (type: string) => number,
): number {
  const declared: Action[] = [];
  const deleted: Action[] = [];
  for (const step of steps) {
    const { urn, dependsOn, deletesFirst } = step;
    const parts = operationsOf(step).map((operation) => ({ operation, ...workOf(step, operation) }));
    const isLast = ({ operation }: { operation: string }) => operation === "delete" && !deletesFirst;
    const [late, early] = [parts.filter(isLast), parts.filter((part) => !isLast(part))];
    if (!isDeletion(step)) declared.push({ urn, dependsOn, tasks: early.flatMap(({ tasks }) => tasks) });
    if (late.length > 0) deleted.push({ urn, dependsOn, tasks: late.flatMap(({ tasks }) => tasks) });
  }
  const dependents = (urn: string) =>
    deleted.filter((one) => one.dependsOn.includes(urn)).map((one) => one.urn);
  const deletions = deleted.map((one) => ({ ...one, dependsOn: dependents(one.urn) }));
  return [declared, deletions].reduce((sum, actions) => sum + timeOfAll(actions, parallel, timeOf), 0);
}

/** How long the actions take, each as soon as what it depends on has ended and one of so many workers is free. */
function timeOfAll(actions: readonly Action[], parallel: number, timeOf: (type: string) => number): number {
  const waiting = new Set(actions);
  const pending = new Set(actions.map(({ urn }) => urn));
  const running = new Map<Action, number>();
  const isReady = ({ urn, dependsOn }: Action) =>
    !dependsOn.some((other) => other !== urn && pending.has(other));
  let now = 0;
  for (;;) {
    for (const action of waiting) {
      if (running.size >= parallel) break;
      if (!isReady(action)) continue;
      waiting.delete(action);
      running.set(
        action,
        action.tasks.reduce((end, type) => end + timeOf(type), now),
      );
    }
    // The remaining actions depend on each other in a cycle, which no preview of the engine has.
    if (running.size === 0) return now;
    now = Math.min(...running.values());
    for (const [action, end] of running) if (end <= now && running.delete(action)) pending.delete(action.urn);
  }
}

/** The default of Pulumi. */
function defaultParallel(): number {
  return Number(process.env.PULUMI_PARALLEL) || 4 * availableParallelism();
}

function isOtherChange({ isOurs, isInternal, op, type }: PreviewStep): boolean {
  return !isOurs && !isInternal && op !== "same" && !type.startsWith("pulumi:");
}
