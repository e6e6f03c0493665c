import { ifRefused } from "../../lifecycle/differences";
import type { ListedCreation } from "../../lifecycle/resource";
import { isPending, objectIdOf } from "../../pulumi/process/state";
import { CreationSearch } from "./creation-search";
import { type Finding, note, ok } from "./finding";
import { guarded, knownInputs } from "./known-inputs";
import type { StepCheck } from "./step-check";

const USED = "another resource of the stack is this object";

/** What the deletion of the object that a step removes would meet. */
export async function checkDeletion(check: StepCheck): Promise<Finding[]> {
  const { id = "" } = check.step.before ?? {};
  const { removal } = check.on.resource;
  const { own } = check.recorded;
  const keeps = (...findings: Finding[]) => {
    check.found = "kept";
    return findings;
  };
  const stays = (reason: string) => keeps(ok(`stays at the platform: ${reason}`));
  if (!removal) return [ok("has nothing to delete at the platform")];
  // Of an unfinished creation, the new resource continues it.
  if (check.isUsed(id, own)) return isPending(id) ? keeps() : stays(USED);
  const reason = check.reasonToStay;
  if (reason) return stays(reason);
  const find = async () => {
    check.identityIn(own);
    const realId = await realIdOf(check, id);
    if (realId === undefined)
      return keeps(note("an earlier run has created nothing: there is nothing to delete"));
    if (check.isUsed(realId, own)) return stays(USED);
    const live = await check.read(realId, knownInputs(own));
    if (live === "gone") return [note("does not exist any more: there is nothing to delete")];
    await check.awaitTask(live.task);
    const remarks = removal(live.state).flatMap((step) => ifRefused(step, live.state) ?? []);
    return remarks.map((remark) => note(`if the platform refuses to delete it, ${remark}`));
  };
  // A deletion reads the object only if the platform refuses it.
  return check.run(find, { isNeeded: false });
}

/** The object's id at the platform; undefined if an interrupted creation has created nothing. */
async function realIdOf(check: StepCheck, id: string): Promise<string | undefined> {
  const { resource } = check.on;
  const { own, hidden } = check.recorded;
  const { __tasks: tasks = [] } = hidden;
  if (!isPending(id)) await check.finishedTasks(tasks);
  if (!isPending(id) || tasks.length === 0) return objectIdOf(resource, id, own);
  const creation = resource.creation(guarded(own)) as ListedCreation;
  return creation.objects && new CreationSearch(check, creation, guarded(own)).recognise({ tasks });
}
