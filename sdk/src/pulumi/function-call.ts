import type { Api } from "../platform/api/api";
import type { Platform } from "../platform/platform";
import type { Mask } from "../util/secrets";
import { findingsCollector } from "./files/preview-findings";

/** In the preview of `preflight`: the run calls a function. */
export function noteCall(name: string): void {
  findingsCollector()?.({ calls: name });
}

/** Calls the platform for a function, and logs the call if there is a log. */
export async function callPlatform<R>(
  name: string,
  platform: Platform,
  call: (api: Api) => Promise<R>,
  mask: Mask,
): Promise<R> {
  noteCall(name);
  const { log } = platform;
  if (log === undefined) return call(platform.api);
  const operation = log.operation({ operation: "call", type: name, mask });
  return operation.run(() => call(platform.apiFor({ sender: operation })));
}
