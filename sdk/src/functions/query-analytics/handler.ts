import { z } from "zod";
import { query } from "../../platform/api/analytics";
import type { FunctionHandler } from "../../pulumi/function-call";
import { isObject } from "../../util/json";
import type { QueryAnalyticsArgs, QueryAnalyticsResult } from "./query-analytics";

type Path = PropertyKey[];

/** The path of the first part of a value that JSON cannot express. Undefined properties are left out. */
function oddPart(value: unknown, path: Path = [], parents: unknown[] = []): Path | undefined {
  if (value === null || typeof value === "string" || typeof value === "boolean") return undefined;
  if (Number.isFinite(value)) return undefined;
  const isPlain = Array.isArray(value) || z.core.util.isPlainObject(value);
  if (!isPlain || parents.includes(value)) return path;
  for (const [name, inner] of Object.entries(value)) {
    if (inner === undefined && !Array.isArray(value)) continue;
    const odd = oddPart(inner, [...path, Array.isArray(value) ? Number(name) : name], [...parents, value]);
    if (odd) return odd;
  }
  return undefined;
}

const message =
  "must be a plain value: a text, a number, true, false, null, or a list or an object of plain values";

export const handler: FunctionHandler<QueryAnalyticsArgs, QueryAnalyticsResult> = {
  args: z
    .custom<QueryAnalyticsArgs>(isObject, { error: "must be an object" })
    .superRefine((args, context) => {
      const path = oddPart(args);
      if (path) context.addIssue({ code: "custom", path, message });
    }),
  async call({ payload, ...others }, platform) {
    const isWrapped = isObject(payload) && Object.values(others).every((value) => value === undefined);
    return query(platform, isWrapped ? payload : { ...others, payload });
  },
};
