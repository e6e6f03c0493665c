import type { ErrorDefinition } from "../../errors/definition";
import type { IfExists } from "../../platform/settings";
import type { OperationContext } from "../handler";
import type { Creation } from "./creation";

interface ExistingObjects<R> {
  noun: string;
  name: string;
  /** Where the name should be unique, such as `in project 1`. */
  place: string;
  idOf(object: R): string;
  exists: ErrorDefinition<ExistingFacts>;
  /** The error if it is unclear which object to adopt. */
  severalExist: ErrorDefinition<ExistingFacts>;
}

interface ExistingFacts {
  name: string;
  place: string;
  ids: string;
  first: string;
  count: number;
}

/** The part of a creation that follows from `ifExists`. */
export function existingPolicy<R>(
  ifExists: IfExists = "fail",
  { noun, name, place, idOf, exists, severalExist }: ExistingObjects<R>,
  context: OperationContext,
): Pick<Creation<R>, "useExisting" | "usesUnfinished" | "allowsEqual"> {
  return {
    allowsEqual: ifExists === "create",
    // An interrupted run may have begun to create the object to adopt.
    usesUnfinished: ifExists === "adopt",
    useExisting(equal) {
      const [object] = equal;
      if (object === undefined || ifExists === "create") return undefined;
      const first = idOf(object);
      const facts = { name, place, ids: equal.map(idOf).join(", "), first, count: equal.length };
      if (ifExists === "fail") throw exists.error(facts);
      if (equal.length > 1) throw severalExist.error(facts);
      context.info(
        `${noun} ${first}, which has this name, is adopted (ifExists: "adopt"): no second one is created`,
      );
      return object;
    },
  };
}
