import type { Definition } from "./catalogue";
import { logLines } from "./handler-setup";
import type { InProcessResource } from "./in-process-resource";
import { failureOf } from "./until";

/** Provokes an error or a warning in the code of the package. Returns what a user reads. */
type Provoke = () => Promise<string>;

/** The provocations of a chapter of errors, by code. */
export type Provocations = ReadonlyMap<string, Provoke>;

/** Provocations of errors of a chapter: of those that no other test expects. */
export function provocations<D extends Record<string, Definition>>(
  definitions: D,
  provoke: { [Name in keyof D]?: Provoke },
): Provocations {
  return new Map(
    Object.entries<Provoke>(provoke as Record<string, Provoke>).map(([name, run]) => [
      (definitions[name] as Definition).code,
      run,
    ]),
  );
}

/** The error of an operation, if it fails, and the log lines of its resource. */
export async function reportOf(resource: InProcessResource, operation: Promise<unknown>): Promise<string> {
  const error = await operation.then(() => "", messageOf);
  return [error, ...logLines(resource)].join("\n");
}

/** The text of the error that a function throws. */
export async function thrownBy(work: () => unknown): Promise<string> {
  return messageOf(await failureOf(Promise.resolve().then(work)));
}

/** The text of an error, or of anything that is thrown in its place. */
function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
