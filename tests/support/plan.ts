import { idOf } from "../../sdk/src/operation/identity";
import { declaredPaths, difference, redeclared } from "../../sdk/src/operation/properties";
import { ANY_REFUSAL } from "../../sdk/src/operation/refusal";
import {
  type AnyResource,
  type Change,
  isChange,
  type Message,
  type Missing,
  type Step,
} from "../../sdk/src/operation/resource";
import { withMergedLists } from "../../sdk/src/operation/runner";
import { isMessage } from "../../sdk/src/operation/step-runner";
import type { Api } from "../../sdk/src/platform/api/api";
import type { Call } from "../../sdk/src/platform/http/call";
import type { PlatformFailure } from "../../sdk/src/platform/http/error";
import { recordedValues } from "../../sdk/src/provider/state";
import type { JsonObject } from "../../sdk/src/util/json";
import { platformError } from "./platform-error";
import { evidenceOf, testApi } from "./test-api";

/** What an update begins with. */
export interface Situation {
  /** The state of the stack. */
  recorded: JsonObject;
  /** The inputs of the last run. Default: of the optional ones, the lists that are declared. */
  before?: JsonObject;
  /** The object at the platform. Default: as recorded. */
  live?: JsonObject | Missing;
  declared: JsonObject;
  /** What an unfinished operation has touched. */
  touched?: string[];
}

/** The steps of an update, one line for each, or the error that the plan throws. Sends nothing. */
export async function planned(resource: { type: string }, situation: Situation): Promise<string[]> {
  const { recorded, live = recorded } = situation;
  try {
    const steps = stepsOf(resource, situation);
    return await Promise.all(steps.map((step) => lineOf(step, typeof live === "string" ? recorded : live)));
  } catch (error) {
    return [`throws ${codeOf(error as Error)}`];
  }
}

function stepsOf(
  resource: { type: string },
  { recorded, before, live = recorded, declared, touched }: Situation,
): Step<object>[] {
  const { properties, change } = resource as unknown as AnyResource;
  const lists = Object.entries(declared).filter(([name]) => properties[name]?.items);
  const names = declaredPaths(before ?? Object.fromEntries(lists), properties);
  const state = { id: "", values: recorded, declared: names, ...(touched && { unfinished: { touched } }) };
  const known = recordedValues(properties, state, declared);
  const wish = difference(properties, known, names, declared);
  const again = redeclared(properties, known, names, declared);
  const asked = { inputs: declared, change: { ...wish.change, ...again }, recorded: known };
  return change(live, withMergedLists(properties, live, asked));
}

/** The steps of a deletion, one line for each. */
export function plannedRemoval(resource: { type: string }, state: JsonObject): Promise<string[]> {
  const { removal } = resource as unknown as AnyResource;
  const lines = (removal?.(state) ?? []).map(async (step) => {
    const line = await lineOf(step, state);
    return isMessage(step) ? line : line.replace(/(?= \| if refused)|$/, " | removes the object");
  });
  return Promise.all(lines);
}

/** The step of a creation. */
export async function plannedCreation(resource: { type: string }, inputs: JsonObject): Promise<string> {
  const { identity, creation } = resource as unknown as AnyResource;
  const { step, known } = creation(inputs);
  return step ? lineOf(step, known) : `uses ${identity && idOf(identity, known)}`;
}

/** A refused request, and the object as a GET shows it then. */
type Refused = [refusal: Partial<PlatformFailure>, seen: JsonObject | Missing];

/** How a creation settles a refusal: `fails`, or `done`, or the remark that the user reads. */
export function settledCreation(resource: { type: string }, inputs: JsonObject, ...refused: Refused): string {
  const { step } = (resource as unknown as AnyResource).creation(inputs);
  return step ? settled(step, ...refused) : "sends nothing";
}

/** The same for the first step of an update. */
export function settledChange(resource: { type: string }, situation: Situation, refusal: Refused[0]): string {
  const { recorded, live = recorded } = situation;
  return settled(stepsOf(resource, situation)[0], refusal, live);
}

/** The same for the first step of a deletion. */
export function settledRemoval(resource: { type: string }, state: JsonObject, ...refused: Refused): string {
  return settled((resource as unknown as AnyResource).removal?.(state)[0], ...refused);
}

function settled(step: Step<object> | undefined, ...[refusal, seen]: Refused): string {
  const failure = platformError(refusal);
  const way = (typeof step === "object" && "settle" in step && step.settle?.(failure)) || undefined;
  try {
    const steps = way?.(seen);
    if (!steps) return "fails";
    if (!steps.every(isMessage)) return "takes another step";
    return steps.map(textOf)[0] ?? "done";
  } catch (error) {
    return `throws ${codeOf(error as Error)}`;
  }
}

/** What a resource reads if each GET gets this reply. */
export async function readIn(resource: { type: string }, state: JsonObject, body: unknown): Promise<unknown> {
  const api = testApi(async () => ({ status: 200, body }));
  const seen = await (resource as unknown as AnyResource).identity?.read(api, "", state);
  return typeof seen === "string" ? seen : seen?.state;
}

function textOf(message: Message): string | undefined {
  return typeof message === "string" ? message : codeOf(message);
}

function codeOf({ message }: Error): string | undefined {
  return /\[([a-z-]+)\]/.exec(message)?.[1];
}

async function lineOf(step: Step<object>, live: object): Promise<string> {
  if (isMessage(step)) return `says: ${textOf(step)}`;
  if ("awaits" in step) return "waits for a decision";
  const { does, sets } = step;
  const touches = Object.keys(sets?.(live) ?? {});
  const instead = await Promise.all(insteadOf(step, live).map((one) => lineOf(one, live)));
  return [
    ...(does ? [does] : []),
    await requestOf(step),
    ...(touches.length > 0 ? [`touches ${touches.join(", ")}`] : []),
    ...(instead.length > 0 ? [`if refused: ${instead.map((line) => `(${line})`).join(" ")}`] : []),
  ].join(" | ");
}

/** The changes that are made in place of a refused one. */
function insteadOf({ settle }: Change<object>, live: object): Change<object>[] {
  const way = settle?.(ANY_REFUSAL);
  try {
    return (way ? (way(live) ?? []) : []).filter(isChange);
  } catch {
    // It fails with another error.
    return [];
  }
}

/** The one request of a step: `PUT /a {"b":1}`. */
async function requestOf({ send }: Change<object>): Promise<string> {
  const calls: string[] = [];
  const api: Api = {
    evidence: evidenceOf(),
    get: () => Promise.reject(new Error("A step must not read.")),
    send({ method, path, body }: Call) {
      calls.push([method, path, ...(body === undefined ? [] : [JSON.stringify(body)])].join(" "));
      return Promise.reject(new Error("No server answers."));
    },
  };
  await send(api).catch(() => {});
  if (calls.length !== 1) throw new Error(`A step sends ${calls.length} requests: ${calls.join(", ")}`);
  return calls[0] as string;
}
