const LONGEST = 60;

/** The beginning of a text that may be long. */
export function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
