import type { LongId } from "../../api/ids";
import { isGone, isMissing, isUnavailable } from "../../api/reply";
import type { OperationContext } from "../../contract/context";
import { PlatformError } from "../../http/error";
import { isDecided } from "./status";

/** Withdraws a request. One that is decided, or cannot be withdrawn here, stays, and the user is told. */
export async function withdraw(id: LongId | undefined, context: OperationContext): Promise<void> {
  if (id === undefined) {
    context.info(`the quota limit request stays at the platform: its id is not known here. ${DROP}`);
    return;
  }
  const what = `the quota limit request ${id} stays at the platform`;
  try {
    await context.platform.quotas.deleteRequest(id);
  } catch (error) {
    if (!isMissing(error) && !isRefusal(error)) throw error;
    const found = await context.platform.quotas.findRequest(id);
    if (found.is === "gone" || (found.is === "unreadable" && isGone(error))) return;
    const open = found.is === "unreadable" || !isDecided(found.object);
    if (open && !isUnavailable(error)) throw error;
    context.info(
      open
        ? `${what}: this deployment has no operation to withdraw it. ${DROP}`
        : `${what}, as it is decided`,
    );
  }
}

const DROP = "Ask those who decide it to drop it.";

/** Whether a decided request may be deleted is for the platform to say. */
function isRefusal(error: unknown): boolean {
  return error instanceof PlatformError && [400, 403, 409, 422].includes(error.status ?? 0);
}
