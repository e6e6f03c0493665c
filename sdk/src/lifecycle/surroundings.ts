import type { CodedError } from "../errors/definition";
import type { Unfinished } from "./record";
import type { Waits } from "./waits";

/** What the runner of one operation needs of its process. */
export interface Surroundings {
  waits: Waits;
  /** An input of the resource is secret, so no URL may have one. */
  hasSecrets: boolean;
  /** Whether another resource of the stack is the object with this id. */
  isInUse(id: string): boolean;
  /** The object of this resource before a replacement that was interrupted and is taken back. The state still has it. */
  former?: string | undefined;
  /** Marks an existing object as the one of this resource, so that no other resource of the stack deletes it. */
  use(id: string): void;
  /** Prints a message that stays. */
  info(text: string): void;
  /** Prints a warning, once per process. */
  warn(warning: CodedError): void;
  /** Stores the record of a creation in case this process is killed. Undefined removes it. */
  save(record: Unfinished | undefined): void;
}
