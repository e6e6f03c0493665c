import type { OperationContext } from "../../lifecycle/context";
import { deleteObject } from "../../lifecycle/steps/deletion";
import type { LongId } from "../../platform/api/ids";
import { QuotasApi } from "../../platform/api/quotas";
import { isGone, isUnavailable } from "../../platform/api/reply";
import { isDecided } from "./status";

const ADVICE = "Ask those who decide it to drop it.";

/** Withdraws a request. A request that is decided, or that this deployment cannot withdraw, stays. */
export async function withdraw(id: LongId | undefined, context: OperationContext): Promise<void> {
  if (id === undefined) {
    context.info(`the quota limit request stays at the platform: its id is not known here. ${ADVICE}`);
    return;
  }
  const quotas = new QuotasApi(context.platform);
  const undeleted = await deleteObject(
    () => quotas.deleteRequest(id),
    () => quotas.findRequest(id),
  );
  if (undeleted === undefined) return;
  const { error, left } = undeleted;
  if (left.is !== "found" && isGone(error)) return;
  const isOpen = left.is !== "found" || !isDecided(left.object);
  if (isOpen && !isUnavailable(error)) throw error;
  const why = isOpen ? `: this deployment has no operation to withdraw it. ${ADVICE}` : ", as it is decided";
  context.info(`the quota limit request ${id} stays at the platform${why}`);
}
