/** Why a file cannot be read or written. Node names the call and the path after it. */
export function fileReason(error: unknown): string {
  const [reason = ""] = (error as Error).message.split(",");
  return reason;
}
