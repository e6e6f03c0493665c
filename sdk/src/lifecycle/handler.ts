import type { z } from "zod";
import type { CodedError } from "../errors/definition";
import type { Api, OptionalOperation } from "../platform/api/deployment";
import type { Read } from "../platform/api/pages";
import type { Task } from "../platform/tasks/task";
import type { JsonObject } from "../util/json";
import type { Identity } from "./identity";
import type { AnyProperties, Properties } from "./properties";
import type { Created, Creates, Creation, Lookup } from "./steps/creation";

/**
 * A resource in terms of the platform's API. Handlers do not depend on Pulumi: their callers handle unknown values, hidden
 * properties, partial failures and timeouts.
 */
export interface ResourceHandler<I extends object, S extends object> extends CommandFacts<I, S> {
  /** The name of the resource's class. */
  type: string;
  /** The schema of the inputs. Users read its messages. */
  inputs: z.ZodType<I>;
  properties: Properties<I, S>;
  /** The platform's id of the object, if the id in the state may be another one. */
  platformId?(id: string, state: Partial<S>): string | undefined;
  /** The properties that identify an object, for `get` and `import`. Absent if the platform cannot read such objects. */
  identity?: Identity;
  /** Adds inputs that follow from others, such as a default name. Values may be unknown. */
  complete?(inputs: JsonObject, hints: Hints): JsonObject;
  /** Keys that no two resources of a stack may share. */
  uniqueKeys(inputs: I): UniqueKey<I>[];
  /**
   * How objects are created that can be listed, or that have tasks. The inputs may be those of an unfinished creation, which
   * has only the known ones.
   */
  creation?(inputs: Partial<I>): Creation<unknown>;
  /** Creates the object, or uses an existing one. Its caller then updates the properties that differ from the inputs. */
  create(inputs: I, context: OperationContext): Promise<CreatedState<S>>;
  /** The object as the platform returns it. `gone` only if the platform confirms that the object does not exist. */
  read(id: string, state: S, context: OperationContext): Promise<Read<S>>;
  update(id: string, state: S, desired: PlannedChange<I>, context: OperationContext): Promise<S>;
  /** Absent if there is nothing to delete at the platform. */
  delete?(id: string, state: S, context: OperationContext): Promise<void>;
}

/** What only the commands `doctor`, `import` and `preflight` ask of a handler, and `pulumi up` never. */
interface CommandFacts<I extends object, S extends object> {
  /** An operation that reads objects of this type. Absent if each deployment can read them, or none. */
  probe?: OptionalOperation;
  /** How the platform lists objects of this type. Absent if it has no list of them. */
  list?: ObjectList<S>;
  /** The object's name at the platform, if it has one. */
  nameOf?(state: S): string | undefined;
  /** The inputs of an existing object beside another one with the same unique key. Absent if there cannot be two. */
  besideEqual?(inputs: I): I;
  /** What the operations send, for the forecast. */
  work: ResourceWork;
  /**
   * Throws the error with which an update of an object fails, or with which a creation that uses the object does, as far as the
   * platform's record of it shows. Absent if the record shows no such error.
   */
  requireChangeable?(live: S | "gone", planned: PlannedUse<I, S>): void;
  /** What a deletion does if the platform refuses it at first. */
  ifDeletionRefused?(live: S): string | undefined;
}

/** A handler that creates its objects with `createOrFind`, which accepts no other handlers. `C`: the inputs of a creation. */
export type CreatingHandler<I extends object, S extends object, R, C = I> = ResourceHandler<I, S> &
  Creates<C, R>;

/** A list of objects at the platform. */
export interface ObjectList<S extends object> {
  /** The properties that select the list: the first ones of `identity`, with their schemas. Empty: one list for the account. */
  place: Record<string, z.ZodType>;
  /** All objects of a place; undefined if the deployment cannot list them. */
  read(place: JsonObject, context: OperationContext): Promise<S[] | undefined>;
}

/** A handler of any resource. */
export type AnyHandler = Omit<ResourceHandler<object, object>, "properties"> & { properties: AnyProperties };

/** An object that was created or found, with its state. */
export interface CreatedState<S> extends Pick<Created<unknown>, "id" | "isExisting"> {
  state: S;
}

/** The inputs of an update. */
export interface PlannedChange<I> {
  /** All declared inputs. */
  inputs: I;
  /** The inputs that differ from the state, and the defaults of removed inputs. An update sends nothing else. */
  change: Partial<I>;
  /** Whether this operation has read the state, so that no other read is needed. */
  isFresh: boolean;
}

