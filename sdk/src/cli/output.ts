/** The result of the command, on standard output. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** What the command does, on standard error, so that standard output contains only the result. */
export function printNote(text: string): void {
  process.stderr.write(`${text}\n`);
}

const DEFAULT_WIDTH = 120;

/** The width of the terminal. */
export function widthOf(): number {
  return process.stdout.columns ?? DEFAULT_WIDTH;
}

/**
 * JSON in which names cannot contain anything that a terminal or a CI runner interprets: controls, direction marks, and the
 * beginnings of commands such as `##[`. Outside of strings, JSON has only the line breaks.
 */
export function safeJson(content: object): string {
  const json = JSON.stringify(content, undefined, 2);
  return json.replace(/[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]|(?<=#)#|<(?=\{%)/gu, (sign) =>
    [...Array(sign.length).keys()]
      .map((index) => `\\u${sign.charCodeAt(index).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}
