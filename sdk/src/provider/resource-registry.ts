import { createHash } from "node:crypto";
import type { Progress } from "../contract/progress";
import { canonicalJson, type JsonObject } from "../util/json";

/** What check was told of a resource. */
export interface Registration {
  urn: string;
  /** The organization of the stack, where the backend has any. */
  organization?: string | undefined;
  /** Whether the resource had the same inputs before. */
  isRepeated: boolean;
  /** Inputs that only creation uses: they are not stored. */
  createOnly: JsonObject;
}

/**
 * Which resource is which. The methods of a provider are told neither names nor URNs; only check is, by the program. So
 * what check was told is found again by the inputs, which come back as check returned them.
 */
export class ResourceRegistry {
  private readonly known = new Map<string, Registration>();
  private readonly pending = new Map<string, Array<{ id: string; progress: Progress }>>();

  /** Remembers what check was told; returns the inputs, with a key where another resource has the same ones. */
  register(type: string, inputs: JsonObject, registration: Registration): JsonObject {
    const { urn } = registration;
    const plain = keyOf(type, inputs);
    const isTaken = (this.known.get(plain) ?? registration).urn !== urn;
    const distinct = isTaken ? { ...inputs, __key: shortDigest(urn) } : inputs;
    const key = isTaken ? keyOf(type, distinct) : plain;
    const isRepeated = registration.isRepeated || (this.known.get(key)?.isRepeated ?? false);
    this.known.set(key, { ...registration, isRepeated });
    return distinct;
  }

  find(type: string, inputs: JsonObject): Registration | undefined {
    return this.known.get(keyOf(type, inputs));
  }

  /** Remembers that a creation with these inputs continues an interrupted one, which the state knows by this id. */
  continueLater(type: string, inputs: JsonObject, id: string, progress: Progress): void {
    const key = keyOf(type, inputs);
    const others = (this.pending.get(key) ?? []).filter((one) => one.id !== id);
    this.pending.set(key, [...others, { id, progress }]);
  }

  /** An interrupted creation to continue, once. */
  takePending(type: string, inputs: JsonObject): { id: string; progress: Progress } | undefined {
    return this.pending.get(keyOf(type, inputs))?.shift();
  }

  /** Whether a creation continues what the state knows by this id. */
  isContinued(id: string): boolean {
    return [...this.pending.values()].flat().some((one) => one.id === id);
  }
}

function keyOf(type: string, inputs: JsonObject): string {
  return `${type} ${canonicalJson(inputs)}`;
}

function shortDigest(urn: string): string {
  return createHash("sha256").update(urn).digest("base64url").slice(0, 8);
}
