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

/** The result of an act in a preview, which must not change the platform. Its outcomes have the value for what is not known. */
export function previewCall(
  name: string,
  { outcomes = [] }: Pick<FunctionHandler<object, unknown>, "outcomes">,
  args: object,
  unknown: unknown,
): object {
  noteCall(name);
  return { ...args, ...Object.fromEntries(outcomes.map((outcome) => [outcome, unknown])) };
}

/** Calls the platform for a function, and logs the call if there is a log. */
export async function callPlatform<A extends object, R>(
  name: string,
  handler: FunctionHandler<A, R>,
  args: A,
  platform: Platform,
  { mask, warn }: { mask: Mask; warn(text: string): unknown },
): Promise<R> {
  noteCall(name);
  const warnMasked = async ({ message }: CodedError) => void (await warn(mask(message)));
  const call = (api: Api) => handler.call(args, { ...api, warn: warnMasked });
  const operation = platform.log?.operation({ operation: "call", type: name, mask });
  return operation ? operation.run(() => call(platform.apiFor({ sender: operation }))) : call(platform.api);
}

/** In the preview of `preflight`: the run calls a function. */
function noteCall(name: string): void {
  findingsCollector()?.({ calls: name });
}
