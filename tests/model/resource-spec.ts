import type fc from "fast-check";
import type { Json, JsonObject } from "../../sdk/src/util/json";
import type { Simulator, SimulatorOptions } from "../../simulator/src";
import type { ResourceState } from "../support/in-process-resource";

/** The values of an object, in the same form for inputs, outputs and the platform's record. */
export type Fields = Record<string, Json>;

/** An object at the platform. */
export interface PlatformObject {
  id: string;
  fields: Fields;
}

/** A change that somebody else makes. */
export interface Drift {
  text: string;
  apply(platform: Simulator, id: string): void;
}

/** What the model needs to know of a resource. */
export interface ResourceSpec {
  handler: { type: string };
  settings?: Record<string, string>;
  simulator?: SimulatorOptions;
  /** Creates the objects that exist before the first run. Returns the ids of those that no run may touch. */
  prepare(platform: Simulator): string[];
  objects(platform: Simulator): PlatformObject[];
  remove(platform: Simulator, id: string): void;

  /** Random arguments. */
  args: fc.Arbitrary<JsonObject>;
  /** Arguments that a program may omit. */
  optional: string[];
  /** Removes the values that are invalid in combination with the others. */
  validCombination?(args: JsonObject): JsonObject;
  /** Whether a run with these arguments has to fail, with these objects at the platform. */
  cannotSucceed?(args: JsonObject, objects: PlatformObject[], pendingDeletions: ResourceState[]): boolean;

  fieldsOfInputs(args: JsonObject): Fields;
  fieldsOfOutputs(outputs: JsonObject): Fields;
  /** The undeclared fields of a new object. Others may have any value. */
  initialFields: Fields;
  /** The values to which removed inputs are reset. Others keep their value. */
  resetFields: Fields;
  /** Whether an update changes the items of a field one by one, so that it leaves the items that somebody else changed. */
  isChangedByItem?(field: string): boolean;
  /** The object of a resource. */
  objectOf(state: ResourceState, objects: PlatformObject[]): PlatformObject | undefined;
  /** The key by which a run without state finds an existing object. */
  matchKey(fields: Fields): string;

  /** Whether the id follows from the arguments, so that a failed creation always leaves it in the state. */
  hasPredictableId?: boolean;
  /** Whether the object exists before the resource. */
  adopted?: boolean;
  /** Whether deletion leaves the object at the platform. */
  keptOnDelete?: boolean;
  /** Whether the object looks as if nobody had created it. */
  isDefault?(object: PlatformObject): boolean;
  /** Whether the platform can read the object. If not, there must be no drift. */
  isReadable?(state: ResourceState): boolean;

  /** Whether an update neither changes nor reads anything at the platform. */
  updatesOnlyState?: boolean;

  drifts: Drift[];
  /** Faults of a run, as rules of the simulator. */
  faults: fc.Arbitrary<string>;
  /** Whether the next run knows the inputs with which a killed run created an object. */
  knowsInputsOfKilledRun?: boolean;
  /** Whether a creation may be killed before the state contains the object. */
  canBeKilled: boolean;
}

/** The resource with a platform that can neither read nor delete its object. */
export function documentedOnly(spec: ResourceSpec): ResourceSpec {
  return {
    ...spec,
    simulator: { mode: "documented-only" },
    keptOnDelete: true,
    isReadable: () => false,
    drifts: [],
  };
}

/** A resource whose inputs are all required, and determine the id. */
export function fullyDeclared(fieldsOf: (values: JsonObject) => Fields) {
  return {
    optional: [],
    fieldsOfInputs: fieldsOf,
    fieldsOfOutputs: fieldsOf,
    initialFields: {},
    resetFields: {},
    objectOf: byId,
    hasPredictableId: true,
  } satisfies Partial<ResourceSpec>;
}

export const byId = ({ id }: ResourceState, objects: PlatformObject[]) =>
  objects.find((object) => object.id === id);
