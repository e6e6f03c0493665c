import { printableLine } from "../util/text";
import type { Method } from "./call";
import type { ErrorForm } from "./error-body";

export interface PlatformFailure {
  method: Method;
  path: string;
  /** The status of the reply; undefined if there was no complete reply. */
  status?: number | undefined;
  /** What happened, in one sentence: the platform's message if it sent one. */
  reason: string;
  /** The platform's messages about fields, by the platform's field names. */
  fields?: Record<string, string[]> | undefined;
  /** The documented form that the reply has, if any. */
  form?: ErrorForm | undefined;
  /** The platform's error class, such as NotFoundError. */
  errorClass?: string | undefined;
  requestId?: string | undefined;
  /** False only if the platform certainly did not carry out the request. */
  mayHaveTakenEffect: boolean;
  /** Whether the same request may succeed later. */
  transient: boolean;
  retryAfter?: string | undefined;
  /** What the user can do. */
  advice: string;
}

/**
 * Any failure of a request: the operation, the platform's message, and what to do. Text of the platform is reduced to
 * one printable line here, because everything that is printed or thrown about a reply is composed from this error.
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
 * A server that is not verified to be the API answered 404, 405 or 501. The error has no status, so that no code
 * mistakes it for the platform's own "not found".
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
  // A single field whose message is already in the first line is not repeated, if that line also has the field's name.
  const details = lines.length === 1 && reason.includes(lines[0]?.trim() ?? "") ? [] : printed;
  return [`${method} ${path} ${outcome}: ${reason}${id}`, ...details, advice].join("\n");
}
