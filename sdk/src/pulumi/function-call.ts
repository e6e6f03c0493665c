import type { z } from "zod";
import type { CodedError } from "../errors/definition";
import type { Api } from "../platform/api/api";
import type { Platform } from "../platform/platform";
import type { Mask } from "../util/secrets";
import { findingsCollector } from "./files/preview-findings";

/** The platform, and the user who calls a function. */
export interface Caller extends Api {
  /** Prints a warning, once per process. */
  warn(warning: CodedError): Promise<void>;
}

/** A function in terms of the platform's API. Handlers do not depend on Pulumi. */
export interface FunctionHandler<A extends object, R> {
  /** The schema of the arguments. Callers read its messages. */
  args: z.ZodType<A>;
  /** Results that only a change of the platform has, so that a preview does not know them. */
  outcomes?: readonly string[];
  call(args: A, platform: Caller): Promise<R>;
}

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
