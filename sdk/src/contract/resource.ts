import type { z } from "zod";
import type { Task } from "../tasks/task";
import type { JsonObject } from "../util/json";
import type { OperationContext } from "./context";
import type { Properties } from "./property";

/**
 * What a resource is, in terms of the platform's API. Handlers know nothing of Pulumi: unknown values, hidden
 * properties, partial failures and deadlines are handled above them.
 */
export interface ResourceHandler<I extends object, S extends object> {
  /** The name of the resource's class. */
  type: string;
  /** What a user may declare. Its messages are what the user reads. */
  inputs: z.ZodType<I>;
  properties: Properties<I, S>;
  /** The object's id at the platform, where the state may know it by another one. */
  platformId?(id: string, state: Partial<S>): string | undefined;
  /** Adds inputs that follow from others, such as a name. Values may still be unknown here. */
  complete?(inputs: JsonObject, hints: Hints): JsonObject;
  /** What no two resources of one stack may share. */
  uniqueKeys?(inputs: I): UniqueKey<I>[];
  /** Creates the object, or finds or adopts the one that exists. What then differs from the inputs is updated. */
  create(inputs: I, context: OperationContext): Promise<{ id: string; state: S }>;
  /** The object as the platform shows it. `gone` only when the platform says so; `unreadable` where it cannot be read. */
  read(id: string, state: S, context: OperationContext): Promise<S | "gone" | "unreadable">;
  update(id: string, state: S, desired: Desired<I>, context: OperationContext): Promise<S>;
  /** Absent where there is nothing at the platform to delete. */
  delete?(id: string, state: S, context: OperationContext): Promise<void>;
  /** The id of the object that tasks of an interrupted creation have created; undefined when there is no such object. */
  createdId?(
    tasks: string[],
    finished: Task[],
    known: Partial<S>,
    context: OperationContext,
  ): Promise<string | undefined>;
}

export type AnyHandler = ResourceHandler<object, object>;

/** What an update is for. */
export interface Desired<I> {
  /** Everything that is declared. */
  inputs: I;
  /** The part of it that the state does not fulfil, and the defaults of inputs that were removed: all that may be sent. */
  change: Partial<I>;
  /** Whether the state was read in this operation, so that there is no need to read again. */
  isFresh: boolean;
}

/** A key that no other resource of the stack may have, and what the user reads under which property if one has. */
export interface UniqueKey<I> {
  key: string;
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

/** What creation does about an object of the same name: refuse, adopt it, or create a second one. */
export type IfExists = "fail" | "adopt" | "create";
