import { z } from "zod";
import type { LogEvent } from "../../log/events";

const text = z.string();
const ms = z.number().nonnegative();

const context = { time: z.iso.datetime(), run: text, pid: z.int() };
const ofOperation = { operationId: z.int().optional(), urn: text.optional() };

const Event = z.discriminatedUnion("event", [
  z.object({
    ...context,
    event: z.literal("start"),
    version: text,
    node: text,
    process: z.enum(["provider", "program", "command"]),
    project: text.optional(),
    stack: text.optional(),
    organization: text.optional(),
  }),
  z.object({
    ...context,
    ...ofOperation,
    event: z.literal("request"),
    method: text,
    path: text,
    attempt: z.int(),
    status: z.int().optional(),
    code: text.optional(),
    error: text.optional(),
    requestId: text.optional(),
    queuedMs: ms,
    limitedMs: ms,
    connectMs: ms,
    wireMs: ms,
  }),
  z.object({
    ...context,
    ...ofOperation,
    event: z.literal("pause"),
    reason: z.enum(["rate limit", "retry"]),
    ms,
  }),
  z.object({
    ...context,
    event: z.literal("task"),
    id: text,
    type: text.optional(),
    state: text,
    urns: z.array(text).optional(),
    ageMs: ms,
    createdAt: text.optional(),
    finishedAt: text.optional(),
  }),
  z.object({
    ...context,
    ...ofOperation,
    event: z.literal("operation"),
    operationId: z.int(),
    operation: z.enum(["check", "create", "read", "update", "delete", "call"]),
    type: text,
    id: text.optional(),
    outcome: z.enum(["done", "gone", "partial", "failed"]),
    code: text.optional(),
    message: text.optional(),
    ms,
    taskMs: ms,
  }),
]);

/** An event of a version that this one does not know. */
const OtherEvent = z.object({ ...context, event: text });

/** Checks an event. A log may have been changed by hand. Undefined if it is none; "unknown" for one of another version. */
export function parseEvent(value: unknown): LogEvent | "unknown" | undefined {
  const { data } = Event.safeParse(value);
  if (data) return data as LogEvent;
  const isKnown = Event.options.some(
    ({ shape }) => shape.event.value === (value as LogEvent | undefined)?.event,
  );
  return !isKnown && OtherEvent.safeParse(value).success ? "unknown" : undefined;
}
