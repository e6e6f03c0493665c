import { canonicalJson, type Json, type JsonObject, jsonText } from "../util/json";
import { printableLine } from "../util/text";
import { containsUnknown, knownValues } from "./inputs/validate";
import { type AnyProperties, difference, inputsOf, listIn, pendingChanges } from "./properties";

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
    const before = this.inputsIn(live);
    return Object.entries(change).map(([name, after]) => {
      const [old, next] = [before[name], after].map((value) => this.textOf(name, value));
      return `already exists: \`up\` changes ${name} from ${old} to ${next}`;
    });
  }

  /** What an update changes that the engine does not show. Of a list, only the items that go or come. */
  hidden(live: JsonObject, change: JsonObject): string[] {
    const [before, after] = [this.inputsIn(live), this.inputsIn({ ...live, ...change })];
    return Object.entries(change).map(([name, value]) => {
      const does = this.properties[name]?.items
        ? this.itemsText(name, listIn(before, name) as Json[], listIn(after, name) as Json[])
        : `changes it from ${this.textOf(name, before[name])} to ${this.textOf(name, value)}`;
      return `${name} is not as declared: \`up\` ${does}`;
    });
  }

  private itemsText(name: string, old: readonly Json[], next: readonly Json[]): string {
    const without = (list: readonly Json[], others: readonly Json[]) => {
      const texts = others.map(canonicalJson);
      return list.filter((item) => !texts.includes(canonicalJson(item)));
    };
    const [removed, added] = [without(old, next), without(next, old)];
    const text = (verb: string, items: Json[]) =>
      items.length > 0 ? [`${verb} ${this.textOf(name, items)}`] : [];
    return [...text("removes", removed), ...text("adds", added)].join(" and ") || "changes its items";
  }

  /** What changed outside of Pulumi since the state was written, and what `up` does with each of these properties. */
  drift(recorded: JsonObject, live: JsonObject, outcomeOf: (name: string) => string): string[] {
    const { changed } = difference(this.properties, live, [], this.inputsIn(recorded));
    const now = this.inputsIn(live);
    return changed.map((name) => {
      return `${name} changed outside of Pulumi to ${this.textOf(name, now[name])}: ${outcomeOf(name)}`;
    });
  }

  /** What an update that sends the change does with a property that changed outside of Pulumi. */
  outcome(
    name: string,
    live: JsonObject,
    { change, recorded }: { change: JsonObject; recorded: JsonObject },
  ): string {
    const isWhole = this.properties[name]?.kind === "whole" && Object.keys(change).length > 0;
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
