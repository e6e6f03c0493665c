import { overwritten } from "../../lifecycle/differences";
import { idOf } from "../../lifecycle/identity";
import { difference } from "../../lifecycle/properties";
import type { Unfinished } from "../../lifecycle/record";
import type { ListedCreation } from "../../lifecycle/resource";
import { isNamed } from "../../lifecycle/resource";
import { certainValues, isPending, objectIdOf, split, unfinishedIn } from "../../pulumi/process/state";
import type { JsonObject } from "../../util/json";
import { CreationSearch } from "./creation-search";
import { CheckEnd, endOf, type Finding, note, ok, unchecked } from "./finding";
import { guarded, knownInputs, withoutSecrets } from "./known-inputs";
import { isImported } from "./preview";
import { NO_READ, type StepCheck } from "./step-check";

/** What the creation of a step would find at the platform. */
export async function checkCreation(check: StepCheck): Promise<Finding[]> {
  const { step, on } = check;
  const { own, hidden } = split(step.after?.inputs ?? {});
  if (isImported(step)) {
    if (hidden.__import !== undefined) check.use(hidden.__import);
    return [ok("is imported: the preview has compared it with the object"), ...check.notComparable(own)];
  }
  const { identity, properties } = on.resource;
  // A preview omits the values of these inputs, because they are not stored.
  const omitted = step.declared.filter((name) => properties[name]?.transient && own[name] === undefined);
  const all = Object.entries(on.account.withSettings(own));
  const inputs = Object.fromEntries(all.filter(([name]) => !omitted.includes(name)));
  const creation = on.resource.creation(knownInputs(inputs));
  const isAdoption = isNamed(creation);
  if (!isAdoption && creation.objects) return check.run(() => findEqual(check, inputs), { omitted });
  if (identity === undefined) return [unchecked(`the ${NO_READ}`)];
  const find = async () => {
    const known = check.identityIn(inputs);
    const changes = await useExisting(check, idOf(identity, known), known, inputs);
    if (changes === "gone") return [];
    if (changes.length > 0 || isAdoption) return changes;
    return [note("already exists as declared: `up` changes nothing, and the stack then manages it")];
  };
  return check.run(find, { omitted, isNeeded: isAdoption });
}

async function findEqual(check: StepCheck, inputs: JsonObject): Promise<Finding[]> {
  const creation = check.on.resource.creation(guarded(inputs)) as ListedCreation;
  const { noun, existing, errors, known } = creation;
  const search = new CreationSearch(check, creation, guarded(inputs));
  const previous = previousOf(check);
  const continued = previous && (await search.resume(previous));
  const equal = continued === undefined ? await search.list() : [];
  if (existing?.ifExists === "adopt" && continued === undefined && equal?.length === 0)
    await search.awaitUnfinished();
  const chosen = equal && existing?.choose(equal);
  if (chosen) check.findings.push(note(existing?.adoption(chosen) ?? ""));
  await check.awaitTask(chosen?.task);
  const id = continued ?? chosen?.id;
  if (id !== undefined) {
    const declared = continued === undefined ? [] : previous?.creation?.declared;
    // `up` has the object from the list, and needs no other request to use it.
    const changes = await useExisting(check, id, known, inputs, declared).catch((error: unknown) => {
      throw new CheckEnd(endOf(error, { isNeeded: false }));
    });
    return changes === "gone" ? [] : changes;
  }
  if (equal === undefined) return [unchecked(errors?.cannotList.error().message ?? "")];
  if (equal.length === 0 || existing?.ifExists !== "create") return [];
  const ids = equal.map((each) => each.id).join(", ");
  return [note(`${noun} ${ids} already has this name: \`up\` creates another one`)];
}

/** What an earlier run has left, on this machine or in the state of an unfinished creation that a replacement continues. */
function previousOf(check: StepCheck): Unfinished | undefined {
  const { on, recorded, step } = check;
  const { resource } = on;
  const after = split(step.after?.inputs ?? {});
  const stored = on.records.ofCreation({ urn: step.urn, organization: after.hidden.__org })?.unfinished;
  const id = step.before?.id ?? "";
  const { isDeleting, own, hidden } = recorded;
  if (!isDeleting && !isPending(objectIdOf(resource, id, own))) return stored;
  const inputs = withoutSecrets(after.own);
  const { __declared: declared = [] } = hidden;
  if (difference(resource.properties, certainValues(recorded), declared, inputs).replaces.length > 0)
    return undefined;
  // The deletion of the unfinished resource leaves the object.
  if (!isDeleting) check.use(id, own);
  const creation = stored?.creation && { ...stored.creation, declared };
  return { ...(creation && { creation }), ...unfinishedIn(id, recorded) };
}

/** What a creation changes in the object that it uses. `known` has the properties that identify it. */
async function useExisting(
  check: StepCheck,
  id: string,
  known: JsonObject,
  inputs: JsonObject,
  declaredBefore: string[] = [],
): Promise<Finding[] | "gone"> {
  check.use(id, known);
  const seen = await check.read(id, known);
  const { properties } = check.on.resource;
  const state = seen === "gone" ? known : seen.state;
  const { change } = difference(properties, state, declaredBefore, withoutSecrets(inputs));
  await check.findObstacles(seen, { inputs, change, recorded: state });
  if (seen === "gone") return seen;
  return [...overwritten(properties, state, knownInputs(change)).map(note), ...check.notComparable(inputs)];
}
