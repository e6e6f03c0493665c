import { z } from "zod";
import { didYouMean } from "../core/nearest";
import { parseRule } from "./parse-text";
import { parsePath, textOfPath } from "./pattern";

const flag = z.boolean().exactOptional();
const milliseconds = z
  .int()
  .positive()
  .max(2 ** 31 - 1);
const times = z.int().positive();
const sentence = z.string().exactOptional();

/** What may happen to a request. */
const kinds = [
  z.strictObject({ kind: z.literal("refuse") }),
  z.strictObject({ kind: z.literal("reset-before") }),
  z.strictObject({ kind: z.literal("reset-after") }),
  z.strictObject({ kind: z.literal("hang"), processed: flag }),
  z.strictObject({ kind: z.literal("slow"), ms: milliseconds }),
  z.strictObject({
    kind: z.literal("status"),
    code: z.int().min(400).max(599),
    processed: flag,
    /** Seconds. */
    retryAfter: z.int().nonnegative().exactOptional(),
    message: sentence,
  }),
  z.strictObject({
    kind: z.literal("rate-limit"),
    perSecond: times,
    /** Seconds. */
    retryAfter: z.int().nonnegative().exactOptional(),
  }),
  z.strictObject({ kind: z.literal("html"), code: z.int().min(200).max(599), processed: flag }),
  z.strictObject({ kind: z.literal("empty") }),
  z.strictObject({ kind: z.literal("truncated"), broken: flag }),
  z.strictObject({ kind: z.literal("drip"), ms: milliseconds }),
  z.strictObject({ kind: z.literal("wrong-types"), field: z.string().exactOptional() }),
  z.strictObject({ kind: z.literal("texts"), field: z.string(), text: z.string() }),
  z.strictObject({ kind: z.literal("task-error"), message: sentence }),
  z.strictObject({ kind: z.literal("task-never-ends") }),
  z.strictObject({ kind: z.literal("task-unknown"), looks: times }),
  z.strictObject({ kind: z.literal("lagging-list"), reads: times }),
] as const;

const fault = z.discriminatedUnion("kind", kinds, {
  error: ({ code, input }) => (code === "invalid_union" ? unknownKind(input) : undefined),
});

function unknownKind(fault: unknown): string {
  const names = kinds.map(({ shape }) => shape.kind.value);
  const given = String((fault as { readonly kind?: unknown }).kind);
  return `Unknown kind of fault.${didYouMean(given, names) || ` The kinds are ${names.join(", ")}.`}`;
}

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
  .transform(textOfPath)
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

export type Fault = z.input<typeof fault>;
export type FaultKind = Fault["kind"];
export type When = z.input<typeof when>;

/** What happens, to which requests (all unless told), and to which of them (all unless told). */
export type FaultRule = z.input<typeof ruleFields>;

/** A rule as plain JSON, checked. */
export type SettledRule = z.output<typeof ruleFields>;
