import { z } from "zod";
import { EventContext, LogEvent } from "../../log/events";

/** An event of a version that this one does not know. */
const OtherEvent = EventContext.extend({ event: z.string() });

/** Checks an event. A log may have been changed by hand. Undefined if it is none; "unknown" for one of another version. */
export function parseEvent(value: unknown): LogEvent | "unknown" | undefined {
  const { data } = LogEvent.safeParse(value);
  if (data) return data;
  const isKnown = LogEvent.options.some(
    ({ shape }) => shape.event.value === (value as LogEvent | undefined)?.event,
  );
  return !isKnown && OtherEvent.safeParse(value).success ? "unknown" : undefined;
}
