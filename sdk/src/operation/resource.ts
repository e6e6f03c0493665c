import type { z } from "zod";
import type { CodedError } from "../errors/definition";
import type { Api, Reader } from "../platform/api/api";
import type { JsonObject } from "../util/json";
import type { Creation } from "./creation";
import type { Identity } from "./identity";
import type { AnyProperties } from "./properties";
import type { Failure } from "./refusal";

/**
 * A resource in terms of the platform's API: how its object is read, and which steps make the object as declared. It sends no change
 * itself, and knows nothing of Pulumi. The runner carries out its steps.
 */
export interface Resource<I extends object, S extends object> {
  /** The name of the resource's class. */
  type: string;
  /** The schema of the inputs. Users read its messages. */
  inputs: z.ZodType<I>;
  properties: AnyProperties;
  /** How an object is identified, read and listed. Absent if the platform cannot read such objects. */
  identity?: Identity<S>;
  /** Adds inputs that follow from others. `name`: the default name of a new object. Values may be unknown. */
  complete?(inputs: JsonObject, name: string | undefined): JsonObject;
  /**
   * How the object is created, or which existing one the inputs name. The inputs may be those of an unfinished creation, which
   * has only the known ones.
   */
  creation(inputs: I): Creation<S>;
  /** The steps from the object as it is to the declared one. Pure. Throws what cannot be done. */
  change(live: S | Missing, wish: Wish<I, S>): Step<S>[];
  /** The steps that remove the object. Pure. Absent if there is nothing to remove at the platform. */
  removal?(state: S): Step<S>[];
}

/** Any resource: declared and actual values are JSON here. */
export type AnyResource = Resource<object, object>;

/** Any resource, with the values of a preview. */
export type JsonResource = Resource<JsonObject, JsonObject>;

/** `gone` only if the platform confirms it. `unreadable`: the deployment has no operation to read or list the object. */
export type Missing = "gone" | "unreadable";

/** An object as the platform returns it. */
export interface Live<S> {
  id: string;
  state: S;
  /**
   * What the record may lack: `properties`, so the object is read alone before it is compared; the `owner`, as the key reads objects of
   * several clients, and this one may belong to another.
   */
  lacks?: "properties" | "owner";
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
  /**
   * The inputs that differ from the state, the defaults of removed ones, and those that an unfinished operation touched. A plan gets
   * lists with the items of others.
   */
  change: Partial<I>;
  recorded: S;
}

/** A step of an operation: a change of the object, a person's approval, or a line for the user. An error is printed as a warning. */
export type Step<S> = Change<S> | Approval<S> | Message;

export type Message = string | CodedError;

/** A request that changes the object. */
export interface Change<S> {
  /** Shown beside the resource: `attaching subnet 1b2c`. Absent if the row shows only the task. */
  does?: string;
  /** A task changes the object, and locks it until it has ended: the platform answers 409 then, and the object names the task. */
  locks?: true;
  send(api: Api): Promise<Reply<S>>;
  /** The properties that the request changes, with their expected values. They have the old or the new value until the object is read. */
  sets?(live: S): Partial<S>;
  /** What a failure means, if the object as it is now decides that. Falsy: the operation fails with it. */
  settle?(failure: Failure): Settle<S> | false | undefined;
}

/** Returns the steps to take in place of a failed request, or throws another failure. Undefined: the failure remains. */
type Settle<S> = (seen: S | Missing) => Step<S>[] | undefined;

/**
 * How the platform has accepted a request: with the object as it is then, or with the tasks that carry it out. Without tasks it is done,
 * perhaps with a warning. Undefined: the reply has no body, or the body was lost.
 */
export type Reply<S> = Live<S> | string[] | CodedError | undefined;

/** A step that sends nothing and waits until a person has decided. */
export interface Approval<S> {
  /** What is decided: `the quota limit request 7`. */
  awaits: string;
  read(reader: Reader): Promise<Seen<S>>;
  /** Whether it is decided. Throws if nobody will approve it any more. A warning ends the wait. */
  isDecided(seen: S | Missing): boolean | CodedError;
}

/** The result of a request that is done at once. */
export function done(): [] {
  return [];
}

export function isChange<S>(step: Step<S>): step is Change<S> {
  return typeof step === "object" && "send" in step;
}

export function isLive<S>(seen: Seen<S>): seen is Live<S> {
  return typeof seen !== "string";
}

/** The state of an object that was read, or what is missing. */
export function stateIn<S>(seen: Seen<S>): S | Missing {
  return isLive(seen) ? seen.state : seen;
}
