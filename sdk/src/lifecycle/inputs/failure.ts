/** One error of one property, in the engine's format. */
export interface CheckFailure {
  property: string;
  reason: string;
}

/** The reason without the part that may quote the value of the property, for a secret property. */
export function withoutDetails(reason: string): string {
  return reason.replace(/;.*/s, "");
}
