import { canonicalJson } from "../../../sdk/src/util/json";
import type { RequestRecord } from "../../../simulator/src";
import type { Kept } from "../engine-rules";
import { KEY } from "../platform";
import type { Kind } from "./kinds";
import type { Life } from "./lives";
import { unnamed } from "./sentences";
import type { World } from "./worlds";

/** An operation that a step of a life asks for, and what goes wrong with it. */
export interface Cell {
  life: Life;
  step: string;
  /** As the interface writes it: `GET /v1/tasks/{task_id}`. */
  operation: string;
  kind: Kind;
  /** Which of the requests: the first one, or all of this run. */
  which: "#1" | "";
}

/**
 * What comes of a cell: ✓ the run has converged all the same; ● it ended with an error that names what went wrong, and
 * the next run has converged; ○ it went on as where the deployment does not have the operation. Undefined where
 * nothing has happened, as a fault of tasks to a request that starts none.
 */
export type Mark = "✓" | "●" | "○" | undefined;

export interface Outcome {
  mark: Mark;
  /** The error with which the run ended. */
  error?: string;
  /** What is not as it has to be. */
  problems: string[];
}

export function nameOf({ life, step, operation, kind, which }: Cell): string {
  return `${life.name} / ${step} / ${kind.fault}@${operation}${which}`;
}

/** How long a run may take. Looking for what may have been made may take a little longer. */
export const TIMEOUT = 60_000;
const LAST_LOOK = 15_000;

const CALM = {
  taskTimeout: `${TIMEOUT}ms`,
  minPollInterval: "500ms",
  maxRetries: "1",
  requestTimeout: "30s",
};

/** Everything up to the step, without faults. */
export async function comeTo(world: World, { life, step }: Pick<Cell, "life" | "step">): Promise<void> {
  Object.assign(world.settings, CALM);
  if (step !== "create") await world.resource.up(life.first);
  life.before?.[step]?.(world.platform);
  world.platform.clearRequests();
}

export async function take({ resource }: World, { life, step }: Pick<Cell, "life" | "step">): Promise<void> {
  if (step === "delete") return resource.destroy();
  if (step === "refresh") {
    await resource.restart();
    return resource.refresh();
  }
  await resource.up(life.changes[step] ?? life.first);
}

/** The step with its fault, and what a user does next. */
export async function run(world: World, cell: Cell): Promise<Outcome> {
  await comeTo(world, cell);
  const { platform } = world;
  const since = world.now();
  const before = world.said().length;
  if (cell.kind.hangs) world.settings.requestTimeout = "400ms";
  platform.faults.add(`${cell.kind.fault}@${cell.operation}${cell.which}`);
  const error = await failureOf(take(world, cell));
  const took = world.now() - since;
  const happened = platform.faults.fired().length > 0;
  const requests = [...platform.requests];
  platform.faults.clear();
  Object.assign(world.settings, CALM);
  const problems = [...(error ? unnamed(error.message) : []), ...leaks(world), ...lateness(requests, since, took)];
  const text = error && { error: error.message };
  if (!happened) return { mark: undefined, ...text, problems: error ? [`failed: ${error.message}`] : [] };

  const open = error ? [] : await differences(world, cell, cell.step === "refresh");
  const said = world.said().slice(before);
  const given = cell.kind.missing && open.length > 0;
  if (given && said.length > 0 && cell.step === "delete") return { mark: "○", problems };
  if (!given) problems.push(...open.map((each) => `the run has ended well, but ${each}`));
  const next = await failureOf(goOn(world, cell));
  if (next) problems.push(`the next run failed: ${next.message}`);
  else problems.push(...(await differences(world, cell)).map((each) => `after the next run ${each}`));
  return { mark: error ? "●" : given ? "○" : "✓", ...text, problems };
}

/** What a user does next. */
async function goOn(world: World, cell: Cell): Promise<void> {
  await take(world, cell);
  if (cell.step === "refresh") await world.resource.up(cell.life.first);
}

/** In what the platform, the state and the declaration are not the same. */
async function differences(
  { platform, resource }: World,
  { life, step }: Cell,
  drifted = false,
): Promise<string[]> {
  const found: string[] = [];
  const { state, condemned } = resource;
  for (const { id } of condemned) found.push(`${id} is still to be deleted`);
  const objects = life.objects(platform);
  if (step === "delete") {
    if (state) found.push(`the state has ${state.id}`);
    const left = life.stays ? 1 : 0;
    if (Object.keys(objects).length !== left) found.push(`the platform has ${JSON.stringify(objects)}`);
    return found;
  }
  if (!state) return [...found, "the state has nothing"];
  const args = life.changes[step] ?? life.first;
  const expected = { [state.id]: life.declared(args) };
  if (!drifted && canonicalJson(objects as never) !== canonicalJson(expected as never))
    found.push(`the platform has ${JSON.stringify(objects)} and not ${JSON.stringify(expected)}`);
  if (state.initErrors) found.push("the state has errors");
  await resource.restart();
  const seen = await resource.seen();
  if (textOf(seen) !== textOf(state)) found.push(`the state has ${textOf(state)} and not ${textOf(seen)}`);
  if (!drifted) {
    const would = await resource.preview(args);
    if (would !== "same") found.push(`there is still something to do: ${would}`);
  }
  return found;
}

function textOf(kept: Kept | undefined): string {
  return kept ? canonicalJson({ id: kept.id, outputs: kept.outputs }) : "nothing";
}

/** The key is in nothing that a user sees or that is kept. */
function leaks({ resource, said }: World): string[] {
  const text = JSON.stringify([resource.state ?? null, said()]);
  return text.includes(KEY) ? ["the key is told"] : [];
}

/** After its time a run changes nothing any more, and looks for no longer than it has to. */
function lateness(requests: RequestRecord[], since: number, took: number): string[] {
  const late = requests.filter(({ at }) => at > since + TIMEOUT);
  return [
    ...late.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path} came late`),
    ...late
      .filter(({ at }) => at > since + TIMEOUT + LAST_LOOK)
      .map(({ method, path }) => `${method} ${path} came far too late`),
    ...(took > TIMEOUT + LAST_LOOK ? [`the run took ${took} ms`] : []),
  ];
}

function failureOf(work: Promise<unknown>): Promise<Error | undefined> {
  return work.then(
    () => undefined,
    (error: Error) => error,
  );
}
