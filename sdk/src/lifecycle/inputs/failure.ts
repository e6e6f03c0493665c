// A file of its own: the public InvalidArguments has it, and public types must not import those of zod.

/** One error of one property, in the engine's format. */
export interface CheckFailure {
  property: string;
  reason: string;
}
