import type { Progress } from "../../lifecycle/handler";
import { digest } from "../../util/digest";
import { canonicalJson, type JsonObject } from "../../util/json";

/** What `check` knows about a resource. */
export interface Registration {
  urn: string;
  /** The organization of the stack, if the backend has organizations. */
  organization?: string | undefined;
  /** Whether the resource had the same inputs before. */
  isRepeated: boolean;
  /** The id of the option `import`, if the resource is new. */
  importId?: string | undefined;
  /** Inputs that are not stored. */
  transient: JsonObject;
}

/** A creation that an earlier run did not finish, and whose object has no id yet. */
export interface PendingCreation {
  /** The provisional id in the state. */
  id: string;
  progress: Progress;
}

/**
 * Finds the URN of a resource. Pulumi passes neither name nor URN to the methods of a dynamic provider, but the program
 * passes the URN to `check` as an input. Later methods get the inputs that `check` returned, and find the URN by them.
 */
export class ResourceRegistry {
  private readonly known = new Map<string, Registration>();
  /** By URN. */
  private readonly pending = new Map<string, PendingCreation>();

  /**
   * Registers a resource by its inputs. Returns them, with a distinguishing key if another resource has the same
   * inputs.
   */
  register(type: string, inputs: JsonObject, registration: Registration): JsonObject {
    const { urn } = registration;
    const plain = keyOf(type, inputs);
    const isTaken = (this.known.get(plain) ?? registration).urn !== urn;
    const distinct = isTaken ? { ...inputs, __key: digest(urn, 12) } : inputs;
    const key = isTaken ? keyOf(type, distinct) : plain;
    const isRepeated = registration.isRepeated || (this.known.get(key)?.isRepeated ?? false);
    this.known.set(key, { ...registration, isRepeated });
    return distinct;
  }

  find(type: string, inputs: JsonObject): Registration | undefined {
    return this.known.get(keyOf(type, inputs));
  }

  /** The replacement of this resource continues the creation. */
  continueLater(urn: string, pending: PendingCreation): void {
    this.pending.set(urn, pending);
  }

  /** Returns the creation to continue, and removes it. */
  takePending(urn: string): PendingCreation | undefined {
    const pending = this.pending.get(urn);
    this.pending.delete(urn);
    return pending;
  }
}

function keyOf(type: string, inputs: JsonObject): string {
  return `${type} ${canonicalJson(inputs)}`;
}
