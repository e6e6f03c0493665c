import type { LongId } from "../../api/ids";
import { isGone, isMissing, isUnavailable } from "../../api/reply";
import { PlatformError } from "../../http/error";
import { shortened } from "../../util/text";
import type { Run } from "../handler";
import { isDecided } from "./status";

/** Takes a request back. What is decided, or cannot be taken back from here, stays, and it is said what is left. */
export async function withdraw(id: LongId | undefined, description: string, run: Run): Promise<void> {
  const what = `the quota limit request ${id ?? `"${shortened(description)}"`} stays at the platform`;
  if (id === undefined) {
    run.info(`${what}: its id is not known here. ${DROP}`);
    return;
  }
  try {
    await run.platform.quotas.deleteRequest(id, run.signal);
  } catch (error) {
    if (!isMissing(error) && !isRefusal(error)) throw error;
    const found = await run.platform.quotas.findRequest(id, run.signal);
    if (found.is === "gone" || (found.is === "unreadable" && isGone(error))) return;
    const open = found.is === "unreadable" || !isDecided(found.object);
    if (open && !isUnavailable(error)) throw error;
    run.info(
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
