import type { z } from "zod";
import type {
  CodedError,
  ErrorDefinition,
  RefusedRequest,
  RequestErrorDefinition,
} from "../errors/definition";
import type { Api, Reader } from "../platform/api/api";
import type { UnfinishedTask } from "../platform/api/tasks";
import type { JsonObject } from "../util/json";
import type { Identity } from "./identity";
import type { AnyProperties, Properties } from "./properties";
import type { Failure } from "./refusal";

/**
 * A resource in terms of the platform's API: what is there, and which steps lead from there to what is declared. It sends no
 * change itself, and knows nothing of Pulumi. The runner carries out its steps.
 */
export interface Resource<I extends object, S extends object> {
  /** The name of the resource's class. */
  type: string;
  /** The schema of the inputs. Users read its messages. */
  inputs: z.ZodType<I>;
  properties: Properties<I, S>;
  /** How an object is identified and listed. Absent if the platform cannot read such objects. */
  identity?: Identity<S>;
  /** Adds inputs that follow from others, such as a default name. Values may be unknown. */
  complete?(inputs: JsonObject, hints: Hints): JsonObject;
  /** Keys that no two resources of a stack may share. */
  uniqueKeys?(inputs: I): UniqueKey<I>[];
  /** Reads an object. The order of lists, and what the platform does not return, come from `state`. Default: unreadable. */
  read?(reader: Reader, id: string, state: S): Promise<Seen<S>>;
  /**
   * How the object is created, or which existing one the inputs name. The inputs may be those of an unfinished creation, which
   * has only the known ones.
   */
  creation(inputs: I): Creation<S> | NamedObject<S>;
  /** The steps from the object as it is to the declared one. Pure. Throws what cannot be done. */
  change(live: S | Missing, wish: Wish<I, S>): Step<S>[];
  /** The steps that remove the object. Pure. Absent if there is nothing to remove at the platform. */
  removal?(state: S): Step<S>[];
}

/** Any resource: declared and actual values are JSON here. */
export type AnyResource = Omit<Resource<object, object>, "properties"> & { properties: AnyProperties };

/** Any resource, with the values of a preview. */
export type JsonResource = Pick<AnyResource, "properties" | "uniqueKeys"> &
  Omit<Resource<JsonObject, JsonObject>, "properties" | "uniqueKeys">;

/** A creation whose objects the platform can list. */
export type ListedCreation = Creation<JsonObject> & { objects: CreatedObjects<JsonObject> };

/** `gone` only if the platform confirms it. `unreadable`: the deployment has no operation to read or list the object. */
export type Missing = "gone" | "unreadable";

/** An object as the platform returns it. */
export interface Live<S> {
  id: string;
  state: S;
  /** The record may lack properties: the object is read alone before it is compared. */
  isPartial?: true;
  /** The key reads objects of several clients, so the object may belong to another one. */
  mayBeForeign?: true;
  /** The task that changes the object now. */
  task?: string | undefined;
  /** The task that created the object. */
  creator?: string | undefined;
  /** When the platform created the object, by the platform's clock, in milliseconds since the epoch. */
  createdAt?: number | undefined;
}

export type Seen<S> = Live<S> | Missing;

/** What an update is asked for. */
export interface Wish<I, S> {
  /** All declared inputs. */
  inputs: I;
  /** The inputs that differ from the state, the defaults of removed ones, and those that an unfinished operation touched. */
  change: Partial<I>;
  recorded: S;
}

/** A step of an operation: a change of the object, a person's decision, or a remark. */
export type Step<S> = Change<S> | Decision<S> | Remark;

/** A request that changes the object. */
export interface Change<S> {
  /** Shown beside the resource: `attaching subnet 1b2c`. Absent if the row shows only the task. */
  does?: string;
  /** Properties that have the old or the new value from now on, until the object is read again. Default: none. */
  touches?: readonly string[];
  /** The type of the task that the request begins. */
  task?: string;
  /** Another task may lock the object: the platform then answers 409 until it has ended. */
  locks?: true;
  /** Sends exactly one request. */
  send(api: Api): Promise<Accepted<S>>;
  /** What the object is expected to be then. Default: unchanged. */
  after?(live: S): S;
  /** For a step that clears the way: what it removes, such as `the subnet 1b2c`. */
  removed?: string;
  /** Restores what the step changes. */
  undo?: Change<S>;
  clearing?: Clearing<S>;
  settling?: Settling<S>;
  /** The request removes the object: if it is gone, the step is done. */
  removes?: true;
}

/** The platform has accepted a request: tasks carry it out. Without tasks it is done. */
export interface Accepted<S> {
  tasks?: string[];
  /** The object as the reply shows it. */
  object?: Live<S>;
  /** The reply has no body, or the body was lost. */
  hasNoBody?: true;
  /** Printed once the request is done. */
  warning?: CodedError;
}

/** What may stand in the way of a request. It is removed once, and put back if that did not help. */
export interface Clearing<S> {
  /** The sentences of a refusal for this reason. */
  says: RegExp;
  steps(live: S): Change<S>[];
  /** The error after a second refusal. `why`: what stood in the way could not be put back. Default: the refusal. */
  error?(refusal: Failure, why?: string): Error;
}

