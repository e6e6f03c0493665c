import type { JsonObject } from "../../sdk/src/util/json";
import type { Simulator } from "../../simulator/src";
import type { ResourceState } from "./test-resource";

/** What a program declares of a resource in its life, and what the platform then has. */
export interface Scenario {
  /** Creates objects at the platform that exist before the program. */
  prepare?(platform: Simulator): void;
  /** The inputs of the creation. */
  first: JsonObject;
  /** The inputs of later steps. */
  changes: { update?: JsonObject; replace?: JsonObject };
  /** The objects at the platform that resources of this class create, by their ids in the state. */
  objects(platform: Simulator): Record<string, unknown>;
  /** Deletes these objects without Pulumi. Absent if the resource cannot notice it. */
  remove?(platform: Simulator): void;
  /** The key of the object in `objects`, if it is not the id in the state. */
  idOf?(state: ResourceState): string;
  /** The object that matches the declared inputs. */
  declared(args: JsonObject): unknown;
}
