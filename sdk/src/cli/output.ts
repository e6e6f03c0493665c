/** The result of the command, on standard output. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** What the command does, on standard error, so that standard output contains only the result. */
export function printNote(text: string): void {
  process.stderr.write(`${text}\n`);
}
