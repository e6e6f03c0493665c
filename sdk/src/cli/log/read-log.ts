import { createReadStream } from "node:fs";
import { z } from "zod";
import { EventContext, LogEvent } from "../../log/events";
import { parseJson } from "../../util/json";
import { COMMAND } from "../errors";
import { fileReason } from "../files";

/** Far longer than any event. */
const MAX_LINE_LENGTH = 256 * 1024;

/** A full disk cuts off a line, and the next one of another process or run then follows in the same line. */
const EVENT_START = '{"time":"';

/** An event of a version that this one does not know. */
const OtherEvent = EventContext.extend({ event: z.string() });

/** The events of a log, in the order of their lines. `onSkipped` gets the number of each line that is no event. */
export async function* readEvents(
  file: string,
  onSkipped: (line: number) => void = () => {},
): AsyncGenerator<LogEvent> {
  let number = 0;
  for await (const line of linesOf(file)) {
    number += 1;
    if (line === "") continue;
    const event = eventIn(line);
    if (event === undefined) onSkipped(number);
    const found = event ?? eventIn(line?.slice(line.lastIndexOf(EVENT_START)));
    if (found !== undefined && found !== "unknown") yield found;
  }
}

/** Undefined if the line is no event, and "unknown" if it is one of another version. */
function eventIn(line = ""): LogEvent | "unknown" | undefined {
  const value = parseJson(line);
  const { data } = LogEvent.safeParse(value);
  if (data) return data;
  const { data: other } = OtherEvent.safeParse(value);
  const isKnown = LogEvent.options.some(({ shape }) => shape.event.value === other?.event);
  return other && !isKnown ? "unknown" : undefined;
}

/** The lines of a file; undefined for a line that is too long. The last one may be incomplete: its run may still write. */
async function* linesOf(file: string): AsyncGenerator<string | undefined> {
  let rest = "";
  let isTooLong = false;
  try {
    for await (const chunk of createReadStream(file, "utf8")) {
      const lines = `${rest}${chunk as string}`.split("\n");
      rest = lines.pop() as string;
      for (const line of lines) {
        yield isTooLong ? undefined : line;
        isTooLong = false;
      }
      if (rest.length > MAX_LINE_LENGTH) [rest, isTooLong] = ["", true];
    }
  } catch (error) {
    throw COMMAND.unreadableFile.error({ file, reason: fileReason(error) });
  }
  if (rest !== "" || isTooLong) yield isTooLong ? undefined : rest;
}
