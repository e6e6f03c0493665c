import { withArticle } from "../util/text";
import { defineError } from "./definition";

/** Errors of what reads existing objects: `get`, the option `import`, the command `import`, `pulumi do`. */
export const EXISTING = {
  invalidId: defineError<{ type: string; id: string; problem: string }>({
    code: "invalid-id",
    message: ({ type, id, problem }) => `"${id}" is not the id of ${withArticle(type)}: ${problem}`,
  }),
  /**
   * The object of `get` or of an import does not exist, or not in this account.
   *
   * What to do: Check the id. To create the object, remove the option `import`.
   */
  notFound: defineError<{ type: string; id: string; scope: string }>({
    code: "object-not-found",
    message: ({ type, id, scope }) => `${type} ${id}${scope} does not exist at the platform`,
  }),
  /**
   * The deployment has only the documented operations, or no operation to read such objects exists.
   *
   * What to do: Use the id where you need it. The page of the resource says whether the object can be adopted.
   */
  unreadable: defineError<{ type: string; id: string }>({
    code: "object-not-readable",
    message: ({ type, id }) =>
      `this deployment of the platform cannot read this kind of object, so ${type} ${id} cannot be read or imported`,
  }),
  /**
   * The deployment lacks the operation that lists such objects, as all deployments do that have only the documented
   * operations.
   */
  unlistable: defineError<{ type: string }>({
    code: "objects-not-listable",
    message: ({ type }) => `this deployment of the platform cannot list objects of the class ${type}`,
    advice:
      "Check the place. If it exists, name each object by its id; `pulumi-cloudplatform doctor` lists what the deployment can read.",
  }),
  leftOut: defineError<{ type: string; id: string; reason: string }>({
    code: "object-left-out",
    message: ({ type, id, reason }) => `${type} ${id} cannot be read: ${reason}`,
    advice: "The object is left out. Report the fields to the platform.",
  }),
  /**
   * The inputs of a resource with the option `import` must equal the object. Nothing was imported.
   *
   * What to do: Declare the values that the errors contain. You can change them after the import.
   */
  differs: defineError<{ value: string }>({
    code: "import-differs",
    message: ({ value }) =>
      `differs from the existing object, and an import changes nothing: declare the value of the object; it is ${value}`,
  }),
  changedSince: defineError<{ type: string; id: string; names: string }>({
    code: "import-changed",
    message: ({ type, id, names }) =>
      `${type} ${id} differs from the inputs, and an import changes nothing: ${names}`,
    advice: "Run `pulumi up` again: its preview shows what differs.",
  }),
};
