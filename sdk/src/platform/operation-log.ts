import { CodedError } from "../errors/definition";
import type { EventContext, OfOperation, OperationEvent } from "../log/events";
import type { Clock } from "../util/clock";
import { messageOf, printableLine } from "../util/text";

/** What is known about an operation when it begins. */
export interface OperationFacts extends Pick<OperationEvent, "operation" | "type"> {
  urn?: string | undefined;
  id?: string | undefined;
  /** Removes the values of secret inputs from a text. */
  mask(text: string): string;
}

type Fields = Omit<OperationEvent, keyof EventContext>;

/** The log of one operation. It is the sender of the requests of the operation. */
export class OperationLog {
  private readonly startedAt: number;
  private taskMs = 0;

  constructor(
    private readonly operationId: number,
    private readonly facts: OperationFacts,
    private readonly clock: Clock,
    private readonly append: (event: Fields) => void,
  ) {
    this.startedAt = clock.now();
  }

  /** What the events of the operation have in common. */
  get identity(): OfOperation {
    const { operationId, facts } = this;
    return { operationId, ...(facts.urn !== undefined && { urn: facts.urn }) };
  }

  get mask(): (text: string) => string {
    return this.facts.mask;
  }

  /** Does the work, and logs its end. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      this.done(undefined);
      return result;
    } catch (error) {
      this.failed(error);
      throw error;
    }
  }

  /** Measures the time in which the operation waits for tasks. */
  async whileWaiting<T>(tasks: Promise<T>): Promise<T> {
    const since = this.clock.now();
    try {
      return await tasks;
    } finally {
      this.taskMs += this.clock.now() - since;
    }
  }

  /** The operation has succeeded. Its result may have the id of a new object, or be "gone". */
  done(result: unknown): void {
    const { id } = (result ?? {}) as { id?: unknown };
    this.write({ outcome: result === "gone" ? "gone" : "done" }, typeof id === "string" ? id : undefined);
  }

  /** The operation has failed, and the state of a created or changed object keeps what is unfinished. */
  failed(error: unknown, unfinished?: { id?: string }): void {
    const { operation } = this.facts;
    const isPartial = unfinished !== undefined && (operation === "create" || operation === "update");
    const [message = ""] = this.mask(messageOf(error)).split("\n");
    const code = error instanceof CodedError ? error.code : undefined;
    const outcome = isPartial ? "partial" : "failed";
    this.write({ outcome, ...(code && { code }), message: printableLine(message) }, unfinished?.id);
  }

  /** The inputs are invalid: the failure is made for the engine already. */
  refused(code: string, message: string): void {
    this.write({ outcome: "failed", code, message: printableLine(this.mask(message)) });
  }

  private write(outcome: Pick<Fields, "outcome" | "code" | "message">, id = this.facts.id): void {
    const { operation, type } = this.facts;
    this.append({
      event: "operation",
      ...(this.identity as Pick<Fields, "operationId" | "urn">),
      operation,
      type,
      ...(id !== undefined && { id: this.mask(id) }),
      ...outcome,
      ms: rounded(this.clock.now() - this.startedAt),
      taskMs: rounded(this.taskMs),
    });
  }
}

/** Tenths of milliseconds are enough. */
export function rounded(ms: number): number {
  return Math.round(ms * 10) / 10;
}
