import { z } from "zod";

/** What a client asks, in the form in which GraphQL travels. */
export const analyticsRequest = z.strictObject({
  query: z.string().regex(/\S/, "Must not be empty."),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
});

export type AnalyticsRequest = z.infer<typeof analyticsRequest>;

export interface AnalyticsError {
  readonly message: string;
  readonly [field: string]: unknown;
}

/** Errors may come with the part of the data that could be had. */
export interface AnalyticsAnswer {
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly AnalyticsError[];
}

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
