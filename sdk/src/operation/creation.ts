import type { CodedError, ErrorDefinition, RequestErrorDefinition } from "../errors/definition";
import { REPLIES } from "../errors/replies";
import type { Reader } from "../platform/api/api";
import type { Region } from "../platform/api/router-record";
import { NotOffered, type PlatformError } from "../platform/http/error";
import type { IfExists } from "../platform/settings";
import { canonicalJson } from "../util/json";
import { canonicalId } from "./identity";
import { isOutcomeUnknown } from "./refusal";
import type { Change, Live } from "./resource";

/** What no other resource of the stack may have, and the failure if one has. */
export interface UniqueKey {
  /** Default: the key of the creation, or the id of the named object. */
  key?: unknown;
  property: string;
  reason: string;
}

/** The object of a resource: a new one, or an existing one. */
interface DeclaredObject<S> {
  /** The part of the state that is certain before the platform returns the object. */
  known: S;
  /** Absent: two resources of a stack may be equal. */
  unique?: UniqueKey[];
}

/** How an object is created, and recognised afterwards. */
export interface Creation<S> extends DeclaredObject<S> {
  /** The type of object, for messages. */
  noun: string;
  /** The inputs by which the object is recognised. Creations with the same key run one after the other. */
  key: unknown;
  step: Change<S>;
  /** Absent if the platform has at most one such object, so that nothing is made twice. */
  objects?: CreatedObjects<S>;
}

/** How the platform lists such objects, and what a creation does with those that equal its inputs. */
export interface CreatedObjects<S> {
  /** All objects of the place, or at least those with the key of the creation; undefined if the platform cannot list them. */
  list(reader: Reader, which: "all" | "equal"): Promise<Live<S>[] | undefined>;
  keyOf(live: Live<S>): unknown;
  /** The tasks that create such objects. Absent if they are created without tasks. */
  tasks?: CreatingTasks;
  /**
   * What happens to objects that equal the inputs. `adopt` also uses an object that another run is creating. With `create`, none is used,
   * and there may be a second one.
   */
  ifExists: IfExists;
  /** Which of them may be used. Default: each. */
  isUsable?(live: Live<S>): boolean;
  /** What is printed when the first one is used; the error if the inputs forbid to use them, or do not say which one. */
  use(equal: readonly Live<S>[]): string | CodedError;
  /** A warning. */
  cannotList: ErrorDefinition<void>;
  /**
   * The provisional id of an object that the platform has created, as far as its replies show, and does not show; or the error.
   * Without a list, only the task could have reported the id.
   */
  unseen(facts: {
    tasks: readonly string[];
    isListed: boolean;
  }): { id: string; warning?: CodedError } | CodedError;
}

/** The platform's tasks of one type. */
export interface CreatingTasks {
  type: string;
  /** The key of the created objects in the record of a task. */
  creates: string;
  place: Region;
}

/** An existing object that the inputs name. */
export interface NamedObject<S> extends DeclaredObject<S> {
  id: string;
}

/** A creation whose objects the platform can list. */
export type ListedCreation<S> = Creation<S> & Required<Pick<Creation<S>, "objects">>;

export function isNamed<S>(creation: Creation<S> | NamedObject<S>): creation is NamedObject<S> {
  return "id" in creation;
}

export function isListed<S>(creation: Creation<S> | NamedObject<S>): creation is ListedCreation<S> {
  return "objects" in creation && creation.objects !== undefined;
}

/** What no other resource of the stack may have beside one with these inputs. */
export function uniqueKeysOf<S>(creation: Creation<S> | NamedObject<S>) {
  const own = isNamed(creation) ? canonicalId(creation.id) : creation.key;
  return (creation.unique ?? []).map(({ key = own, ...rest }) => ({ key: canonicalJson(key), ...rest }));
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
