/** The forms in which servers answer a path or a task that they do not know: the values of the simulator's `unknownPaths`. */
export const UNKNOWN_FORMS = ["message", "error", "detail", "empty", "html", "405"] as const;
