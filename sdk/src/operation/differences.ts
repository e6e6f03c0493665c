import { type Json, type JsonObject, jsonText } from "../util/json";
import { printableLine } from "../util/text";
import { containsUnknown } from "./inputs/validate";
import { type AnyProperties, difference, inputsOf, pendingChanges } from "./properties";

// What an operation does with values that exist already, in words.

const MAX_VALUE_LENGTH = 100;

/** What a creation changes in an object that it uses. */
export function overwritten(
  properties: AnyProperties,
  live: JsonObject,
  change: JsonObject,
  secret: readonly string[] = [],
): string[] {
  const before = inputsOf(properties, live, () => true);
  return Object.entries(change).map(([name, after]) => {
    const [old, next] = [before[name], after].map((value) => textOf(name, value, secret));
    return `already exists: \`up\` changes ${name} from ${old} to ${next}`;
  });
}

interface Sources {
  recorded: JsonObject;
  live: JsonObject;
}

/** What changed outside of Pulumi since the state was written: the names of the properties, and the sentences. */
export function changedOutside(
  properties: AnyProperties,
  { recorded, live }: Sources,
  secret: readonly string[] = [],
): Array<[name: string, text: string]> {
  const inputsIn = (state: JsonObject) => inputsOf(properties, state, () => true);
  const { changed } = difference(properties, live, [], inputsIn(recorded));
  const now = inputsIn(live);
  return changed.map((name) => [
    name,
    `${name} changed outside of Pulumi to ${textOf(name, now[name], secret)}`,
  ]);
}

/** The same, and what an update that sends the change does with it. */
export function drift(
  properties: AnyProperties,
  { change, ...sources }: Sources & { change: JsonObject },
  secret: readonly string[],
): string[] {
  return changedOutside(properties, sources, secret).map(([name, text]) => `${text}: ${outcome(name)}`);

  function outcome(name: string): string {
    if (!(name in change)) return "`up` leaves it, and `pulumi refresh` records it in the state";
    const wanted = { [name]: change[name] };
    if (containsUnknown(change[name]))
      return "`up` overwrites it with a value that is known only during `up`";
    if (Object.keys(pendingChanges(properties, sources.live, wanted)).length === 0)
      return "that is the declared value";
    if (properties[name]?.items) return "`up` changes only what the preview shows, and leaves the rest";
    return `\`up\` overwrites it with ${textOf(name, change[name], secret)}`;
  }
}

function textOf(name: string, value: Json | undefined, secret: readonly string[]): string {
  if (secret.includes(name)) return "[secret]";
  return value === undefined ? "nothing" : printableLine(jsonText(value), MAX_VALUE_LENGTH);
}

/** What an operation does with what an interrupted one has left. */
export function continuation(touched: readonly string[] = []): string {
  const what = touched.length > 0 ? `compares ${touched.join(", ")} with the platform` : "continues it";
  return `an earlier run was interrupted: \`up\` ${what}`;
}
