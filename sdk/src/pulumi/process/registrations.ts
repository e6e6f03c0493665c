import { canonicalJson, type JsonObject } from "../../util/json";
import type { Hidden, SplitProperties } from "./state";

/** What this process knows of a resource in this run. */
export interface Registration {
  urn: string;
  /**
   * What the program has passed to `check`. The names of the secret inputs are in the outputs alone, as the CLI would show them in
   * the diff of inputs.
   */
  hidden: Hidden;
  /** Whether the resource had the same inputs before. */
  isRepeated: boolean;
  /** What was declared, by the inputs in the state. Of an object that the plugin has imported, what the program declares now. */
  declaredBefore: string[];
  /** Inputs that are not stored. */
  transient: JsonObject;
  /** What `diff` has found about a replacement. */
  replacement?: Replacement | undefined;
}

export interface Replacement {
  /** The object that is replaced, or was to be replaced by an interrupted one: the state of the new object names it. */
  replaced?: string | undefined;
  /** The object that the replaced one has replaced itself, which Pulumi may not have deleted yet. */
  former?: string | undefined;
  /** The id and the state of an interrupted creation, which the replacement continues. */
  continues?: { id: string; before: SplitProperties } | undefined;
}

/**
 * The resources of the run: Pulumi passes neither name nor URN to the methods of a dynamic provider, but the program passes the
 * URN to `check`. Later methods get the inputs that `check` has returned.
 */
export class Registrations {
  private readonly byUrn = new Map<string, Registration>();
  private readonly byInputs = new Map<string, Registration>();

  /** The last registration of a resource. */
  of(urn: string | undefined): Registration | undefined {
    return urn === undefined ? undefined : this.byUrn.get(urn);
  }

  /**
   * The resource for which `check` has returned these inputs. The engine adds only the provider text. Undefined for inputs that
   * this process has not checked: the operation then keeps no record, and prints beside the stack.
   */
  find(type: string, { __provider, ...inputs }: JsonObject): Registration | undefined {
    return this.byInputs.get(`${type} ${canonicalJson(inputs)}`);
  }

  /** No replacement continues the interrupted creation with this id. */
  endContinuing(id: string): void {
    for (const { replacement } of this.byUrn.values())
      if (replacement?.continues?.id === id) replacement.continues = undefined;
  }

  add(type: string, inputs: JsonObject, registration: Registration): void {
    this.byUrn.set(registration.urn, registration);
    this.byInputs.set(`${type} ${canonicalJson(inputs)}`, registration);
  }
}
