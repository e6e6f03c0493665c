import type { z } from "zod";
import { type InvalidFields, invalid } from "./problem";

/** The value as the schema returns it. Throws a problem that names the invalid fields, and the whole value by `name`. */
export function check<T>(schema: z.ZodType<T>, value: unknown, name = "body"): T {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  throw invalid(fieldsOf(result.error.issues, name));
}

function fieldsOf(issues: readonly z.core.$ZodIssue[], name: string): InvalidFields {
  // A map, because a field may be named as a property that each object has, such as `constructor`.
  const fields = new Map<string, string[]>();
  const add = (path: readonly PropertyKey[], message: string): void => {
    const field = path.length === 0 ? name : path.map(String).join(".");
    const earlier = fields.get(field);
    if (earlier) earlier.push(message);
    else fields.set(field, [message]);
  };
  for (const issue of issues) {
    if (issue.code !== "unrecognized_keys") add(issue.path, messageOf(issue));
    else for (const key of issue.keys) add([...issue.path, key], "Unknown field.");
  }
  return Object.fromEntries(fields);
}

/** JSON has no undefined: a value that is not there is a missing one. Rules of several fields have sentences of their own. */
function messageOf({ code, message, input }: z.core.$ZodIssue): string {
  return code !== "custom" && input === undefined ? "This field is required." : message;
}
