import { z } from "zod";
import { SETTING_NAMES } from "../platform/settings";
import type { Json, JsonObject } from "../util/json";
import type { Kind } from "./kinds";
import { AccountSettings, EntryExtras } from "./options";

/** The JSON Schema of stack files, `Pulumi.<stack>.yaml`, for editors. Draft 7, which all of them support. */
export function stackFileSchema(kinds: Iterable<Kind>): JsonObject {
  const sections: Array<[string, JsonObject]> = [
    ...SETTING_NAMES.map((name): [string, JsonObject] => [name, SETTING]),
    ["accounts", section(objectSchema(AccountSettings))],
    ...[...kinds].map((kind): [string, JsonObject] => [kind.name, section(entrySchema(kind))]),
    ["outputs", { type: ["object", "null"] }],
  ];
  const names = sections.map(([name]) => name).join("|");
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Stack file of a declarative stack of pulumi-cloudplatform",
    type: "object",
    properties: {
      config: {
        type: "object",
        properties: Object.fromEntries(sections.map(([name, schema]) => [`cloudplatform:${name}`, schema])),
        patternProperties: { [`^cloudplatform:(?!(${names})$)`]: false },
      },
    },
    definitions: {
      dynamic: {
        anyOf: [
          { type: "string", pattern: REFERENCE },
          {
            type: "object",
            properties: { secure: { type: "string" } },
            required: ["secure"],
            additionalProperties: false,
          },
        ],
      },
    },
  };
}

/** A text with a reference, such as `${routers.edge.routes[0].nexthop}`. */
const REFERENCE = '\\$\\{[\\w-]+(\\.[\\w-]+|\\[\\d+\\]|\\["[^"]+"\\])*\\}';
/** A text with a reference, or a value that Pulumi has encrypted. */
const DYNAMIC = { $ref: "#/definitions/dynamic" };
const SETTING = { anyOf: [{ type: ["string", "number"] }, DYNAMIC] };

/** Entries by their names. */
function section(entry: JsonObject): JsonObject {
  return { type: ["object", "null"], additionalProperties: { ...entry, minProperties: 1 } };
}

function entrySchema({ handler }: Kind): JsonObject {
  const entry = objectSchema(handler.inputs);
  const extras = jsonSchema(z.strictObject(EntryExtras)).properties as JsonObject;
  return { ...entry, properties: { ...(entry.properties as JsonObject), ...extras } };
}

/** The schema of an object whose properties may be references or secrets. */
function objectSchema(type: z.ZodType): JsonObject {
  return withReferences(jsonSchema(type));
}

function jsonSchema(type: z.ZodType): JsonObject {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { target: "draft-7", io: "input" });
  return schema as JsonObject;
}

/** Admits references and secrets inside of a schema, but not in its place. */
function withReferences(schema: JsonObject): JsonObject {
  const { properties, items, anyOf } = schema as { properties?: JsonObject; items?: Json; anyOf?: Json[] };
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, value]) => [name, orReference(value)]),
      ),
    }),
    ...(items !== undefined && { items: orReference(items) }),
    ...(anyOf && { anyOf: anyOf.map((option) => withReferences(option as JsonObject)) }),
  };
}

function orReference(schema: Json): JsonObject {
  return { anyOf: [withReferences(schema as JsonObject), DYNAMIC] };
}
