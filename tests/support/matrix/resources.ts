import { canonicalJson, type Json } from "../../../sdk/src/util/json";
import type { RequestRecord } from "../../../simulator/src";
import type { EngineRules, Kept } from "../engine-rules";
import { KEY } from "../platform";
import { SCENARIOS } from "../resource-fixtures";
import { type Asked, askedOf } from "./asked";
import type { Kind } from "./kinds";
import { errorOf, type Outcome, type Row, ruleOf, type Which } from "./outcome";
import type { NamedScenario } from "./scenarios";
import { unnamed } from "./sentences";
import { type StartWorld, startWorld, type World } from "./worlds";

/** A step of a scenario, and the operation that goes wrong at it. */
interface Stage extends Asked {
  scenario: NamedScenario;
  step: string;
}

const STEPS = ["create", "update", "replace", "refresh", "delete"];

/** What each step of each scenario requests where nothing goes wrong. Cells are met in worlds as `start` makes them. */
export async function resourceRows(start: StartWorld = startWorld): Promise<Row[]> {
  const rows: Row[] = [];
  for (const scenario of SCENARIOS)
    for (const step of STEPS.filter((each) => isOf(each, scenario)))
      for (const asked of await operationsOf(scenario, step)) {
        const stage = { scenario, step, ...asked };
        rows.push({
          name: scenario.name,
          step,
          ...asked,
          meet: (kind, which) => meet(start, stage, kind, which),
        });
      }
  return rows;
}

function isOf(step: string, { changes, without = [] }: NamedScenario): boolean {
  return !without.includes(step) && (changes[step] !== undefined || !["update", "replace"].includes(step));
}

async function operationsOf(scenario: NamedScenario, step: string): Promise<Asked[]> {
  const world = await startWorld(scenario);
  try {
    await comeTo(world, scenario, step);
    await take(world.resource, scenario, step);
    return await askedOf(world.platform);
  } finally {
    await world.close();
  }
}

/** Everything before the step. */
async function comeTo({ platform, prepare }: World, scenario: NamedScenario, step: string): Promise<void> {
  await prepare(async (resource) => {
    if (step !== "create") await resource.up(scenario.first);
  });
  scenario.before?.[step]?.(platform);
  platform.clearRequests();
}

async function take(resource: EngineRules, scenario: NamedScenario, step: string): Promise<void> {
  if (step === "delete") return resource.destroy();
  if (step !== "refresh") return void (await resource.up(declaredAt(scenario, step)));
  await resource.restart();
  await resource.refresh();
}

function declaredAt({ first, changes }: NamedScenario, step: string) {
  return changes[step] ?? first;
}

async function meet(start: StartWorld, stage: Stage, kind: Kind, which: Which): Promise<Outcome> {
  const world = await start(stage.scenario);
  let outcome: Outcome = { problems: [] };
  let printed = "";
  try {
    outcome = await judged(world, stage, kind, which);
  } finally {
    printed = await world.close();
  }
  const problems = printed === "" ? [] : [`the process has printed ${printed}`];
  return { ...outcome, problems: [...outcome.problems, ...problems] };
}

async function judged(world: World, stage: Stage, kind: Kind, which: Which): Promise<Outcome> {
  const { scenario, step } = stage;
  await comeTo(world, scenario, step);
  const before = world.said().length;
  const { error, happened, problems } = await faulted(world, stage, kind, which);
  const told = error && { error: error.message };
  if (!happened)
    return {
      ...told,
      problems: error ? [`nothing has happened to it, and it failed: ${error.message}`] : [],
    };
  if (error) return { mark: "●", ...told, problems: [...problems, ...(await next(world, stage, []))] };

  await world.resource.restart();
  const open = await differences(world, stage, step === "refresh");
  const said = world.said().slice(before);
  if (kind.missing && open.length > 0 && (kind.outage || said.length > 0 || step === "refresh")) {
    // Where all of them say so, the objects are not there.
    const left = kind.outage ? [...said, ...Object.keys(scenario.objects(world.platform))] : said;
    return { mark: "○", problems: [...problems, ...(await next(world, stage, left))] };
  }
  const unmet = open.map((each) => `it has ended well, but ${each}`);
  return { mark: "✓", problems: [...problems, ...unmet, ...(await next(world, stage, []))] };
}

