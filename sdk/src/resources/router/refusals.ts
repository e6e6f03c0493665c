import { PlatformError } from "../../http/error";
import { TaskFailed } from "../../tasks/task";

/** The platform said no, in its reply or by its task; a wait that merely ended is not that. */
export function isRefusal(error: unknown): error is Error {
  return (
    error instanceof TaskFailed || (error instanceof PlatformError && [400, 409].includes(error.status ?? 0))
  );
}

/** A router that is refused for another reason must not lose its network over it. */
export function isAboutAttachments(error: Error): boolean {
  return /subnet|interface|\bports?\b|\broutes?\b|attach/i.test(saidBy(error));
}

export function isAboutRoutes(error: Error): boolean {
  return /\broutes?\b/i.test(saidBy(error));
}

function saidBy(error: Error): string {
  return error instanceof PlatformError ? `${error.reason} ${JSON.stringify(error.fields)}` : error.message;
}
