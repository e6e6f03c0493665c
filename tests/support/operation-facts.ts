import type { Facts } from "../../sdk/src/operation/acts";

/** Of an operation in a run without other resources, on a platform without a clock. */
export const OPERATION_FACTS: Facts = {
  hasSecrets: false,
  requestTimeout: 0,
  now: () => undefined,
  isInUse: () => false,
  isOwn: () => false,
};
