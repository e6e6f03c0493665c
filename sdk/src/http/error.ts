import { printableLine } from "../util/text";
import type { Method } from "./call";
import type { ErrorForm } from "./error-body";

export interface PlatformFailure {
  method: Method;
  path: string;
  /** The platform's status; undefined when no reply came or none could be read. */
  status?: number | undefined;
  /** What happened, in one sentence: the platform's own where it gave one. */
  reason: string;
  /** What the platform says of single fields, by its own field names. */
  fields?: Record<string, string[]> | undefined;
  /** Which of the documented forms the reply has, if any. */
  form?: ErrorForm | undefined;
  /** The class of error that the platform names, such as NotFoundError. */
  errorClass?: string | undefined;
  requestId?: string | undefined;
  /** False only when it is certain that the platform did not carry the request out. */
  mayHaveTakenEffect: boolean;
  /** Whether the same request may succeed a little later. */
  transient: boolean;
  retryAfter?: string | undefined;
  /** What the user can do. */
  advice: string;
}

/**
 * Any failure of a request: where it happened, what the platform said, and what to do. What comes from the platform is
 * text of one line here, whatever it has sent: all that is printed or thrown because of a reply is composed from it.
 */
export class PlatformError extends Error implements PlatformFailure {
  declare readonly method: Method;
  declare readonly path: string;
  declare readonly status: number | undefined;
  declare readonly reason: string;
  declare readonly fields: Record<string, string[]>;
  declare readonly form: ErrorForm | undefined;
  declare readonly errorClass: string | undefined;
  declare readonly requestId: string | undefined;
  declare readonly mayHaveTakenEffect: boolean;
  declare readonly transient: boolean;
  declare readonly retryAfter: string | undefined;
  declare readonly advice: string;

  constructor(failure: PlatformFailure) {
    const printable = printableFailure(failure);
    super(describe(printable));
    this.name = "PlatformError";
    Object.assign(this, printable);
  }
}

/**
 * A server that has not proved to be the API answered that an object or operation is missing. It has no status, so
 * that nothing takes it for the platform's own "not found".
 */
export class NotTheApi extends PlatformError {}

const MAX_NAME_LENGTH = 200;
const MAX_SENTENCE_LENGTH = 300;
const MAX_SENTENCES = 20;
const MAX_FIELDS = 1_000;
const MAX_PRINTED_FIELDS = 20;

function printableFailure(failure: PlatformFailure): PlatformFailure {
  const { path, reason, fields = {}, errorClass, requestId } = failure;
  return {
    ...failure,
    path: printableLine(path),
    reason: printableLine(reason),
    fields: Object.fromEntries(Object.entries(fields).slice(0, MAX_FIELDS).map(printableField)),
    errorClass: errorClass && printableLine(errorClass, MAX_NAME_LENGTH),
    requestId: requestId && printableLine(requestId, MAX_NAME_LENGTH),
  };
}

function printableField([field, sentences]: [string, string[]]): [string, string[]] {
  const printable = sentences.slice(0, MAX_SENTENCES).map((text) => printableLine(text, MAX_SENTENCE_LENGTH));
  return [printableLine(field, MAX_NAME_LENGTH), printable];
}

function describe({ method, path, status, reason, fields, requestId, advice }: PlatformFailure): string {
  const outcome = status === undefined ? "failed" : `was answered ${status}`;
  const id = requestId ? ` (request id ${requestId})` : "";
  const lines = Object.entries(fields ?? {}).map(
    ([field, sentences]) => `  ${printableLine(`${field}: ${sentences.join("; ")}`)}`,
  );
  const printed = lines.slice(0, MAX_PRINTED_FIELDS);
  if (lines.length > MAX_PRINTED_FIELDS) printed.push(`  … and ${lines.length - MAX_PRINTED_FIELDS} more`);
  // One field with the very sentence that stands in the first line is no news, but which field is.
  const details = lines.length === 1 && reason.includes(lines[0]?.trim() ?? "") ? [] : printed;
  return [`${method} ${path} ${outcome}: ${reason}${id}`, ...details, advice].join("\n");
}
