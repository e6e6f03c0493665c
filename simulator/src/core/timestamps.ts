/** Routers carry a zone (2026-11-21T10:00:00+0000), tasks do not: clients have to cope with both. */
export function zonedTimestamp(milliseconds: number): string {
  return `${plainTimestamp(milliseconds)}+0000`;
}

export function plainTimestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19);
}

/** Milliseconds of an ISO 8601 date or time; one without a zone is UTC. Undefined when it is none. */
export function parseTimestamp(text: string): number | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2}(?:\.\d+)?)(Z|[+-]\d{2}:?\d{2})?)?$/.exec(text);
  if (match === null) return undefined;
  const [, date, time = "00:00:00", zone = "Z"] = match;
  const colonZone = zone.replace(/^([+-]\d{2})(\d{2})$/, "$1:$2");
  const milliseconds = Date.parse(`${date}T${time}${colonZone}`);
  return Number.isNaN(milliseconds) ? undefined : milliseconds;
}
