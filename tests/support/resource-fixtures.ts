import type { Resource as ResourceOf } from "../../sdk/src/operation/resource";
import type { JsonObject } from "../../sdk/src/util/json";
import type { Simulator } from "../../simulator/src";
import { fixtureOf, foldersOf, handlerOf } from "./folders";
import type { Scenario } from "./scenario";

/** What the tests of all layers need to know about a resource: `tests/unit/resources/<name>/fixture.ts`. */
export interface ResourceFixture {
  /** The values in states. They are repeated here because a changed value in the source would break existing stacks. */
  state: {
    /** The type token. */
    type: string;
    /** The provider text. */
    provider: string;
    /** The paths of the optional inputs. */
    optional: string[];
  };
  inputs: InputsFixture;
  /**
   * Inputs of two resources that a stack must not contain together, and what the user reads. `one` is the name of the
   * first one.
   */
  duplicates: Array<[what: string, first: JsonObject, second: JsonObject, property: string, reason: string]>;
  /** The life of a resource, in tests of all resources. */
  scenario: Scenario;
  /** `get` and the option `import`. */
  existing: ExistingFixture | "cannot be read";
  /** How a creation handles an existing object, one case each. Empty if there is no object that can be deleted. */
  adoptions: Adoption[];
  /** Inputs that together contain each optional input. */
  optional: OptionalInputs[];
  documentedOnly: DocumentedOnlyFixture;
  program: ProgramFixture;
  upgrade: UpgradeFixture;
  /** Correct and incorrect uses of the class, as TypeScript. An incorrect use follows a `// @ts-expect-error`. */
  types: string;
}

/** The reason for each property that is reported, in order. */
export type Failures = Record<string, string | RegExp>;

export interface InputsFixture {
  /** Valid inputs, none of which can be omitted. */
  minimal: JsonObject;
  /** Valid inputs that together contain every property. Each value may be unknown in a preview. */
  full: JsonObject[];
  /** Inputs that `check` does not return. */
  transient?: string[];
  /** Inputs that `check` adds if they are not declared. */
  added?: string[];
  /** Inputs that contain numeric ids: the noun of the error message, and whether the ids have 64 bits. */
  ids: Record<string, { of: string; isAny?: true }>;
  /** By property: inputs of which only that one is invalid, and what the user reads about it. */
  invalid: Record<string, Array<[args: JsonObject, reason: string | RegExp]>>;
  /** One invalid input as the CLI prints the failure. */
  printed: { args: JsonObject; property: string; reason: string };
  /** Several invalid inputs at once, and the properties that are reported. */
  invalidTogether: Array<[what: string, args: JsonObject, properties: string[]]>;
  /** Valid inputs with unknown values, in addition to those of `full`. */
  unknown: Array<[what: string, args: JsonObject]>;
  /** Invalid inputs together with other invalid or unknown ones, and what the user reads. */
  failures: Array<[what: string, args: JsonObject, failures: Failures]>;
}

/** An object that exists before the program. */
export interface ExistingFixture {
  /** The inputs of the object. */
  args: JsonObject;
  /** The arguments of `get` beside the id. */
  scope?: JsonObject;
  /** One input that differs from the object, and the value of the object as the failure shows it. */
  different: { property: string; value: JsonObject[string]; actual: string };
  /** A valid id of no existing object. */
  missing: string;
  /** The error of `get`, or the outputs if each id has an object. */
  notFound: string | JsonObject;
  malformed: { id: string; problem: string };
  /** Somebody changes the object. */
  change(platform: Simulator): void;
  objects(platform: Simulator): unknown[];
}

/** An object that exists before a creation, for docs/concepts.md. */
export interface Adoption {
  /** The text of the case on the page. */
  what: string;
  /** Creates the object, and returns inputs that declare none of its properties differently. */
  prepare(platform: Simulator): JsonObject;
  creation: "fails" | "adopts" | "creates another";
  /** How a deletion handles that object. Absent if the creation fails. */
  deletion?: "keeps" | "deletes";
  /** The text about the deletion on the page. Default: "deletes the object". */
  deleting?: string;
}

/** Inputs, one of which is then removed from the program. */
export interface OptionalInputs {
  prepare?(platform: Simulator): void;
  args: JsonObject;
  /** The inputs that can be removed alone. Default: all optional ones. */
  only?: string[];
}

/** How the resource works with a deployment that has only the documented operations. */
export interface DocumentedOnlyFixture {
  /** Prepares the platform, and returns inputs that such a deployment can apply. */
  prepare(platform: Simulator): JsonObject;
  /** Other inputs that such a deployment can apply. Absent if a change replaces the object. */
  change?: JsonObject;
  /** The id in the state. */
  id: string | RegExp;
  outputs: JsonObject;
  /** An output and its value, as a program exports it. */
  exported: [name: string, value: unknown];
  /** What the user reads on creation. */
  messages: string[];
  /** Deletes the object without Pulumi. Absent if there is no object that can be deleted. */
  remove?(platform: Simulator): void;
  /** What the user reads on deletion. */
  deletionMessages: string[];
  /** How many objects are at the platform after a deletion. */
  left: number;
}

/** The class under Pulumi's mocks. */
export interface ProgramFixture {
  /** Every input that is also an output. */
  inputs: JsonObject;
  /** An input that is passed as a secret, and as an unknown value. */
  secret: string;
  /** The outputs that the platform adds or completes. */
  live: JsonObject;
  /** The output that contains the id. */
  idOutput?: string;
  /** Inputs that are unknown in a preview, because the platform completes them. */
  completed?: string[];
}

/** The part of the resource in the states of released versions. The program is `upgrade-program.ts` in the same folder. */
export interface UpgradeFixture {
  /** The first version whose recorded state contains the resource. */
  since: string;
  /** Creates the objects that the program adopts. Returns the config of the stack that contains their ids. */
  prepare?(platform: Simulator): Record<string, string>;
  /** The config of the stack, from what `save` has recorded. */
  config?(saved: Saved): Record<string, string>;
  /** Records the objects of the platform beside the state, and restores them. */
  save?(platform: Simulator): Saved;
  restore?(platform: Simulator, saved: Saved): void;
  /** The requests that a change of the program's inputs sends. */
  changes: { request: RegExp; count: number };
  /** What is at the platform after `pulumi destroy`. */
  left: { found(platform: Simulator): unknown[]; expected: unknown[] };
}

// biome-ignore lint/suspicious/noExplicitAny: each resource knows what it has recorded.
export type Saved = Record<string, any>;

export type Resource = ResourceFixture & { folder: string; name: string; handler: AnyResource };

// biome-ignore lint/suspicious/noExplicitAny: tests run handlers of all resources.
type AnyResource = ResourceOf<any, any>;

/** The register: every resource of the package, with its fixture. */
export const RESOURCES: Resource[] = foldersOf("resources")
  .map((folder) => {
    const { fixture } = fixtureOf<{ fixture: ResourceFixture }>("resources", folder);
    const handler = handlerOf<AnyResource>("resources", folder);
    return { ...fixture, folder, name: handler.type, handler };
  })
  .sort((one, other) => (one.name < other.name ? -1 : 1));

/** The resource of this class. */
export function resource(name: string): Resource {
  const found = RESOURCES.find((one) => one.name === name);
  if (!found) throw new Error(`There is no resource ${name}.`);
  return found;
}
