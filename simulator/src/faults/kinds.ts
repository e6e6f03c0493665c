import { z } from "zod";
import { gatewayPage } from "../http/answers";
import { lagging, onTasks, unknownTask } from "./consequences";
import { answered, type Effect } from "./effect";
import { inField, ofAnotherType, withOtherTypes } from "./json";
import { changingBody, changingJson, errorReply, rateLimit, replacing } from "./replies";

/** A kind of fault: its options, its effect, and a rule that the page offers, with what it does. */
interface Kind<Shape extends z.ZodRawShape> {
  readonly options: z.ZodObject<Shape, z.core.$strict>;
  readonly effect: (options: z.output<z.ZodObject<Shape>>) => Effect;
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

const MAX_DELAY_MS = 2 ** 31 - 1;

const flag = z.boolean().exactOptional();
const ms = z.int().positive().max(MAX_DELAY_MS);
const times = z.int().positive();
const text = z.string().exactOptional();
const seconds = z.int().nonnegative().exactOptional();
const errorCode = z.int().min(400).max(599);
const anyCode = z.int().min(200).max(599);

const reset: Effect = () => ({ kind: "reset" });

export const kinds = {
  // The server does not read the request. Its effect on the request is that of `reset-before`.
  refuse: kind("refuse", "Reset each connection before the request is read", {}, () => reset),
  "reset-before": kind("reset-before", "Reset the connection; nothing takes effect", {}, () => reset),
  "reset-after": kind("reset-after@POST", "Reset the connection after a creation took effect", {}, () =>
    replacing(true, reset),
  ),
  hang: kind("hang", "Never answer", { processed: flag }, ({ processed }) =>
    replacing(processed, () => ({ kind: "silence" })),
  ),
  // The request takes effect at once: only the reply is late.
  slow: kind("slow:ms=2000", "Answer two seconds late", { ms }, ({ ms }) => ({ proceed }) => {
    const delivery = proceed();
    return { ...delivery, after: (delivery.after ?? 0) + ms };
  }),
  status: kind(
    "status:code=503",
    "Answer 503 Service Unavailable",
    { code: errorCode, processed: flag, retryAfter: seconds, message: text },
    ({ processed, ...error }) => replacing(processed, errorReply(error)),
  ),
  "rate-limit": kind(
    "rate-limit:perSecond=2,retryAfter=1",
    "Answer 429 to more than two a second",
    { perSecond: times, retryAfter: seconds },
    rateLimit,
  ),
  html: kind(
    "html:code=502",
    "Answer with the page of a gateway",
    { code: anyCode, processed: flag },
    ({ code, processed }) => replacing(processed, () => answered(gatewayPage(code))),
  ),
  empty: kind("empty", "Answer without the body", {}, () =>
    changingBody((answer) => {
      const { "content-type": _, ...headers } = answer.headers;
      return answered({ ...answer, headers, text: undefined });
    }),
  ),
  // Half of a JSON text is not JSON: the bracket at its end is missing.
  truncated: kind("truncated", "Answer with half of the body", { broken: flag }, ({ broken }) =>
    changingBody((answer, text) => {
      const part = text.slice(0, Math.ceil(text.length / 2));
      return broken ? { kind: "part", answer, part } : answered({ ...answer, text: part });
    }),
  ),
  drip: kind("drip:ms=100", "Send the body slowly, and never end", { ms }, ({ ms: pause }) =>
    changingBody((answer) => ({ kind: "drip", answer, pause })),
  ),
  "wrong-types": kind("wrong-types", "Answer with values of other types", { field: text }, ({ field }) =>
    changingJson((value) =>
      field === undefined ? withOtherTypes(value) : inField(value, field, ofAnotherType),
    ),
  ),
  texts: kind(
    'texts:field="name",text="<b>changed</b>"',
    "Answer with another name",
    { field: z.string(), text: z.string() },
    ({ field, text }) => {
      const replaced = (value: unknown): unknown => {
        if (Array.isArray(value)) return value.map(replaced);
        return typeof value === "string" ? text : value;
      };
      return changingJson((value) => inField(value, field, replaced));
    },
  ),
  "task-error": kind(
    "task-error",
    "Let each new task end in ERROR",
    { message: text },
    ({ message: failure = "The task failed for an internal reason" }) =>
      onTasks((start) => ({ ...start, plan: { ...start.plan, failure } })),
  ),
  "task-never-ends": kind("task-never-ends", "Let each new task run until you end it", {}, () =>
    onTasks((start) => ({ ...start, plan: { ...start.plan, endless: true } })),
  ),
  "task-unknown": kind(
    "task-unknown:looks=3",
    "Answer 404 to the first three looks at a new task",
    { looks: times },
    ({ looks }) => unknownTask(looks),
  ),
  "lagging-list": kind(
    "lagging-list:reads=2@POST",
    "Hide what was created from the first two reads",
    { reads: times },
    ({ reads }) => lagging(reads),
  ),
};

type Kinds = typeof kinds;

export type FaultKind = keyof Kinds;
export type Fault = {
  [Name in FaultKind]: { readonly kind: Name } & Readonly<OptionsOf<Kinds[Name]>>;
}[FaultKind];
type OptionsOf<Of> = Of extends Kind<infer Shape> ? z.output<z.ZodObject<Shape, z.core.$loose>> : never;

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
