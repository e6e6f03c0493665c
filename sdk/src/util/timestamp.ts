/** Milliseconds since the epoch of a time in the platform's notation; NaN if it is invalid. Times without a zone are in UTC. */
export function parseTimestamp(time: unknown): number {
  if (typeof time !== "string") return Number.NaN;
  return Date.parse(/(Z|[+-]\d{2}:?\d{2})$/.test(time) ? time : `${time}Z`);
}
