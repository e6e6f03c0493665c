import { z } from "zod";

/** What a client asks, in the form in which GraphQL travels. */
export const analyticsRequest = z.strictObject({
  query: z.string().regex(/\S/, "Must not be empty."),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
});

export type AnalyticsRequest = z.infer<typeof analyticsRequest>;

const analyticsError = z.looseObject({ message: z.string() });

/** Errors may come with the part of the data that could be had. */
export const analyticsAnswer = z.strictObject({
  data: z.record(z.string(), z.unknown()).nullable(),
  errors: z.array(analyticsError).readonly().exactOptional(),
});

export interface AnalyticsError extends Readonly<z.infer<typeof analyticsError>> {}
export interface AnalyticsAnswer extends Readonly<z.infer<typeof analyticsAnswer>> {}

/** What is wrong with the braces of a query; those in texts and comments do not count. */
export function braceError(query: string): string | undefined {
  const bare = query.replace(/"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|#[^\n]*/g, "");
  let depth = 0;
  for (const character of bare) {
    if (character === "{") depth += 1;
    if (character === "}") depth -= 1;
    if (depth < 0) return 'Syntax Error: Unexpected "}".';
  }
  return depth === 0 ? undefined : 'Syntax Error: Expected "}", found <EOF>.';
}
