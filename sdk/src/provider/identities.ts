import { canonicalJson, type JsonObject } from "../util/json";

/** A creation that an earlier run began and did not see the end of. */
export interface Interrupted {
  id: string;
  tasks: string[];
  /** Letters of what was declared then. */
  declared: string;
}

/** What is known of inputs. */
interface Known {
  /** Undefined where several resources were checked with them, so that they do not tell which of them it is. */
  urn: string | undefined;
  /** Whether a resource had the same inputs before. */
  isRepeated: boolean;
}

const UNKNOWN: Known = { urn: undefined, isRepeated: false };

/**
 * Which resource is which. The methods of a provider are told neither names nor URNs; only check is, by us. So what
 * check was told is found again by the inputs, which come back as it returned them.
 */
export class Identities {
  private readonly known = new Map<string, Known>();
  private readonly interrupted = new Map<string, Interrupted[]>();
  /** What each resource of the stack is at the platform, where two must not be the same. */
  private readonly objects = new Map<string, string>();

  /** Remembers what check was told of these inputs. */
  introduce(type: string, inputs: JsonObject, urn: string, isRepeated: boolean): void {
    const key = keyOf(type, inputs);
    const known = this.known.get(key) ?? { urn, isRepeated };
    this.known.set(key, {
      urn: known.urn === urn ? urn : undefined,
      isRepeated: isRepeated || known.isRepeated,
    });
  }

  find(type: string, inputs: JsonObject): Known {
    return this.known.get(keyOf(type, inputs)) ?? UNKNOWN;
  }

  /** Remembers that a resource is these objects; tells which other one is one of them already, and which. */
  claim(objects: string[], urn: string): { object: string; owner: string } | undefined {
    for (const [known, owner] of this.objects) if (owner === urn) this.objects.delete(known);
    const taken = objects.find((object) => this.objects.has(object));
    for (const object of objects) if (!this.objects.has(object)) this.objects.set(object, urn);
    return taken === undefined ? undefined : { object: taken, owner: this.objects.get(taken) as string };
  }

  /** Remembers that a creation of these inputs is to go on with the tasks of an earlier one. */
  interrupt(type: string, inputs: JsonObject, creation: Interrupted): void {
    const key = keyOf(type, inputs);
    const known = this.interrupted.get(key) ?? [];
    this.interrupted.set(key, [...known.filter(({ id }) => id !== creation.id), creation]);
  }

  /** A creation to go on with, once. */
  takeInterrupted(type: string, inputs: JsonObject): Interrupted | undefined {
    return this.interrupted.get(keyOf(type, inputs))?.shift();
  }

  /** Whether the object of this id is to go on under a creation. */
  isInterrupted(id: string): boolean {
    return [...this.interrupted.values()].flat().some((creation) => creation.id === id);
  }
}

function keyOf(type: string, inputs: JsonObject): string {
  return `${type} ${canonicalJson(inputs)}`;
}
