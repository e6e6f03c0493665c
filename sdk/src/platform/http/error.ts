import { CodedError, type RequestErrorDefinition } from "../../errors/definition";
import { messageOf, printableLine } from "../../util/text";
import type { Method } from "./call";

/**
 * The forms of the platform's error replies, named after the field that identifies each: `exception_class`, `errors`,
 * `status` with `error`, `error` alone, `message` alone, or no body. HTML pages, plain text and other JSON have no form.
 */
export type ErrorForm = "class" | "errors" | "status" | "error" | "message" | "empty";

/** A failed request. Its kind has the code and the advice. */
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
  requestId?: string | undefined;
  /** False only if the platform certainly did not carry out the request. Default false. */
  mayHaveTakenEffect?: boolean;
  /** Whether the same request may succeed later. Default false. */
  retryable?: boolean;
  retryAfter?: string | undefined;
  kind: RequestErrorDefinition;
  /** Sentences before the advice. */
  remarks?: string[];
}

/**
 * Any failure of a request: the operation, the platform's message, and what to do. Text of the platform is reduced to
 * one printable line here, because everything that is printed or thrown about a reply is composed from this error.
 */
export class PlatformError extends CodedError {
  declare readonly method: Method;
  declare readonly path: string;
  declare readonly status: number | undefined;
  declare readonly reason: string;
  declare readonly fields: Record<string, string[]>;
  declare readonly form: ErrorForm | undefined;
  declare readonly requestId: string | undefined;
  declare readonly mayHaveTakenEffect: boolean;
  declare readonly retryable: boolean;
  declare readonly retryAfter: string | undefined;
  /** What the user can do. */
  declare readonly advice: string;

  constructor({ kind, remarks = [], ...failure }: PlatformFailure) {
    const facts = printableFacts({ mayHaveTakenEffect: false, retryable: false, ...failure });
    const advice = [...remarks, kind.advice].join(" ");
    super(kind.code, [`${summarize(facts)} [${kind.code}]`, ...fieldLines(facts), advice].join("\n"));
    Object.assign(this, facts, { name: "PlatformError", code: kind.code, advice });
  }

  /** What happened, on one line without the code. */
  get summary(): string {
    return summarize(this);
  }

  /** The same failure with a sentence before its advice. */
  withRemark(remark: string): PlatformError {
    return new PlatformError({ ...this, kind: this, remarks: [remark] });
  }

  /** The same failure as another kind of failure. The advice of that kind replaces the remarks. */
  withKind(kind: RequestErrorDefinition): PlatformError {
    return new PlatformError({ ...this, kind });
  }
}

/** What a request has failed with; undefined if it has succeeded. Other errors are thrown. */
export async function failureOf(request: Promise<unknown>): Promise<PlatformError | undefined> {
  try {
    await request;
    return undefined;
  } catch (error) {
    if (error instanceof PlatformError) return error;
    throw error;
  }
}

/** What happened, on one line, for status lines and for the reason of another error. */
export function summaryOf(error: unknown): string {
  return error instanceof PlatformError ? error.summary : (messageOf(error).split("\n")[0] as string);
}

/** Whether the platform does not know the key. */
export function isKeyRefused(error: unknown): error is PlatformError {
  return error instanceof PlatformError && error.status === 401;
}

/**
 * An answer that only the API may give, from a server that is not known to be the API, or that nothing confirms. The error has no status,
 * so that no code mistakes it for the platform's own "not found".
 */
export class NotTheApi extends PlatformError {}

/** The deployment does not have the operation: the request was answered as one for a path is that cannot exist. */
export class NotOffered extends PlatformError {}

const MAX_NAME_LENGTH = 200;
const MAX_SENTENCE_LENGTH = 300;
const MAX_SENTENCES = 20;
const MAX_FIELDS = 1_000;
const MAX_PRINTED_FIELDS = 20;

type Facts = Omit<PlatformFailure, "kind" | "remarks">;

function printableFacts(facts: Facts) {
  const { path, reason, fields = {}, requestId } = facts;
  return {
    ...facts,
    path: printableLine(path),
    reason: printableLine(reason),
    fields: Object.fromEntries(Object.entries(fields).slice(0, MAX_FIELDS).map(printableField)),
    requestId: requestId && printableLine(requestId, MAX_NAME_LENGTH),
  };
}

function printableField([field, sentences]: [string, string[]]): [string, string[]] {
  const printable = sentences.slice(0, MAX_SENTENCES).map((text) => printableLine(text, MAX_SENTENCE_LENGTH));
  return [printableLine(field, MAX_NAME_LENGTH), printable];
}

function summarize({ method, path, status, reason, requestId }: Facts): string {
  const outcome = status === undefined ? "failed" : `was answered ${status}`;
  const id = requestId ? ` (request id ${requestId})` : "";
  return `${method} ${path} ${outcome}: ${reason}${id}`;
}

/** One line for each field that the platform has a message about. */
function fieldLines({ reason, fields }: Pick<PlatformError, "reason" | "fields">): string[] {
  const problems = Object.entries(fields).map(
    ([field, sentences]) => `  ${printableLine(`${field}: ${sentences.join("; ")}`)}`,
  );
  // A single field whose message is already in the first line is not repeated, if that line also has the field's name.
  if (problems.length === 1 && reason.includes(problems[0]?.trim() ?? "")) return [];
  const left = problems.length - MAX_PRINTED_FIELDS;
  return [...problems.slice(0, MAX_PRINTED_FIELDS), ...(left > 0 ? [`  … and ${left} more`] : [])];
}