/** The step while the fault lasts. */
async function faulted(world: World, stage: Stage, kind: Kind, which: Which) {
  const { scenario, step } = stage;
  const { faults, requests } = world.platform;
  world.configure(world.hasty(kind));
  faults.add(ruleOf(stage, kind, which));
  const error = await errorOf(take(world.resource, scenario, step));
  const happened = faults.fired().length > 0;
  const late = lateness([...requests], world.timeout * (step === "replace" ? 2 : 1));
  faults.clear();
  world.relieve();
  world.configure(world.calm);
  const problems = [...(error ? unnamed(error.message) : []), ...late, ...leaks(world)];
  return { error, happened, problems };
}

/** How long it is looked for what may have been made, after the time is over. */
const LAST_LOOK = 15_000;

/** After its time a run changes nothing any more, and looks for no longer than it has to. */
function lateness(requests: RequestRecord[], timeout: number): string[] {
  const end = (requests[0]?.at ?? 0) + timeout;
  return requests
    .filter(({ at, method }) => at > (method === "GET" ? end + LAST_LOOK : end))
    .map(({ at, method, path }) => `${method} ${path} came ${at - end} ms after the end`);
}

/** The key is in nothing that a user sees or that is kept. */
function leaks({ resource, said }: World): string[] {
  return JSON.stringify([resource.state ?? null, said()]).includes(KEY) ? ["the key is told"] : [];
}

/** What a user does next, without faults, and what is not as it has to be after it. `left` names what may stay. */
async function next(world: World, stage: Stage, left: string[]): Promise<string[]> {
  const error = await errorOf(goOn(world.resource, stage, left.length > 0));
  if (error) return [`the next run failed: ${error.message}`];
  return (await differences(world, stage, false, left)).map((each) => `after the next run ${each}`);
}

async function goOn(resource: EngineRules, { scenario, step }: Stage, isWarned: boolean): Promise<void> {
  await take(resource, scenario, step);
  if (isWarned && resource.state) await resource.refresh();
  if (resource.state && (isWarned || step === "refresh")) await resource.up(declaredAt(scenario, step));
}

/** In what the platform, the state and the declaration are not the same. */
async function differences(
  world: World,
  { scenario, step }: Stage,
  hasDrifted: boolean,
  left: string[] = [],
): Promise<string[]> {
  const { state, condemned } = world.resource;
  const pending = condemned.map(({ id }) => `${id} is still to be deleted`);
  const own = state && (scenario.idOf ?? idOf)(state);
  const there = Object.entries(scenario.objects(world.platform)).filter(
    ([id]) => id === own || !isNamed(id, left),
  );
  if (step === "delete") return [...pending, ...remains(scenario, state, there)];
  if (!state) return [...pending, "the state has nothing"];
  const args = declaredAt(scenario, step);
  const wanted = [[own, scenario.declared(args)]];
  const differs = !hasDrifted && textOf(there) !== textOf(wanted);
  return [
    ...pending,
    ...(differs ? [`the platform has ${textOf(there)} and not ${textOf(wanted)}`] : []),
    ...(await untruths(world.resource, state)),
    ...(hasDrifted ? [] : await plans(world.resource, args)),
  ];
}

function idOf({ id }: Kept): string {
  return id;
}

/** Whether one of these lines tells of the object. */
function isNamed(id: string, lines: string[]): boolean {
  return lines.some((line) => id.split("/").every((part) => line.includes(part)));
}

/** What a deletion has left. */
function remains({ stays }: NamedScenario, state: Kept | undefined, there: unknown[]): string[] {
  return [
    ...(state ? [`the state has ${state.id}`] : []),
    ...(there.length === (stays ? 1 : 0) ? [] : [`the platform has ${textOf(there)}`]),
  ];
}

/** What the state has otherwise than the platform. */
async function untruths(resource: EngineRules, state: Kept): Promise<string[]> {
  const seen = await resource.seen();
  const [has, should] = [state, seen].map((kept) => textOf(kept && [kept.id, kept.outputs]));
  return [
    ...(has === should ? [] : [`the state has ${has} and not ${should}`]),
    ...(state.initErrors ? [`the state has errors: ${state.initErrors}`] : []),
  ];
}

async function plans(resource: EngineRules, args: NamedScenario["first"]): Promise<string[]> {
  const step = await resource.preview(args);
  return step === "same" ? [] : [`there is something to ${step}`];
}

function textOf(value: unknown): string {
  return canonicalJson((value ?? null) as Json);
}
