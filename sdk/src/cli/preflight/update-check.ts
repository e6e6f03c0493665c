import { difference } from "../../lifecycle/properties";
import {
  certainValues,
  isUnfinished,
  objectIdOf,
  type SplitProperties,
  split,
} from "../../pulumi/process/state";
import { drift } from "./differences";
import { type Finding, note, unchecked } from "./finding";
import { knownInputs, withoutSecrets } from "./known-inputs";
import type { StepCheck } from "./step-check";

/** What an update would meet: whether the object exists, and what others have changed since the state was written. */
export async function checkUpdate(check: StepCheck): Promise<Finding[]> {
  const { before, after } = check.step;
  if (!before || !after) return [unchecked("the preview does not contain its state")];
  const { handler, recorded } = check;
  const { properties } = handler;
  const { own: inputs, hidden } = split(after.inputs);
  const state = knownInputs(recorded.own);
  const certain = knownInputs(certainValues(recorded));
  const { change } = difference(
    properties,
    certain,
    recorded.hidden.__declared ?? [],
    withoutSecrets(inputs),
  );
  const planned = { state, inputs: knownInputs(inputs), change };
  const compare = async () => {
    await findUnfinished(check, recorded);
    check.requireIdentity(recorded.own);
    const id = objectIdOf(handler, before.id ?? "", recorded.own);
    const live = await check.read(id, state);
    check.requireChangeable(live, planned);
    if (live === "gone") return [note("does not exist any more: `pulumi refresh` removes it from the state")];
    await check.findRunningTask(id, live, isUnfinished(recorded) ? undefined : change);
    const changes = drift(properties, { recorded: state, live, change }, hidden.__secret ?? []);
    return [...changes, ...check.notComparable(recorded.own)];
  };
  return check.run(compare, { isNeeded: check.readsFirst(planned) });
}

async function findUnfinished({ context }: StepCheck, recorded: SplitProperties): Promise<void> {
  const { __tasks: tasks = [], __unsure: uncertain = [] } = recorded.hidden;
  if (!isUnfinished(recorded)) return;
  for (const task of tasks) await context.awaitForeignTask(task);
  const what = uncertain.length > 0 ? `compares ${uncertain.join(", ")} with the platform` : "continues it";
  context.findings.push(note(`an earlier run was interrupted: \`up\` ${what}`));
}
