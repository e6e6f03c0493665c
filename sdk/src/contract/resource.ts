import type { z } from "zod";
import type { Platform } from "../api/platform";
import type { Task } from "../tasks/task";
import type { JsonObject } from "../util/json";

/** How one input of a resource is treated when it changes. */
export interface Field<I, S> {
  /** A change makes a new object in place of the old one. */
  replaces?: true;
  /** Takes effect only when the object is made: a change of it alone is no change. */
  onlyAtCreation?: true;
  /** Is sent with other changes, and is none of its own: the platform keeps a record of its own. */
  neverCompared?: true;
  /** Whether a declared value is what the state holds already. Default: the same JSON. */
  same?(inputs: I, state: S): boolean;
}

/**
 * What a resource is, in terms of the platform's API. Handlers know nothing of Pulumi: unknown values, hidden
 * properties, partial failures and deadlines are dealt with above them.
 */
export interface ResourceHandler<I extends object, S extends object> {
  /** The name of the resource's class. */
  type: string;
  /** What a user may declare. Its messages are what the user reads. */
  inputs: z.ZodType<I>;
  fields: { [K in keyof Required<I>]: Field<I, S> };
  /**
   * The inputs that need not be declared, by path, each with the letter under which the state remembers that it
   * was. Letters are stored for ever: never give one to another input.
   */
  optional: Record<string, string>;
  /** The object's id at the platform, where the state may know it by another one. */
  platformId?(id: string, state: Partial<S>): string | undefined;
  /** Adds what can be derived from the inputs alone, such as a name. Values may still be unknown here. */
  complete?(inputs: JsonObject, hints: Hints): JsonObject;
  /** The objects that no two resources of one stack must be: a text for each, and what is said under which input. */
  sole?(inputs: I, ifExists: IfExists): Sole<I>[];
  create(inputs: I, run: Run): Promise<{ id: string; state: S }>;
  /** What the platform holds now. `gone` only when the platform says so; `unreadable` where it cannot tell. */
  read(id: string, state: S, run: Run): Promise<S | "gone" | "unreadable">;
  update(id: string, state: S, inputs: I, run: Run): Promise<S>;
  /** None where there is nothing at the platform to be deleted. */
  delete?(id: string, state: S, run: Run): Promise<void>;
  /** The inputs that would declare this state, as far as the user declared anything. */
  inputsOf(state: S, declared: (path: string) => boolean): Partial<I>;
  /**
   * The id of what the tasks of an interrupted creation have made, as those that finished tell or as it is found;
   * undefined when there is no such object.
   */
  made?(tasks: string[], finished: Task[], known: Partial<S>, run: Run): Promise<string | undefined>;
}

/** An object at the platform, as no other resource of the stack may be it. */
export interface Sole<I> {
  object: string;
  property: keyof I & string;
  reason: string;
}

/** What is known when inputs are completed. */
export interface Hints {
  /** The resource's name in the program. */
  logicalName: string;
  /** Seven characters that are always the same for this resource and differ between resources and stacks. */
  suffix: string;
  /** The inputs of the last run; empty for a new resource. */
  before: JsonObject;
}

/** What creation does about an object of the same name: refuse, take it over, or make a second one. */
export type IfExists = "fail" | "adopt" | "create";

/** One run of one method of a handler: its means, and what it tells the layer above. */
export interface Run {
  platform: Platform;
  /** Ends when the time for the operation is over, or nobody waits for it any more. */
  signal: AbortSignal;
  /** Tasks of an interrupted creation, to be awaited in place of a new one. */
  resumes?: string[];
  /** What a run that was killed has noted of the creation of this resource, and its id where that was known. */
  recalls?: { facts: JsonObject; id?: string };
  /** What the user wants of an object that is there already, where the resource does not say. */
  ifExists: IfExists;
  /** Notes facts by which the next run finds what this one is about to make, should it be killed. */
  note(facts: JsonObject): void;
  /** Takes the note back: nothing is there, and nothing will be. */
  forget(): void;
  /**
   * Notes whether this creation goes on with the object of an earlier one that broke off: what was declared then, and
   * is not now, is dropped.
   */
  goesOn(does: boolean): void;
  /** Whether a resource of the stack is this object, by its id at the platform: it must not be deleted then. */
  isInUse(id: string): boolean;
  /** Whether the user had declared this input when the state was written. */
  wasDeclared(path: string): boolean;
  /** Whether this input was declared then and is left out now. */
  isDropped(path: string): boolean;
  /** Notes that the object exists and what is known of it: from here on a failure loses neither. */
  exists(id: string, state: object): void;
  /**
   * Sends a change of these fields. Unless the platform refuses it, the object exists from then on, and the fields are
   * as they were or as they were to be until `exists` says more.
   */
  change<T>(id: string, known: object, fields: string[], send: () => Promise<T>): Promise<T>;
  /** Notes that tasks have been at work on an object that cannot be named yet: the next run looks for it. */
  began(tasks: string[], known: object): void;
  /** Takes back what was noted: nothing has come of it. */
  settled(): void;
  /** Names the object that unfinished tasks are making, where it can be told before they end. */
  identify(id: string): void;
  /** Awaits tasks of the platform. Should the wait end first, `known` is kept and the next run goes on waiting. */
  finish(tasks: string[], known?: object): Promise<Task[]>;
  /** Awaits a task of someone else, however it ends. */
  outlast(task: string): Promise<void>;
  /**
   * Looks ever less often until `look` tells the end. A look that fails is followed by another. Should the time be
   * over first, the error says that there was `what`.
   */
  until<T>(what: string, look: () => Promise<T | undefined>): Promise<T>;
  /** The same for what is there and may be seen late, as the platform's replicas lag; undefined when it was not. */
  lookFor<T>(look: () => Promise<T | undefined>): Promise<T | undefined>;
  /** The same after a change: what is told from before it is looked at again. Where it stays so, that is told. */
  lookAfter<T>(look: () => Promise<T>, isChanged: (seen: T) => boolean): Promise<T>;
  /** One line beside the resource for as long as it is worked on. */
  status(text: string): void;
  /** A line that stays, once a process. */
  warn(text: string): void;
  /** A line that stays. */
  info(text: string): void;
}
