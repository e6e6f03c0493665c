const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };

/** Milliseconds of "500ms", "2s", "1.5s", "3m" or "0"; undefined when it is no duration. */
export function parseDuration(text: string): number | undefined {
  if (text === "0") return 0;
  const match = /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(text);
  const unit = units[match?.[2] ?? ""];
  return unit === undefined ? undefined : Math.round(Number(match?.[1]) * unit);
}
