import { type Json, type JsonObject, jsonText } from "../util/json";
import { printableLine } from "../util/text";
import { containsUnknown, knownValues } from "./inputs/validate";
import { type AnyProperties, difference, inputsOf, pendingChanges } from "./properties";

const MAX_VALUE_LENGTH = 100;

/** What an operation does with values that exist already, in words. */
export class Differences {
  /** `secret`: names of secret inputs, whose values are not shown. */
  constructor(
    private readonly properties: AnyProperties,
    private readonly secret: readonly string[],
  ) {}

  /** What a creation changes in an object that it uses. */
  overwritten(live: JsonObject, inputs: JsonObject): string[] {
    const { change } = difference(this.properties, live, [], knownValues(inputs));
    return this.changes(live, change).map(
      ([name, values]) => `already exists: \`up\` changes ${name} ${values}`,
    );
  }

  /** What an update changes of which the engine shows nothing, because the inputs are those of the last run. */
  repeated(live: JsonObject, change: JsonObject): string[] {
    return this.changes(live, change).map(
      ([name, values]) => `${name} is not as declared: \`up\` changes it ${values}`,
    );
  }

  /** What changed outside of Pulumi since the state was written, and what `up` does with each of these properties. */
  drift(recorded: JsonObject, live: JsonObject, outcomeOf: (name: string) => string): string[] {
    const now = this.inputsIn(live);
    const { changed } = difference(this.properties, live, [], this.inputsIn(recorded));
    return changed.map((name) => {
      return `${name} changed outside of Pulumi to ${this.textOf(name, now[name])}: ${outcomeOf(name)}`;
    });
  }

  private changes(live: JsonObject, change: JsonObject): Array<[name: string, values: string]> {
    const before = this.inputsIn(live);
    return Object.entries(change).map(([name, after]) => {
      const [old, next] = [before[name], after].map((value) => this.textOf(name, value));
      return [name, `from ${old} to ${next}`];
    });
  }

  /** What an update that sends the change does with a property that changed outside of Pulumi. */
  outcome(
    name: string,
    live: JsonObject,
    { change, recorded }: Record<"change" | "recorded", JsonObject>,
  ): string {
    const isWhole = this.properties[name]?.kind === "whole";
    const { [name]: wanted } = isWhole ? { ...recorded, ...change } : change;
    if (wanted === undefined) return "`up` leaves it, and `pulumi refresh` records it in the state";
    if (containsUnknown(wanted)) return "`up` overwrites it with a value that is known only during `up`";
    if (Object.keys(pendingChanges(this.properties, live, { [name]: wanted })).length === 0)
      return "that is the declared value";
    if (this.properties[name]?.items) return "`up` changes only what the preview shows, and leaves the rest";
    return `\`up\` overwrites it with ${this.textOf(name, wanted)}`;
  }

  private inputsIn(state: JsonObject): JsonObject {
    return inputsOf(this.properties, state, () => true);
  }

  private textOf(name: string, value: Json | undefined): string {
    if (this.secret.includes(name)) return "[secret]";
    return value === undefined ? "nothing" : printableLine(jsonText(value), MAX_VALUE_LENGTH);
  }
}
