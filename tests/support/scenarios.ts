import type { AnyResource } from "../../sdk/src/lifecycle/resource";
import type { JsonObject } from "../../sdk/src/util/json";
import type { Simulator, SimulatorOptions } from "../../simulator/src";
import type { ResourceState } from "./test-resource";

/** The declared inputs of a resource in each step: create, update, replace, refresh, delete. */
export interface Scenario {
  /** What distinguishes it from the other scenarios of the resource. */
  variant?: string;
  options?: SimulatorOptions;
  /** Creates objects at the platform that exist before the program. */
  prepare?(platform: Simulator): void;
  /** The inputs of the creation, and of each step that `changes` does not contain. */
  first: JsonObject;
  /** The inputs of later steps, by the name of the step. */
  changes: Record<string, JsonObject>;
  /** Changes that somebody else makes at the platform before a step. */
  before?: Record<string, (platform: Simulator) => void>;
  /** Steps that another scenario covers. */
  without?: string[];
  /** The objects at the platform that resources of this class create, by their ids in the state. */
  objects(platform: Simulator): Record<string, unknown>;
  /** Deletes these objects without Pulumi. Absent if the resource cannot notice it. */
  remove?(platform: Simulator): void;
  /** The key of the object in `objects`, if it is not the id in the state. */
  idOf?(state: ResourceState): string;
  /** The object that matches the declared inputs. */
  declared(args: JsonObject): unknown;
  /** Deletion leaves the object at the platform. */
  keptOnDelete?: true;
}

/** A scenario of a resource, with the name that messages use. */
export type NamedScenario = Scenario & { name: string; handler: AnyResource };

/** The arguments that the program declares at a step. */
export function argumentsAt({ first, changes }: Scenario, step: string): JsonObject {
  return changes[step] ?? first;
}
