import type { AnyResource } from "../../sdk/src/operation/resource";
import type { Json, JsonObject } from "../../sdk/src/util/json";
import { changedAt, pathText, placesOf } from "./places";
import type { Resource } from "./resource-fixtures";

/** What removing an optional input from the program changes, derived from the properties of the handler. */
export type Removal =
  | { does: "sends nothing" | "replaces" | "generates a value" }
  | { does: "sets the default"; value: Json };

const NAME = "edge-0000000";

type Handler = Pick<AnyResource, "properties" | "complete">;

/** The optional inputs of a handler, by path, as `a`, `a.b` or `a[].b`. */
export function optionalInputs({ properties }: Pick<AnyResource, "properties">): string[] {
  return Object.entries(properties).flatMap(([name, { optional, nested, default: empty }]) => [
    ...(optional ? [name] : []),
    ...Object.keys(nested).map((key) => `${name}${Array.isArray(empty) ? "[]" : ""}.${key}`),
  ]);
}

/** `rest` contains the other inputs. */
export function removalOf({ properties, complete }: Handler, input: string, rest: JsonObject): Removal {
  const [name = ""] = input.split(/[.[]/);
  const property = properties[name];
  const { transient, replaces, nested = {} } = property ?? {};
  if (transient) return { does: "sends nothing" };
  if (replaces) return { does: "replaces" };
  const value = input === name ? property?.default : nested[input.split(".").at(-1) as string];
  if (value !== undefined) return { does: "sets the default", value: value as Json };
  const completed = complete?.(rest, NAME) ?? rest;
  return { does: completed[name] === rest[name] ? "sends nothing" : "generates a value" };
}

/** Each optional input, and inputs of the fixture from which it is removed. */
export function removals({ handler, optional }: Pick<Resource, "handler" | "optional">) {
  const isValid = (args: JsonObject) =>
    handler.inputs.safeParse(handler.complete?.(args, NAME) ?? args).success;
  return optionalInputs(handler).flatMap((input) =>
    optional.flatMap(({ only = [input], ...from }) =>
      placesOf(from.args)
        .filter((place) => pathText(place).replace(/\[\d+\]/g, "[]") === input && only.includes(input))
        .map((place) => ({ ...from, input, place, rest: changedAt(from.args, place, undefined) }))
        // Some inputs are valid only together with others.
        .filter(({ rest }) => isValid(rest)),
    ),
  );
}
