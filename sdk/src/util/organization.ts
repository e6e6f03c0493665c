/** The organization of every stack, as Pulumi names it, in a backend that has no organizations. */
export const DEFAULT_ORGANIZATION = "organization";
