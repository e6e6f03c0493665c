import type { JsonObject } from "../util/json";
import type { StackConfig } from "./config";
import type { Kind } from "./kinds";
import type { EntryOptions } from "./options";

/** A resource in the stack file. */
export interface Entry {
  kind: Kind;
  name: string;
  /** Its place in the stack file, such as `routers.edge`. */
  place: string;
  /** The properties, with references. */
  inputs: JsonObject;
  account?: string;
  options: EntryOptions;
  /** Whether its values may be secret. Then its texts are no templates: a reference may be a part of a secret. */
  isSecret: boolean;
}

/** A part of the stack file whose values may contain references. */
export interface Values {
  place: string;
  value: JsonObject;
  isSecret: boolean;
}

export interface StackFile {
  accounts: ReadonlyMap<string, Values>;
  /** By their places, each after the entries that it needs. */
  entries: ReadonlyMap<string, Entry>;
  outputs: Values;
  config: StackConfig;
}

/** Reports a problem of a place in the stack file. The sentence is composed only if it is printed. */
export type Report = (place: string, sentence: string | (() => string)) => void;
