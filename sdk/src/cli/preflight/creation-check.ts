import type { Progress } from "../../lifecycle/handler";
import { idOf, parseParts } from "../../lifecycle/identity";
import { difference } from "../../lifecycle/properties";
import { foresee } from "../../lifecycle/steps/create";
import type { Creation } from "../../lifecycle/steps/creation";
import {
  certainValues,
  type Hidden,
  isPending,
  objectIdOf,
  progressOf,
  split,
} from "../../pulumi/process/state";
import { canonicalJson, type JsonObject } from "../../util/json";
import { overwritten } from "./differences";
import { CheckEnd, endOf, type Finding, note, ok, unchecked } from "./finding";
import { guarded, knownInputs, omittedInputs, withoutSecrets } from "./known-inputs";
import { isBefore, isImported, type PreviewStep } from "./preview";
import { type StepCheck, without } from "./step-check";

/** What the creation of a step would find at the platform. */
export async function checkCreation(check: StepCheck): Promise<Finding[]> {
  const { step, handler, account, context } = check;
  const { own, hidden } = split(step.after?.inputs ?? {});
  if (isImported(step)) return imported(check, own, hidden);
  const omitted = omittedInputs(handler.properties, step.declared, own);
  const complete = without(account.withSettings(own), omitted);
  const previous = previousOf(check, own, hidden);
  if (previous) context.previous = previous;
  const { identity, creation } = handler;
  if (identity && Object.keys(identity.id).every((name) => complete[name] !== undefined)) {
    const isNeeded = check.readsFirst({
      state: knownInputs(complete),
      inputs: knownInputs(complete),
      change: {},
    });
    return check.run(() => findDeclared(check, complete, isNeeded), { omitted, isNeeded });
  }
  if (!creation) return [unchecked("the platform has no operation that reads objects of this class")];
  return check.run(async () => findEqual(check, creation(guarded(complete)), complete), { omitted });
}

function imported(check: StepCheck, own: JsonObject, { __import: id }: Hidden): Finding[] {
  if (id !== undefined) check.use(id);
  return [ok("is imported: the preview has compared it with the object"), ...check.notComparable(own)];
}

/** The progress of an earlier run, on this machine or in the state of an unfinished creation that a replacement continues. */
function previousOf(
  check: StepCheck,
  own: JsonObject,
  { __org: organization }: Hidden,
): Progress | undefined {
  const { handler, progress, recorded } = check;
  const { urn, before: { id = "" } = {} } = check.step;
  const transient = Object.keys(own).filter((name) => handler.properties[name]?.transient);
  const stored = progress.ofCreation({ urn, organization }, without(own, transient));
  if (!isPending(objectIdOf(handler, id, recorded.own))) return stored;
  const { __declared: declared = [] } = recorded.hidden;
  const state = certainValues(recorded);
  const { replaces } = difference(handler.properties, state, declared, withoutSecrets(own));
  if (replaces.length > 0) return stored;
  // The deletion of the unfinished resource leaves the object.
  check.use(id, recorded.own);
  return { ...stored, ...progressOf(id, recorded) };
}

/** The inputs name the object. */
async function findDeclared(check: StepCheck, complete: JsonObject, isAdoption: boolean): Promise<Finding[]> {
  const changes = await useExisting(check, guarded(complete), complete);
  if (changes === "gone" || changes.length > 0 || isAdoption) return changes === "gone" ? [] : changes;
  return [note("already exists as declared: `up` changes nothing, and the stack then manages it")];
}

async function findEqual(
  check: StepCheck,
  creation: Creation<unknown>,
  complete: JsonObject,
): Promise<Finding[]> {
  const { handler, facts, account, context } = check;
  const place = Object.keys(handler.list?.place ?? {}).map((name) => guarded(complete)[name]);
  const scope = canonicalJson([account.uniqueKey("list"), handler.type, place]);
  const list = withoutFreed(check, facts.lists.shared(creation, scope), complete);
  const { resumed, equal, adopted } = await foresee(list, context);
  const existing = resumed ?? adopted;
  if (existing) {
    const named = { ...complete, ...idInputs(check, existing.id) };
    // `up` has the object from the list, and needs no other request to use it.
    const changes = await useExisting(check, named, complete).catch((error: unknown) => {
      throw new CheckEnd(endOf(error, { isNeeded: false }));
    });
    return changes === "gone" ? [] : changes;
  }
  if (equal === undefined) return [unchecked(creation.errors.cannotList.error().message)];
  if (equal.length === 0 || creation.ifExists !== "create") return [];
  const ids = equal.map(creation.idOf).join(", ");
  return [note(`${creation.noun} ${ids} already has this name: \`up\` creates another one`)];
}

/** What a creation changes in the object that it uses. `named` has the properties that identify it. */
async function useExisting(
  check: StepCheck,
  named: JsonObject,
  complete: JsonObject,
): Promise<Finding[] | "gone"> {
  const { handler, context } = check;
  const state = Object.fromEntries(check.identityNames.map((name) => [name, named[name]])) as JsonObject;
  const id = idOf(handler.identity ?? { id: {} }, state);
  check.use(id, state);
  const live = await check.read(id, state);
  const inputs = knownInputs(complete);
  const declared = context.progress?.declared ?? [];
  const { change } =
    live === "gone"
      ? { change: {} }
      : difference(handler.properties, live, declared, withoutSecrets(complete));
  check.requireChangeable(live, { state, inputs, change });
  if (live === "gone") return "gone";
  await check.findRunningTask(id, live, change);
  return [...overwritten(handler.properties, live, knownInputs(change)), ...check.notComparable(complete)];
}

/** Without the objects that this run deletes or renames before it creates this one. */
function withoutFreed(
  check: StepCheck,
  creation: Creation<unknown>,
  complete: JsonObject,
): Creation<unknown> {
  const { handler, facts, account, step } = check;
  const { identity } = handler;
  const isLeft = (object: unknown) => {
    const state = { ...complete, ...idInputs(check, creation.idOf(object)) };
    const key = identity && account.objectKey(idOf(identity, state), state);
    if (key === undefined) return true;
    if (facts.deletedFirst.has(key)) return false;
    const update = facts.updates.get(key);
    return !update || !isBefore(update, step, facts.steps) || hasKeyOf(creation, update);
  };
  const hasKeyOf = (one: Creation<unknown>, { after }: PreviewStep) => {
    const other = handler.creation?.(guarded(split(after?.inputs ?? {}).own));
    return canonicalJson(other?.afterKill.key) === canonicalJson(one.afterKill.key);
  };
  return { ...creation, list: async (api) => (await creation.list(api))?.filter(isLeft) };
}

/** The inputs that an id contains. */
function idInputs({ handler }: StepCheck, id: string): JsonObject {
  const parsed = parseParts(handler.identity?.id ?? {}, id);
  return "state" in parsed ? parsed.state : {};
}
