import type { ResourceFacts, StoredInputs } from "../../provider/state";
import { canonicalJson, type JsonObject } from "../../util/json";

/** What `check` has learnt of a resource, for its next methods. */
export interface Registration {
  facts: ResourceFacts;
  /** The inputs of the last run. */
  stored: StoredInputs | undefined;
  /** Inputs that are not stored. */
  transient: JsonObject;
  isPreview: boolean;
}

/**
 * The resources of the run: Pulumi passes neither name nor URN to the methods of a dynamic provider, but the program passes the
 * URN to `check`. Later methods get the inputs that `check` has returned.
 */
export class Memory {
  private readonly byInputs = new Map<string, Registration>();

  /**
   * The resource for which `check` has returned these inputs. The engine adds only the provider text. Undefined for inputs that
   * this process has not checked.
   */
  find({ __provider, ...inputs }: JsonObject): Registration | undefined {
    return this.byInputs.get(canonicalJson(inputs));
  }

  add(inputs: JsonObject, registration: Registration): void {
    this.byInputs.set(canonicalJson(inputs), registration);
  }
}