/** A failure whose meaning depends on the object as it is now. */
export interface Settling<S> {
  when(failure: Failure): boolean;
  /** Undefined: the failure is that of the operation. May throw another one. */
  settle(failure: Failure, seen: S | Missing): Settled<S> | undefined;
}

/** A failed request whose result is settled all the same. */
export interface Settled<S> {
  warning?: CodedError;
  info?: string;
  /** Steps to take instead. */
  instead?: Step<S>[];
}

/** A step that sends nothing and waits until a person has decided. */
export interface Decision<S> {
  /** What the error says that was not decided. */
  awaits: string;
  /** For the forecast. */
  task: string;
  read(reader: Reader): Promise<Seen<S>>;
  /** The row while it waits. */
  shows(state: S): string;
  /** Whether it is decided. Throws if nobody will approve it any more. A warning ends the wait. */
  isDecided(seen: S | Missing): boolean | CodedError;
}

/** A line for the user in place of a request. */
export interface Remark {
  info: string;
}

/** How objects of one type are created and recognised. */
export interface Creation<S> {
  /** The type of object, for messages. */
  noun: string;
  /** Creations with the same key run one after the other, so that none uses the object of another. */
  lockKey: string;
  /** The inputs by which the object is recognised. */
  key: unknown;
  /** The part of the state that is certain before the platform returns the object. */
  known: S;
  step: Change<S>;
  /** Absent if the platform has at most one such object, so that nothing is made twice. */
  objects?: CreatedObjects<S>;
  /** Absent: an equal object is never used. */
  existing?: ExistingPolicy<S>;
  errors?: CreationErrors;
}

/** How the platform lists the objects that equal the inputs. */
export interface CreatedObjects<S> {
  /** The objects with the key of the creation; undefined if the platform cannot list them. */
  list(reader: Reader): Promise<Live<S>[] | undefined>;
  /** The objects of the place, with any key. */
  listAll(reader: Reader): Promise<Live<S>[] | undefined>;
  keyOf(live: Live<S>): unknown;
  /** Whether a list shows an object as declared, so that it is not read alone. Absent: lists show all. */
  isShown?(state: S): boolean;
  /** An update can change the key, such as a name. Otherwise an object with another key is never the declared one. */
  isChangeable?: true;
  /** Two runs that create such an object at the same moment would both succeed, as both find none before. */
  mayHaveSecond?: boolean;
  /** The key of these objects in the platform's record of a task. Absent if they are created without tasks. */
  createdKey?: string;
  /** The tasks that are creating such objects now; undefined if the platform cannot list them. */
  unfinished?(reader: Reader): Promise<UnfinishedTask[] | undefined>;
  /** The id in the state until the platform shows the object's own. Absent: it is an error if the id is never shown. */
  provisionalId?: string;
}

/** What a creation does with existing objects that equal the inputs. */
export interface ExistingPolicy<S> {
  /** `adopt` also uses an object that another run is creating. With `create`, there may be a second, equal object. */
  ifExists?: "fail" | "adopt" | "create";
  /** An object that is used belongs to the stack at once. Otherwise only after the first accepted change. */
  isOurs?: true;
  /** The object to use instead of a new one. Throws if the inputs forbid both. */
  choose(equal: Live<S>[]): Live<S> | undefined;
  /** What is printed when it is used. */
  adoption(live: Live<S>): string;
}

export interface CreationErrors {
  /** A warning. */
  cannotList: ErrorDefinition<void>;
  /** Absent if each deployment has the operation. */
  cannotCreate?(refused: RefusedRequest): Error;
  /** The reply was lost, and the objects cannot be listed. */
  uncertain: RequestErrorDefinition;
  /** The platform accepted the creation, but does not list the object: an error, or a warning if there is a provisional id. */
  notListed(tasks: string[]): CodedError;
  /** The same if the platform cannot list objects. Absent if this needs no warning. */
  notReported?(tasks: string[]): CodedError;
}

/** An existing object that the inputs name. */
export interface NamedObject<S> {
  id: string;
  /** What is known of it if it cannot be read. */
  known: S;
  /** A warning if it cannot be read. */
  unreadable?: CodedError;
}

/** A key that no other resource of the stack may have, and the failure if one has. */
export interface UniqueKey<I> {
  key: string;
  property: keyof I & string;
  reason: string;
}

/** The facts for completing inputs. */
export interface Hints {
  /** The resource's name in the program. */
  logicalName: string;
  /** Seven characters that never change for this resource and differ between resources and stacks. */
  suffix: string;
  /** The inputs of the last run; empty for a new resource. */
  before: JsonObject;
}

/** The result of a request that is done at once. */
export function done(): { tasks?: never } {
  return {};
}

export function isNamed<S>(creation: Creation<S> | NamedObject<S>): creation is NamedObject<S> {
  return "id" in creation;
}

export function isLive<S>(seen: Seen<S>): seen is Live<S> {
  return typeof seen !== "string";
}

/** The state of an object that was read, or what is missing. */
export function stateIn<S>(seen: Seen<S>): S | Missing {
  return isLive(seen) ? seen.state : seen;
}