/** What is known before a change. Values that a preview does not contain are absent. */
export interface PlannedUse<I, S> {
  /** The recorded state; of a creation, what identifies the object. */
  state: Partial<S>;
  inputs: Partial<I>;
  change: Partial<I>;
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

/** A part of an operation: requests one after the other, and then a task that the last of them has begun. */
export interface WorkPart {
  requests: number;
  /** The type of the task, as the platform names it; for the forecast of a person's decision, what is decided. */
  task?: string;
}

/**
 * What the operations of a resource send, for the forecast, without the polls of tasks. The platform has all operations and
 * carries out each request, changes are visible at once, and nobody else changes the object. The values come from a preview,
 * so each may be any text instead: an unknown value, or a masked secret.
 */
export interface ResourceWork {
  /** `existing`: the object that is used instead of a new one. If only the inputs name one, all of them may differ from it. */
  create(inputs: JsonObject, existing?: ExistingObject): WorkPart[];
  /** `change`: what the update sends. Empty if only the state changes. */
  update?(change: JsonObject, state: JsonObject, inputs: JsonObject): WorkPart[];
  delete?(state: JsonObject): WorkPart[];
}

/** An object that a creation uses, and the inputs that differ from it. */
export interface ExistingObject {
  state: JsonObject;
  change: JsonObject;
}

/** A function in terms of the platform's API. Handlers do not depend on Pulumi. */
export interface FunctionHandler<A extends object, R> {
  /** The schema of the arguments. Callers read its messages. */
  args: z.ZodType<A>;
  call(args: A, platform: Api): Promise<R>;
}

/** One operation on one resource, as its handler gets it. */
export interface OperationContext {
  /** The platform's API. Its requests are aborted when the timeout of the operation passes or the run is cancelled. */
  api: Api;
  /** The API whose requests may take some seconds longer, to find an object that an unanswered request created. */
  graceApi: Api;
  /** The progress of an earlier, unfinished attempt. */
  previous?: Progress;
  /** The progress that was saved last. */
  progress: Progress | undefined;
  /**
   * Saves the progress of the operation, in place of what was saved before: only `lookup` and `declared` are kept. Without an
   * argument: nothing exists.
   */
  save(progress?: Progress): void;
  /**
   * Waits for tasks of this operation. If the wait ends first, the next run continues it, and the state keeps `known`, or else
   * what was saved before.
   */
  awaitTasks(tasks: string[], known?: object): Promise<Task[]>;
  /** Waits for a task of another operation, also if the task fails. `isContinued`: an earlier attempt of this one has started it. */
  awaitForeignTask(task: string, isContinued?: true): Promise<void>;
  /** Calls `get` until it returns a value. A failed request does not end the polling. */
  poll<T>(get: () => Promise<T | undefined>, until: PollUntil): Promise<T | undefined>;
  /** Runs work with the same key one after the other, so that no resource uses the object of another. */
  withKeyedLock<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Whether another resource of the stack is the object with this id. */
  isInUse(id: string): boolean;
  /** Shows a status line beside the resource, until the next one. */
  status(text: string): void;
  /** Prints a message that stays. */
  info(text: string): void;
  /** Prints a warning, once per process. */
  warn(warning: CodedError): void;
}

/**
 * When polling ends without a result. `replicated`: after the time by which the platform's replicas may lag, or at the end
 * of the operation; the result is then undefined. `decided`: only at the end of the operation, with an error that contains
 * this text; a person decides, so the polls are rare.
 */
export type PollUntil = "replicated" | { decided: string };

/**
 * The progress of an operation on an object, which is what the state gets if the operation ends now. A handler saves it
 * before and after each step. The next attempt gets it as `previous`. What a killed process must not lose is also on disk.
 */
export interface Progress {
  /** The object's id at the platform. */
  id?: string;
  /** The known part of the object's state. */
  known?: object;
  /** The platform's tasks that the operation waits for. */
  tasks?: string[];
  /**
   * Properties whose values are not known: they were sent without a reply, or they were removed on the way and are not set
   * again yet. The next run compares them with the platform, also if the program is unchanged. An empty list is not the same as
   * none: a request was sent that changes no property, and it is not known whether it took effect.
   */
  uncertain?: string[];
  /** Finds the object of a creation if nothing else is known about it. Contains no input in clear text. */
  lookup?: Lookup;
  /** Paths of the optional inputs that the earlier attempts declared. Handlers do not read it. */
  declared?: string[];
}
