import { defineError } from "./definition";

/** Errors and warnings of interrupted creations. */
export const CREATION = {
  /**
   * A request to create the object was sent, and the signals of the platform do not agree which object it has created: the
   * report of the task, the creator task, the name and the time of creation.
   */
  unclear: defineError<{
    noun: string;
    ids: string;
    tasks: string;
    reported: string | undefined;
    /** The platform offers the list. */
    isListed: boolean;
  }>({
    code: "creation-unclear",
    message: ({ noun, ids, tasks, reported, isListed }) =>
      `it is not certain which ${noun} this resource has created${tasks ? ` (task ${tasks})` : ""}: ` +
      (ids ? `it may be ${ids}` : isListed ? "none that is listed fits" : "the platform lists none now") +
      (reported ? `; the task reports ${reported}` : ""),
    advice: ({ ids, isListed }) =>
      "Nothing was changed. " +
      (ids
        ? "If one of them is yours, import it (the option `import`, with its id) or declare its id; if none is, declare another name, or, where this resource is being deleted, remove it from the state (`pulumi state delete`)."
        : !isListed
          ? "A gateway may have answered in place of the API: run again. If that does not help, import the object (the option `import`, with its id), or declare another name."
          : "Declare again what that run declared, and change it once the resource is created; or import the object (the option `import`, with its id)."),
  }),
  unrecorded: defineError({
    code: "records-not-written",
    message: () =>
      "records of creations cannot be written to the folder cloudplatform/operations of PULUMI_HOME (default: ~/.pulumi)",
    advice:
      "If this run is killed, run `npx pulumi-cloudplatform recover` before the next one. To write records, make the folder writable.",
  }),
};
