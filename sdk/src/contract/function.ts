import type { z } from "zod";
import type { Api } from "../api/platform";

/** What a function does, in terms of the platform's API. Handlers know nothing of Pulumi. */
export interface FunctionHandler<A extends object, R> {
  /** What a caller may give. Its messages are what the caller reads. */
  args: z.ZodType<A>;
  call(args: A, platform: Api): Promise<R>;
}
