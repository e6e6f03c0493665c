import { resolveId } from "../../pulumi/process/existing";
import { isPending, split } from "../../pulumi/process/state";
import { type Finding, note, ok } from "./finding";
import { guarded, knownInputs } from "./known-inputs";
import type { StepCheck } from "./step-check";

/** What the deletion of the object that a step removes would meet. */
export async function checkDeletion(check: StepCheck): Promise<Finding[]> {
  const { handler, context } = check;
  const { id = "", outputs = {} } = check.step.before ?? {};
  const { own, hidden } = split(outputs);
  const keeps = (finding: Finding[]) => {
    check.found = "kept";
    return finding;
  };
  const stays = (reason: string) => keeps([ok(`stays at the platform: ${reason}`)]);
  if (!handler.delete) return [ok("has nothing to delete at the platform")];
  // Of an unfinished creation, the new resource continues it.
  if (check.isUsed(id, own)) return isPending(id) ? keeps([]) : stays(USED);
  const reason = check.reasonToStay;
  if (reason) return stays(reason);
  const find = async () => {
    check.requireIdentity(own);
    const realId = await resolveId(handler, id, { own: guarded(own), hidden }, context);
    if (realId === undefined)
      return keeps([note("an earlier run has created nothing: there is nothing to delete")]);
    if (check.isUsed(realId, own)) return stays(USED);
    const live = await check.read(realId, knownInputs(own));
    if (live === "gone") return [note("does not exist any more: there is nothing to delete")];
    await check.findRunningTask(realId, live);
    const remark = handler.ifDeletionRefused?.(live);
    return remark ? [note(`if the platform refuses to delete it, ${remark}`)] : [];
  };
  // A deletion reads the object only if the platform refuses it.
  return check.run(find, { isNeeded: false });
}

const USED = "another resource of the stack is this object";
