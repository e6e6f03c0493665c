import { z } from "zod";
import { lagging, taskError, taskNeverEnds, taskUnknown } from "./consequences";
import type { Effect } from "./effect";
import {
  drip,
  empty,
  hang,
  html,
  rateLimit,
  resetAfter,
  resetBefore,
  slow,
  status,
  textsReplaced,
  truncated,
  typesChanged,
} from "./replies";

/** A kind of fault. */
interface Kind<Shape extends z.ZodRawShape> {
  readonly options: z.ZodObject<Shape, z.core.$strict>;
  readonly effect: (options: z.output<z.ZodObject<Shape>>) => Effect;
  /** A rule that the page offers, and what it does. */
  readonly rule: string;
  readonly meaning: string;
}

function kind<Shape extends z.ZodRawShape>(
  rule: string,
  meaning: string,
  shape: Shape,
  effect: Kind<Shape>["effect"],
): Kind<Shape> {
  return { options: z.strictObject(shape), effect, rule, meaning };
}

const flag = z.boolean().exactOptional();
const ms = z
  .int()
  .positive()
  .max(2 ** 31 - 1);
const times = z.int().positive();
const text = z.string().exactOptional();
const seconds = z.int().nonnegative().exactOptional();
const errorCode = z.int().min(400).max(599);
const code = z.int().min(200).max(599);

export const kinds = {
  // Before the request is read, or after it: the effect on the request is the same.
  refuse: kind("refuse", "Reset each connection before the request is read", {}, () => resetBefore),
  "reset-before": kind("reset-before", "Reset the connection; nothing takes effect", {}, () => resetBefore),
  "reset-after": kind(
    "reset-after@POST",
    "Reset the connection after a creation took effect",
    {},
    () => resetAfter,
  ),
  hang: kind("hang", "Never answer", { processed: flag }, hang),
  slow: kind("slow:ms=2000", "Answer two seconds late", { ms }, slow),
  status: kind(
    "status:code=503",
    "Answer 503 Service Unavailable",
    { code: errorCode, processed: flag, retryAfter: seconds, message: text },
    status,
  ),
  "rate-limit": kind(
    "rate-limit:perSecond=2,retryAfter=1",
    "Answer 429 to more than two a second",
    { perSecond: times, retryAfter: seconds },
    rateLimit,
  ),
  html: kind("html:code=502", "Answer with the page of a gateway", { code, processed: flag }, html),
  empty: kind("empty", "Answer without the body", {}, () => empty),
  truncated: kind("truncated", "Answer with half of the body", { broken: flag }, truncated),
  drip: kind("drip:ms=100", "Send the body slowly, and never end", { ms }, drip),
  "wrong-types": kind("wrong-types", "Answer with values of other types", { field: text }, typesChanged),
  texts: kind(
    'texts:field="name",text="<b>changed</b>"',
    "Answer with another name",
    { field: z.string(), text: z.string() },
    textsReplaced,
  ),
  "task-error": kind("task-error", "Let each new task end in ERROR", { message: text }, taskError),
  "task-never-ends": kind(
    "task-never-ends",
    "Let each new task run until you end it",
    {},
    () => taskNeverEnds,
  ),
  "task-unknown": kind(
    "task-unknown:looks=3",
    "Answer 404 to the first three looks at a new task",
    { looks: times },
    taskUnknown,
  ),
  "lagging-list": kind(
    "lagging-list:reads=2@POST",
    "Hide what was created from the first two reads",
    { reads: times },
    lagging,
  ),
};

type Kinds = typeof kinds;

export type FaultKind = keyof Kinds;
export type FaultOf<Name extends FaultKind> = { readonly kind: Name } & Readonly<
  z.output<Kinds[Name]["options"]>
>;
export type Fault = { [Name in FaultKind]: FaultOf<Name> }[FaultKind];

export function effectOf({ kind, ...options }: Fault): Effect {
  // The schema of the rule has checked the options of the kind.
  return (kinds[kind].effect as (options: unknown) => Effect)(options);
}

/** One rule of each kind, which the page offers. */
export const faultExamples = Object.entries(kinds).map(([kind, { rule, meaning }]) => ({
  kind,
  rule,
  meaning,
}));
