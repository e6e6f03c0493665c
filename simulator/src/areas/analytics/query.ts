import { z } from "zod";

/** A GraphQL request. */
export const analyticsRequest = z.strictObject({
  query: z.string().regex(/\S/, "Must not be empty."),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
});

export type AnalyticsRequest = z.infer<typeof analyticsRequest>;

const analyticsError = z.looseObject({ message: z.string() });

/** A GraphQL response. If only a part of the data is available, it has that part and errors. */
export const analyticsAnswer = z.strictObject({
  data: z.record(z.string(), z.unknown()).nullable(),
  errors: z.array(analyticsError).readonly().exactOptional(),
});

export interface AnalyticsError extends Readonly<z.infer<typeof analyticsError>> {}
export interface AnalyticsAnswer extends Readonly<z.infer<typeof analyticsAnswer>> {}

/**
 * Strings and comments. A string without its end matches as well: otherwise a search would start again at each quote, which
 * takes minutes for a long query.
 */
const STRINGS_AND_COMMENTS = /"""[\s\S]*?(?:"""|$)|"(?:\\.|[^"\\\n])*"?|#[^\n]*/g;

/** Why the braces of a query do not match; undefined if they do. */
export function braceError(query: string): string | undefined {
  const bare = query.replace(STRINGS_AND_COMMENTS, "");
  let depth = 0;
  for (const character of bare) {
    if (character === "{") depth += 1;
    if (character === "}") depth -= 1;
    if (depth < 0) return 'Syntax Error: Unexpected "}".';
  }
  return depth === 0 ? undefined : 'Syntax Error: Expected "}", found <EOF>.';
}
