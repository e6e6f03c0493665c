import type { z } from "zod";
import type { OptionalOperation } from "../platform/api/operations";
import type { JsonObject } from "../util/json";
import type { OperationContext } from "./context";
import type { Identity } from "./identity";
import type { Properties } from "./property";
import type { AnyCreation, Created, Creation } from "./steps/creation";

/**
 * A resource in terms of the platform's API. Handlers do not depend on Pulumi: their callers handle unknown values, hidden
 * properties, partial failures and timeouts.
 */
export interface ResourceHandler<I extends object, S extends object> {
  /** The name of the resource's class. */
  type: string;
  /** The schema of the inputs. Users read its messages. */
  inputs: z.ZodType<I>;
  properties: Properties<I, S>;
  /** The platform's id of the object, if the id in the state may be another one. */
  platformId?(id: string, state: Partial<S>): string | undefined;
  /** The properties that identify an object, for `get` and `import`. Absent if the platform cannot read such objects. */
  identity?: Identity;
  /** An operation that reads such objects. Absent if each deployment can read them, or none. */
  probe?: OptionalOperation;
  /** All objects with these properties of `identity.scope`; undefined if the deployment cannot list them. */
  list?(scope: JsonObject, context: OperationContext): Promise<ListedObject[] | undefined>;
  /** Adds inputs that follow from others, such as a default name. Values may be unknown. */
  complete?(inputs: JsonObject, hints: Hints): JsonObject;
  /** Keys that no two resources of a stack may share. */
  uniqueKeys(inputs: I): UniqueKey<I>[];
  /**
   * How objects are created that can be listed, or that have tasks. The inputs may be those of an unfinished creation, which
   * has only the known ones.
   */
  creation?(inputs: Partial<I>, context: OperationContext): AnyCreation;
  /** Creates the object, or uses an existing one. Its caller then updates the properties that differ from the inputs. */
  create(inputs: I, context: OperationContext): Promise<CreatedState<S>>;
  /** The object as the platform returns it. `gone` only if the platform confirms that the object does not exist. */
  read(id: string, state: S, context: OperationContext): Promise<Read<S>>;
  update(id: string, state: S, desired: PlannedChange<I>, context: OperationContext): Promise<S>;
  /** Absent if there is nothing to delete at the platform. */
  delete?(id: string, state: S, context: OperationContext): Promise<void>;
}

/** A handler that creates its objects with `createOrFind`, which accepts no other handlers. `C`: the inputs of a creation. */
export type CreatingHandler<I extends object, S extends object, R, C = I> = ResourceHandler<I, S> & {
  creation(inputs: C, context: OperationContext): Creation<R>;
};

/** An object in a list of the platform. */
export interface ListedObject {
  id: string;
  name: string;
}

/** An object as the platform returns it. `unreadable`: the deployment has no operation to read it. */
export type Read<S> = S | "gone" | "unreadable";

export type AnyHandler = ResourceHandler<object, object>;

/** An object that was created or found, with its state. */
export interface CreatedState<S> extends Omit<Created<unknown>, "object"> {
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
