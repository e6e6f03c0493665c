import { z } from "zod";
import { type Fault, kinds } from "./kinds";
import { parseRule } from "./text";

const names = Object.keys(kinds);
const faults = Object.entries(kinds).map(([name, { options }]) =>
  options.safeExtend({ kind: z.literal(name) }),
);

const fault = z.discriminatedUnion("kind", faults as unknown as [z.ZodObject<{ kind: z.ZodLiteral }>], {
  error: ({ code }) =>
    code === "invalid_union" ? `Unknown kind of fault. The kinds are ${names.join(", ")}.` : undefined,
}) as unknown as z.ZodType<Fault, Fault>;

const times = z.int().positive();

/** Which of the matching requests: one, some, those from one on, or so many in a hundred. */
const when = z.union([
  z.literal("all"),
  times,
  z.array(times).min(1),
  z.strictObject({ from: times }),
  z.strictObject({ percent: z.number().min(0.001).max(100) }),
]);

const path = z
  .union([z.string(), z.instanceof(RegExp)])
  .transform((given) => (typeof given === "string" ? given : `~${given}`))
  .refine((text) => parsePath(text) !== undefined, "Must be a path, /a/beginning/*, or ~/an expression/.");

const method = z
  .string()
  .regex(/^[a-z]+$/i, "Must be a method.")
  .toUpperCase();

const ruleFields = z
  .strictObject({
    fault,
    method: method.exactOptional(),
    path: path.exactOptional(),
    when: when.exactOptional(),
  })
  .refine(({ fault, method }) => fault.kind !== "lagging-list" || method !== "GET", {
    path: ["method"],
    message: "Reads lag behind a request that writes: the rule must pick that one.",
  });

/** A rule as it is given: by its fields or as its one line. */
export const faultRule = z.preprocess((given, context) => {
  if (typeof given !== "string") return given;
  const read = parseRule(given);
  if ("fields" in read) return read.fields;
  context.addIssue({ code: "custom", path: [read.part], message: read.problem });
  return z.NEVER;
}, ruleFields);

export type When = z.input<typeof when>;

/** What happens, to which requests (all unless told), and to which of them (all unless told). */
export type FaultRule = z.input<typeof ruleFields>;

/** A rule as plain JSON, checked. */
export type SettledRule = z.output<typeof ruleFields>;

/**
 * The paths of a rule: the template of an operation (`/v1/tasks/{task_id}`), the beginning of a path (`/cloud/*`), or an expression
 * that may match anywhere in it (`~/routers/`). Undefined if the text is none of these.
 */
export function parsePath(text: string): RegExp | undefined {
  if (/^\/[^\s#]*$/.test(text)) return template(text);
  const [, source, flags] = /^~\/(.+)\/([a-z]*)$/.exec(text) ?? [];
  return source === undefined ? undefined : expression(source, flags);
}

function template(text: string): RegExp {
  const source = text
    .split(/(\{\w+\}|\*$)/)
    .map((part) => (part === "*" ? ".*" : part.startsWith("{") ? "[^/]+" : literally(part)));
  return new RegExp(`^${source.join("")}$`);
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function expression(source: string, flags: string | undefined): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}
