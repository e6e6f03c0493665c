import type { ResourceFacts, Timeouts } from "../../provider/state";
import type { RecordPlace } from "../../pulumi/files/record-store";

/** What the program adds to the inputs of a resource, because the engine passes none of it to a dynamic provider. */
export interface HiddenInputs {
  __urn?: string;
  /** The organization of the stack, if the backend has organizations. */
  __org?: string | undefined;
  /** The Provider that has a key of its own. */
  __account?: string | undefined;
  /** The option retainOnDelete. */
  __retains?: true | undefined;
  /** Where the records of unfinished work are. */
  __records?: RecordPlace | undefined;
  /** The id of the option `import`. */
  __import?: string | undefined;
  /** This is a preview. A replacement may delete the old object first. */
  __preview?: true | "deletesFirst" | undefined;
  /** From the program to `read`: the resource was declared by `get`. */
  __get?: true | undefined;
  /** The names of the secret inputs. */
  __secret?: string[];
  /** The option customTimeouts. */
  __timeouts?: Timeouts | undefined;
}

export function factsIn(hidden: HiddenInputs): ResourceFacts {
  return {
    urn: hidden.__urn,
    organization: hidden.__org,
    secret: hidden.__secret,
    timeouts: hidden.__timeouts,
    retains: hidden.__retains,
    importId: hidden.__import,
    deletesFirst: hidden.__preview === "deletesFirst",
  };
}
