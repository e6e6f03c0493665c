import type { ErrorDefinition } from "../errors/definition";
import type { IfExists } from "../platform/settings";
import type { ExistingPolicy, Live } from "./resource";

interface ExistingObjects<S> {
  noun: string;
  /** What identifies an object, and where it should be unique, such as `in project 1`. */
  name: string;
  place: string;
  /** How a message says why the object is used, such as `which has this name`. */
  because: string;
  /** The id in messages. */
  idOf(live: Live<S>): string;
  exists: ErrorDefinition<ExistingFacts>;
  /** The error if it is unclear which object to adopt. Absent if equal objects are the same to the user. */
  severalExist?: ErrorDefinition<ExistingFacts>;
}

interface ExistingFacts {
  name: string;
  place: string;
  ids: string;
  first: string;
  count: number;
}

/** What follows from `ifExists`. */
export function existingPolicy<S>(
  ifExists: IfExists = "fail",
  { noun, name, place, because, idOf, exists, severalExist }: ExistingObjects<S>,
): ExistingPolicy<S> {
  return {
    ifExists,
    choose(equal) {
      const [object] = equal;
      if (object === undefined || ifExists === "create") return undefined;
      const first = idOf(object);
      const facts = { name, place, ids: equal.map(idOf).join(", "), first, count: equal.length };
      if (ifExists === "fail") throw exists.error(facts);
      if (equal.length > 1 && severalExist) throw severalExist.error(facts);
      return object;
    },
    adoption: (object) =>
      `adopts ${noun} ${idOf(object)}, ${because} (ifExists: "adopt"): the stack owns it from then on, and destroying the resource deletes it`,
  };
}
