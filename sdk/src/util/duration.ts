const MILLISECONDS: Record<string, number> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1e3,
  m: 6e4,
  h: 3.6e6,
};

/** Milliseconds of a duration in Pulumi's notation ("90s", "10m", "1h30m"); undefined if the text is not a duration. */
export function parseDuration(text: string): number | undefined {
  const part = /(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/gy;
  let total = 0;
  let end = 0;
  for (let match = part.exec(text); match; match = part.exec(text)) {
    total += Number(match[1]) * (MILLISECONDS[match[2] as string] as number);
    end = part.lastIndex;
  }
  return end === text.length && end > 0 ? total : undefined;
}

/** A duration for messages: "850ms", "12s", "4m", "4m30s", "2h". */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)}ms`;
  const seconds = Math.round(ms / 1000);
  const parts: Array<[number, string]> = [
    [Math.floor(seconds / 3600), "h"],
    [Math.floor((seconds % 3600) / 60), "m"],
    [seconds % 60, "s"],
  ];
  return parts
    .filter(([amount]) => amount > 0)
    .map(([amount, unit]) => `${amount}${unit}`)
    .join("");
}
