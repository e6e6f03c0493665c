import { type Advice, type Audience, adviceFor } from "../../errors/audience";
import { CodedError, withCode } from "../../errors/coded-error";
import type { RequestErrorDefinition } from "../../errors/definition";
import { printableLine } from "../../util/text";
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
  retryable: boolean;
  retryAfter?: string | undefined;
  /** Identifies the kind of failure in docs/errors.md. */
  code?: string;
  /** What the user can do. */
  advice: string;
}

/** A failure below the edge: its kind has the code, and the advice for each audience. */
export interface RequestFailure extends Omit<PlatformFailure, "code" | "advice"> {
  kind: RequestErrorDefinition;
  /** Sentences before the advice. */
  remarks?: Advice[];
}

/**
 * Any failure of a request: the operation, the platform's message, and what to do. Text of the platform is reduced to
 * one printable line here, because everything that is printed or thrown about a reply is composed from this error.
 */
export class PlatformError extends CodedError implements PlatformFailure {
  declare readonly method: Method;
  declare readonly path: string;
  declare readonly status: number | undefined;
  declare readonly reason: string;
  declare readonly fields: Record<string, string[]>;
  declare readonly form: ErrorForm | undefined;
  declare readonly errorClass: string | undefined;
  declare readonly requestId: string | undefined;
  declare readonly mayHaveTakenEffect: boolean;
  declare readonly retryable: boolean;
  declare readonly retryAfter: string | undefined;
  declare readonly code: string;
  /** Empty until the error is thrown to the user. */
  declare readonly advice: string;
  readonly #kind: RequestErrorDefinition | undefined;
  readonly #remarks: Advice[];

  constructor(failure: PlatformFailure | RequestFailure) {
    const {
      kind,
      remarks = [],
      advice = "",
      ...facts
    } = failure as Partial<RequestFailure> & PlatformFailure;
    const printable = printableFailure({ ...facts, ...(kind && { code: kind.code }), advice });
    super(describe(printable));
    this.name = "PlatformError";
    Object.assign(this, printable);
    this.#kind = kind;
    this.#remarks = remarks;
  }

  /** The same failure with a sentence before its advice. */
  withRemark(remark: Advice): PlatformError {
    const remarks = [remark, ...this.#remarks];
    return new PlatformError({ ...this, ...(this.#kind && { kind: this.#kind }), remarks });
  }

  /** The same failure as another kind of failure. The advice of that kind replaces the remarks. */
  withKind(kind: RequestErrorDefinition): PlatformError {
    return new PlatformError({ ...this, kind });
  }

  override textFor(audience: Audience): string {
    return describe({ ...this, advice: this.adviceFor(audience) }, this.code);
  }

  override completeFor(audience: Audience): void {
    super.completeFor(audience);
    Object.assign(this, { advice: this.adviceFor(audience) });
  }

  private adviceFor(audience: Audience): string {
    if (this.#kind === undefined) return this.advice;
    const all = [...this.#remarks, this.#kind.advice];
    return all.map((advice) => adviceFor(audience, advice, undefined)).join(" ");
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

/** What happened on the first line, with the code if there is one; then the fields; the advice last. */
function describe(failure: PlatformFailure, code?: string): string {
  const { method, path, status, reason, fields, requestId, advice } = failure;
  const outcome = status === undefined ? "failed" : `was answered ${status}`;
  const id = requestId ? ` (request id ${requestId})` : "";
  const problems = Object.entries(fields ?? {}).map(
    ([field, sentences]) => `  ${printableLine(`${field}: ${sentences.join("; ")}`)}`,
  );
  const printed = problems.slice(0, MAX_PRINTED_FIELDS);
  if (problems.length > MAX_PRINTED_FIELDS)
    printed.push(`  … and ${problems.length - MAX_PRINTED_FIELDS} more`);
  // A single field whose message is already in the first line is not repeated, if that line also has the field's name.
  const details = problems.length === 1 && reason.includes(problems[0]?.trim() ?? "") ? [] : printed;
  const sentence = `${method} ${path} ${outcome}: ${reason}${id}`;
  const lines = [code === undefined ? sentence : withCode(sentence, code), ...details, advice];
  return lines.filter(Boolean).join("\n");
}
