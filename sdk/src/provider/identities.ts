import { canonicalJson, type JsonObject } from "../util/json";

/** A creation that an earlier run began and did not see the end of. */
export interface Interrupted {
  id: string;
  tasks: string[];
  /** Letters of what was declared then. */
  declared: string;
}

/** Several resources were checked with the same inputs, so these do not tell which of them it is. */
const SEVERAL = Symbol("several");

/**
 * Which resource is which. The methods of a provider are told neither names nor URNs; only check is, by us. So what
 * check was told is found again by the inputs, which come back as it returned them.
 */
export class Identities {
  private readonly urns = new Map<string, string | typeof SEVERAL>();
  private readonly interrupted = new Map<string, Interrupted[]>();
  /** What each resource of the stack is at the platform, where two must not be the same. */
  private readonly objects = new Map<string, string>();
  /** URNs of the resources that the state has, and whether they are declared just as before. */
  private readonly states = new Map<string, boolean>();

  /** Remembers what check was told of these inputs. */
  introduce(type: string, inputs: JsonObject, urn: string): void {
    const key = keyOf(type, inputs);
    const known = this.urns.get(key);
    this.urns.set(key, known === undefined || known === urn ? urn : SEVERAL);
  }

  urnOf(type: string, inputs: JsonObject): string | undefined {
    const known = this.urns.get(keyOf(type, inputs));
    return known === SEVERAL ? undefined : known;
  }

  /** Remembers that the state has this resource, and whether it is declared just as before. */
  record(urn: string, isRepeated: boolean): void {
    this.states.set(urn, isRepeated);
  }

  isRepeated(urn: string): boolean {
    return this.states.get(urn) ?? false;
  }

  isRecorded(urn: string): boolean {
    return this.states.has(urn);
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
