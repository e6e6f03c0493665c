import { NotTheApi, PlatformError } from "../platform/http/error";
import { CONFIRMATION_PAUSE_MS } from "../platform/tasks/delays";
import type { Task } from "../platform/tasks/task";
import type { ListedCreation } from "./creation";
import type { OperationRecord } from "./record";
import type { Approval, Change, Live, Message, Seen } from "./resource";

// What an operation does, as values. It has no clock, no promise and no platform: a world performs its acts, and decides nothing.

export type Act<S> = Question<S> | Wait | Effect<S>;

/** Sends only GET. `isLate`: also for some seconds after the end of the operation. */
export type Question<S> =
  /** `copies`: a list that several operations share may answer, if it has the object as recorded. */
  (
    | { do: "read"; id: string; state: S; copies: "recorded" | undefined }
    | { do: "list"; of: ListedCreation<S>; which: "all" | "equal" }
    /** The tasks that may be creating such objects, or the last ones that have created some. */
    | { do: "tasks"; of: ListedCreation<S>; which: "unfinished" | "finished" }
  ) & { isLate: boolean };

/**
 * `ours`: this run has begun the tasks; `earlier`, `continued`: an earlier run of the operation; `unknown`: they may have to do with it.
 * The failure of a task that is not certainly ours is none of ours.
 */
type Whose = "ours" | "earlier" | "continued" | "others" | "unknown";

type Wait =
  | { do: "await"; tasks: readonly string[]; whose: Whose }
  /** `says`: the row. */
  | { do: "pause"; ms: number; says: string | undefined }
  /** Before a question is asked again. The answer: whether the platform's replicas may still lag, and time is left. */
  | { do: "wait for replicas"; count: number; says: string | undefined }
  /** Until `unlock`, no other operation has this key. */
  | { do: "lock"; key: string };

type Effect<S> =
  /** Until a person has decided. The answer is what was seen then. The state keeps what is seen meanwhile. */
  | { do: "approval"; step: Approval<S>; onSeen(seen: Seen<S>): void }
  | { do: "send"; step: Change<S> }
  /** An existing object is the one of this resource from now on, so no other resource of the stack deletes it. */
  | { do: "use"; id: string }
  | { do: "say"; message: Message }
  | { do: "unlock" };

/** Acts, one after the other, and what they lead to. The failure of an act is thrown where it was yielded. */
export type Acts<S, T> = Generator<Act<S>, T, unknown>;

/** What an operation knows without asking. */
export interface Facts {
  /** An input of the resource is secret, so no URL may have one. */
  hasSecrets: boolean;
  /** The object of this resource before a replacement that was interrupted and is taken back. The state still has it. */
  former?: string | undefined;
  /** How long a request may be under way once it is sent. */
  requestTimeout: number;
  /** The platform's present time. */
  now(): number | undefined;
  /** Whether another resource of the stack is the object with this id. */
  isInUse(id: string): boolean;
  /** Whether an operation of this run has begun the task. */
  isOwn(task: string): boolean;
}

/** The acts of an operation, each with its answer. */
export class Operation<S extends object> {
  /** What was created may be looked for, also for some seconds after the end of the operation. */
  protected isLate = false;

  constructor(
    protected readonly facts: Facts,
    readonly record: OperationRecord<S>,
  ) {}

  *read(id: string, state: S, copies?: "recorded"): Acts<S, Seen<S>> {
    return (yield { do: "read", id, state, copies, isLate: this.isLate }) as Seen<S>;
  }

  protected *list(of: ListedCreation<S>, which: "all" | "equal"): Acts<S, Live<S>[] | undefined> {
    return (yield { do: "list", of, which, isLate: this.isLate }) as Live<S>[] | undefined;
  }

  protected *tasks(of: ListedCreation<S>, which: "unfinished" | "finished"): Acts<S, Task[]> {
    return (yield { do: "tasks", of, which, isLate: this.isLate }) as Task[];
  }

  protected *await(tasks: readonly string[], whose: Whose): Acts<S, Task[]> {
    return (yield { do: "await", tasks, whose }) as Task[];
  }

  protected *pause(ms = CONFIRMATION_PAUSE_MS, says?: string): Acts<S, void> {
    yield { do: "pause", ms, says };
  }

  protected *say(message?: Message): Acts<S, void> {
    if (message) yield { do: "say", message };
  }

  protected *readUntil(id: string, state: S, isExpected: (seen: Seen<S>) => boolean): Acts<S, Seen<S>> {
    const look = () => this.read(id, state);
    return yield* this.lookUntil(look, isExpected, yield* look());
  }

  /**
   * Looks again until the platform's replicas no longer lag, or until what is seen is as expected. Returns what was seen last. A
   * failed look is no end of it, but the answer of another server is. `first`: what was seen before, if anything.
   */
  protected *lookUntil<T>(look: () => Acts<S, T>, isExpected: (seen: T) => boolean, first: T): Acts<S, T> {
    let [seen, says]: [T, string | undefined] = [first, undefined];
    for (let count = first === undefined ? -1 : 0; count < 0 || !isExpected(seen); count++) {
      if (count >= 0 && !(yield { do: "wait for replicas", count, says })) break;
      try {
        [seen, says] = [yield* look(), undefined];
      } catch (failure) {
        if (!(failure instanceof PlatformError) || failure instanceof NotTheApi) throw failure;
        says = `last poll failed: ${failure.summary}`;
      }
    }
    return seen;
  }
}

/** Where an operation takes place. It may reject an act that it does not perform, which ends the operation. */
export interface World<S> {
  perform(act: Act<S>): Promise<unknown>;
}

/** Has the acts of an operation performed. */
export async function carryOut<S, T>(acts: Acts<S, T>, world: World<S>): Promise<T> {
  let next = acts.next();
  while (!next.done) {
    const goOn = await world.perform(next.value).then(
      (answer) => () => acts.next(answer),
      (failure: unknown) => () => acts.throw(failure),
    );
    next = goOn();
  }
  return next.value;
}
