import type { AnyHandler } from "../../../sdk/src/contract/resource";
import type { JsonObject } from "../../../sdk/src/util/json";
import type { Simulator, SimulatorOptions } from "../../../simulator/src";
import type { Kept } from "../engine-rules";

/** The steps that a resource can be taken through, with what is declared in each of them. */
export interface Scenario {
  /** What distinguishes it from the other scenarios of the resource. */
  variant?: string;
  options?: SimulatorOptions;
  /** What is at the platform before the program. */
  prepare?(platform: Simulator): void;
  first: JsonObject;
  /** What is declared afterwards, by the name of the step. */
  changes: Record<string, JsonObject>;
  /** What somebody else does at the platform before a step. */
  before?: Record<string, (platform: Simulator) => void>;
  /** Steps that another scenario covers. */
  without?: string[];
  /** The objects of the resource's kind at the platform, by their ids in the state. */
  objects(platform: Simulator): Record<string, unknown>;
  /** Deletes these objects behind Pulumi's back. Absent if the resource cannot find out about it. */
  remove?(platform: Simulator): void;
  /** The id among these, if it is not the one in the state. */
  idOf?(state: Kept): string;
  /** The object that matches the declared inputs. */
  declared(args: JsonObject): unknown;
  /** Deletion leaves the object at the platform. */
  stays?: true;
}

/** A scenario of a resource, with the name that tables and messages use. */
export type NamedScenario = Scenario & { name: string; handler: ScenarioHandler };

type ScenarioHandler = Pick<AnyHandler, "type" | "identity" | "delete">;

/** The scenarios of resources, from their fixtures. */
export function scenariosOf(
  resources: ReadonlyArray<{ name: string; handler: ScenarioHandler; scenarios: readonly Scenario[] }>,
): NamedScenario[] {
  return resources.flatMap(({ name, handler, scenarios }) =>
    scenarios.map((scenario) => ({
      ...scenario,
      handler,
      name: scenario.variant === undefined ? name : `${name}, ${scenario.variant}`,
    })),
  );
}
