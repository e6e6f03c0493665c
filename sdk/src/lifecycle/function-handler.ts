import type { z } from "zod";
import type { Api } from "../platform/api/deployment";

/** A function in terms of the platform's API. Handlers do not depend on Pulumi. */
export interface FunctionHandler<A extends object, R> {
  /** The schema of the arguments. Callers read its messages. */
  args: z.ZodType<A>;
  call(args: A, platform: Api): Promise<R>;
}
