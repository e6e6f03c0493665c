import type fc from "fast-check";
import type { Json, JsonObject } from "../../sdk/src/util/json";
import type { Simulator, SimulatorOptions } from "../../simulator/src";
import type { ResourceState } from "../support/in-process-resource";

/** What is so of an object, field by field: as it is declared, as the platform has it, as the state holds it. */
export type Facts = Record<string, Json>;

/** An object at the platform. */
export interface Thing {
  id: string;
  facts: Facts;
}

/** Something that somebody else does to an object. */
export interface Drift {
  text: string;
  apply(platform: Simulator, id: string): void;
}

/** What the model knows of a kind of resource. */
export interface Subject {
  handler: { type: string };
  settings?: Record<string, string>;
  simulator?: SimulatorOptions;
  /** What is there before the first run; tells the ids of what has nothing to do with the resource. */
  prepare(platform: Simulator): string[];
  things(platform: Simulator): Thing[];
  remove(platform: Simulator, id: string): void;

  /** What a program may declare. */
  args: fc.Arbitrary<JsonObject>;
  /** Arguments that a program may leave out. */
  optional: string[];
  /** What can be declared once something was left out. */
  fitting?(args: JsonObject): JsonObject;
  /** Whether these arguments cannot be fulfilled as things are, some of which wait for their deletion. */
  hopeless?(args: JsonObject, things: Thing[], condemned: ResourceState[]): boolean;

  declared(args: JsonObject): Facts;
  known(outputs: JsonObject): Facts;
  /** The undeclared fields of a new object; one that is not named may be anything. */
  fresh: Facts;
  /** The fields that are declared no longer; one that is not named stays as it is. */
  reset: Facts;
  /** Whether a field is changed item by item, so that an update leaves single items as somebody else has set them. */
  inParts?(field: string): boolean;
  /** The object of a resource. */
  own(state: ResourceState, things: Thing[]): Thing | undefined;
  /** By what a run whose state has no object takes one for its own. */
  identity(facts: Facts): string;

  /** Whether the id can be told before there is the object, so that the state never misses it. */
  named?: boolean;
  /** Whether the object is there before the resource. */
  adopted?: boolean;
  /** Whether it is there after the resource. */
  stays?: boolean;
  /** Whether an object is as if nobody had made it. */
  harmless?(thing: Thing): boolean;
  /** Whether the platform tells what has become of the object; where it does not, nobody else may change it. */
  tells?(state: ResourceState): boolean;

  /** Whether an update neither changes anything at the platform nor looks there. */
  inert?: boolean;

  drifts: Drift[];
  /** What may go wrong in a run, as rules of the simulator. */
  faults: fc.Arbitrary<string>;
  /** Whether it is known of an object that a killed run has made what was declared then. */
  remembers?: boolean;
  /** Whether a run may be killed before the state hears of what it makes. */
  kills: boolean;
}

/** The same resource where the platform neither shows its object nor deletes it. */
export function documentedOnly(subject: Subject): Subject {
  return { ...subject, simulator: { mode: "documented-only" }, stays: true, tells: () => false, drifts: [] };
}

/** An object whose id follows from the arguments, all of which are required. */
export function fullyDeclared(factsOf: (values: JsonObject) => Facts) {
  return { optional: [], declared: factsOf, known: factsOf, fresh: {}, reset: {}, own: byId, named: true };
}

export const byId = ({ id }: ResourceState, things: Thing[]) => things.find((thing) => thing.id === id);
