import type { z } from "zod";
import { UNKNOWN } from "../lifecycle/inputs/validate";
import type { Json, JsonObject } from "../util/json";
import { printableName } from "../util/text";
import type { StackConfig } from "./config";
import type { StackFile, Values } from "./entries";
import {
  CONFIG,
  isLiteral,
  mapScalars,
  parseReference,
  type Reference,
  type Scalar,
  type Template,
  templateOf,
  valueAt,
} from "./template";
import { outputTypes, type TypeName, typeName, typesAt } from "./types";

/** What is known of a text with references. */
interface Known {
  value: Json;
  /** The value, or its type. */
  meaning: string;
}

/**
 * Values as they are known before a deployment. A reference to the configuration has its value. Another reference is an
 * unknown value, which is valid everywhere, or an example of its type where the schema refuses this type.
 */
export class KnownValues {
  readonly value: JsonObject;
  /** What is known of texts with references, by their places. */
  private readonly sources = new Map<string, string>();

  constructor({ value, isSecret }: Values, schema: z.ZodType, file: StackFile) {
    const replace = (scalar: Scalar, place: string): Json => {
      if (typeof scalar !== "string") return scalar;
      const template = templateOf(scalar, isSecret);
      if (template === undefined) return UNKNOWN;
      if (isLiteral(template)) return template.join("");
      const path = parseReference(place)?.path;
      const accepted = path && typesAt(schema, path);
      const known = configured(template, file.config) ?? refused(template, accepted, file);
      if (known === undefined) return UNKNOWN;
      this.sources.set(place, `${scalar} is ${known.meaning}`);
      return known.value;
    };
    this.value = mapScalars<Json>(value, replace, "") as JsonObject;
  }

  /** What is known of the text from which a property is. */
  sourceOf(property: string): string | undefined {
    const isInside = (place: string) =>
      property.startsWith(place) && ["", ".", "["].includes(property.charAt(place.length));
    return [...this.sources].find(([place]) => isInside(place))?.[1];
  }
}

/** The value of a text whose references all have values in the configuration. */
function configured(template: Template, config: StackConfig): Known | undefined {
  const parts = template.map((part) => (typeof part === "string" ? part : configValue(part, config)));
  const [first] = parts;
  if (first === undefined || parts.includes(undefined)) return undefined;
  if (parts.length > 1 && parts.some((part) => typeof part === "object")) return undefined;
  const value = parts.length === 1 ? first : parts.join("");
  const isNested = typeof value === "object" && value !== null;
  return { value, meaning: isNested ? typeName(value) : printableName(JSON.stringify(value)) };
}

function configValue({ path }: Reference, { own }: StackConfig): Json | undefined {
  const [section, name, ...inner] = path;
  const found = section === CONFIG ? own.get(String(name)) : undefined;
  return found === undefined || found.isSecret ? undefined : (valueAt(found.value, inner) as Json);
}

/** A value of the same type, if the type is known and not accepted. */
function refused(template: Template, accepted: TypeName[] | undefined, file: StackFile): Known | undefined {
  const types: TypeName[] | undefined =
    template.length > 1 ? ["a text"] : outputTypes(template[0] as Reference, file);
  if (!types || !accepted || types.some((type) => accepted.includes(type))) return undefined;
  return { value: EXAMPLES[types[0] as TypeName], meaning: types.join(" or ") };
}

const EXAMPLES: Record<TypeName, Json> = {
  "a text": "text",
  "a number": 1,
  "a boolean": true,
  "a list": [],
  "an object": {},
};
