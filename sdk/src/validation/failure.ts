/** One error of one property, in the engine's format. */
export interface CheckFailure {
  property: string;
  reason: string;
}
