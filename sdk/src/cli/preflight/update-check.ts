import { continuation, drift } from "../../lifecycle/differences";
import { difference, isReadBefore } from "../../lifecycle/properties";
import { certainValues, isUnfinished, objectIdOf, split } from "../../pulumi/process/state";
import { type Finding, note, unchecked } from "./finding";
import { knownInputs, whyUnknown, withoutSecrets } from "./known-inputs";
import type { StepCheck } from "./step-check";

/** What an update would meet: whether the object exists, and what others have changed since the state was written. */
export async function checkUpdate(check: StepCheck): Promise<Finding[]> {
  const { before, after } = check.step;
  if (!before || !after) return [unchecked("the preview does not contain its state")];
  const { on, recorded } = check;
  const { properties } = on.resource;
  const { own: inputs, hidden } = split(after.inputs);
  const { __declared: declared = [], __tasks: tasks = [], __unsure: touched = [] } = recorded.hidden;
  const certain = knownInputs(certainValues(recorded));
  const { change } = difference(properties, certain, declared, withoutSecrets(inputs));
  const state = knownInputs(recorded.own);
  const wish = { inputs, change, recorded: state };
  const wasInterrupted = isUnfinished(recorded);
  const compare = async () => {
    if (wasInterrupted) {
      for (const task of tasks) await check.awaitTask(task);
      check.findings.push(note(continuation(touched)));
    }
    check.identityIn(recorded.own);
    const live = await check.read(objectIdOf(on.resource, before.id ?? "", recorded.own), state);
    await check.findObstacles(live, wish, wasInterrupted);
    if (live === "gone") return [note("does not exist any more: `pulumi refresh` removes it from the state")];
    const facts = { recorded: state, live: live.state, change };
    const changes = drift(
      properties,
      facts,
      hidden.__secret ?? [],
      (value) => whyUnknown(value) !== undefined,
    );
    return [...changes.map(note), ...check.notComparable(recorded.own)];
  };
  const waitsForDecision = () => check.stepsOf({ id: "", state }, wish).some((step) => "awaits" in step);
  return check.run(compare, {
    isNeeded: wasInterrupted || isReadBefore(properties, change) || waitsForDecision(),
  });
}
