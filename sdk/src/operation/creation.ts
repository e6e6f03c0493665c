import type { CodedError, RequestErrorDefinition } from "../errors/definition";
import { REPLIES } from "../errors/replies";
import type { CreatingTasks } from "../platform/api/tasks";
import { NotOffered, type PlatformError } from "../platform/http/error";
import type { IfExists } from "../platform/settings";
import { saltedDigestOf } from "../util/digest";
import { canonicalJson } from "../util/json";
import type { Unfinished } from "./record";
import { isOutcomeUnknown } from "./refusal";
import type { Change, Live } from "./resource";

/** How the object of a resource comes into being. */
export interface Creation<S> {
  /** The part of the state that is certain before the platform returns the object. */
  known: S;
  /** What no other resource of the stack may have, and the failure of an input if one has it. Absent: two resources may be equal. */
  unique?: Array<[key: unknown, property: string, reason: string]>;
  /** Absent if the inputs name an existing object, whose id `known` contains. */
  step?: Change<S>;
}

/** A creation whose objects the platform can list. Equal ones are found before, and the new one is recognised afterwards. */
export interface ListedCreation<S> extends Required<Creation<S>> {
  /** The type of object, for messages. */
  noun: string;
  /** By what an object is recognised. Creations with the same key run one after the other. */
  keyOf(state: S): unknown;
  /** Absent if such objects are created without tasks. */
  tasks?: CreatingTasks;
  /**
   * What happens to objects that equal the inputs. `adopt` also uses an object that another run is creating. With `create`, none is used,
   * and there may be a second one.
   */
  ifExists: IfExists;
  /** What is printed when the first of the equal objects is used; the error if the inputs forbid it. Undefined: none is used. */
  use(equal: readonly Live<S>[]): string | CodedError | undefined;
  /** The warning if the platform does not show objects. Throws if the state cannot have an object without its id. */
  unseen(why: Unseen, tasks: readonly string[]): CodedError | undefined;
}

/** `cannotList`: before the request. Afterwards, the object is not listed, or no task has reported the id where none can be listed. */
type Unseen = "cannotList" | "notListed" | "idNotReported";

export function isListed<S>(creation: Creation<S>): creation is ListedCreation<S> {
  return "keyOf" in creation;
}

/** What no other resource of the stack may have beside one with these inputs. */
export function uniqueKeysOf<S>({ unique = [] }: Creation<S>) {
  return unique.map(([key, property, reason]) => ({ key: canonicalJson(key), property, reason }));
}

/** The record of a creation of which a state has the inputs, and what is unfinished. */
export function begunRecord<S>(
  creation: Creation<S>,
  unfinished: Unfinished,
  declared: readonly string[] = [],
): Unfinished {
  const key = isListed(creation) ? creation.keyOf(creation.known) : null;
  return { ...unfinished, creation: { ...saltedDigestOf(key), declared: [...declared] } };
}

/** What the failures of a creation mean where the deployment cannot list such objects, or not create them. */
export function settlingCreation<S>({
  cannotCreate,
  uncertain = REPLIES.creationUncertain,
}: {
  /** Absent if each deployment has the operation. */
  cannotCreate?: (refused: PlatformError) => Error;
  uncertain?: RequestErrorDefinition;
}): NonNullable<Change<S>["settle"]> {
  return (failure) => {
    if (!isOutcomeUnknown(failure) && !(failure instanceof NotOffered)) return undefined;
    return (seen) => {
      const isListed = seen === "gone";
      if (isOutcomeUnknown(failure) && !isListed) throw failure.withKind(uncertain);
      // Where the same path lists objects, a 404 is about something that the new object needs.
      if (cannotCreate && failure instanceof NotOffered && !(isListed && failure.status === 404))
        throw cannotCreate(failure);
      return undefined;
    };
  };
}

/** What is printed when `ifExists: "adopt"` uses an object. */
export function adoptionText(object: string, because: string): string {
  return `adopts ${object}, ${because} (ifExists: "adopt"): the stack owns it from then on, and destroying the resource deletes it`;
}
