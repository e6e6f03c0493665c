import { z } from "zod";
import { idForm } from "../lifecycle/identity";
import { PARSERS, SETTING_NAMES, type SettingName } from "../platform/settings";
import type { Json, JsonObject } from "../util/json";
import { INVALID_DEPENDENCY, PLAIN_KEY } from "./errors";
import { type Kind, propertiesOf } from "./kinds";
import { AccountSettings, EntryExtras, EntryOptions, PROPERTY_LISTS } from "./options";

/**
 * The JSON Schema of stack files, `Pulumi.<stack>.yaml`, for editors. Draft 7, which all of them support. The keywords
 * `errorMessage` and `patternErrorMessage` are those of the YAML and JSON language servers: others ignore them. An object has
 * none, because it would replace the names of missing and unknown properties.
 */
export function stackFileSchema(kinds: Iterable<Kind>): JsonObject {
  const all = [...kinds];
  const sections: Array<[string, JsonObject]> = [
    ...SETTING_NAMES.map((name): [string, JsonObject] => [name, { $ref: `#/definitions/${name}` }]),
    ["accounts", section(accountSchema())],
    ...all.map((kind): [string, JsonObject] => [kind.name, section(entrySchema(kind, all))]),
    ["outputs", { type: ["object", "null"] }],
  ];
  const names = sections.map(([name]) => name).join("|");
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    description: "Stack file of a declarative stack of pulumi-cloudplatform",
    type: "object",
    properties: {
      config: {
        type: "object",
        properties: Object.fromEntries(sections.map(([name, schema]) => [`cloudplatform:${name}`, schema])),
        patternProperties: { [`^cloudplatform:(?!(${names})$)`]: false },
      },
    },
    definitions: {
      ...Object.fromEntries(SETTING_NAMES.map((name) => [name, settingSchema(name)])),
      ...(jsonSchema(EntryOptions).properties as JsonObject),
      secret: SECRET,
      dynamic: {
        type: ["string", "object"],
        pattern: REFERENCE,
        properties: { secure: { type: "string" } },
        required: ["secure"],
        additionalProperties: false,
      },
    },
  };
}

/** One step of a path, such as `.edge`, `[0]` or `["edge.eu"]`. */
const STEP = '(?:\\.[\\w-]+|\\[\\d+\\]|\\["[^"]+"\\])';
/** A text with a reference, such as `${routers.edge.routes[0].nexthop}`. */
const REFERENCE = `\\$\\{[\\w-]+${STEP}*\\}`;
/** A text with a reference, or a value that Pulumi has encrypted. */
const DYNAMIC = { $ref: "#/definitions/dynamic" };
/** With a list of types, the language server does not add this one to messages about other types. */
const SECRET = {
  type: ["object"],
  properties: { secure: { type: "string" } },
  required: ["secure"],
  additionalProperties: false,
};

/** A setting of the stack, which has no references. */
function settingSchema(name: SettingName): JsonObject {
  const { schema } = PARSERS[name];
  return { anyOf: [{ ...schema, ...(name === "apiKey" && CLEAR_TEXT) }, { $ref: "#/definitions/secret" }] };
}

/** Editors show this as a warning; the value is valid. */
const CLEAR_TEXT = { deprecationMessage: PLAIN_KEY };

function accountSchema(): JsonObject {
  const properties = SETTING_NAMES.map((name) => [name, orReference(PARSERS[name].schema)]);
  const { additionalProperties = false } = jsonSchema(AccountSettings);
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    additionalProperties,
    required: ["apiKey"],
  };
}

/** Entries by their names. */
function section(entry: JsonObject): JsonObject {
  return { type: ["object", "null"], additionalProperties: { ...entry, minProperties: 1 } };
}

function entrySchema(kind: Kind, kinds: Kind[]): JsonObject {
  const entry = objectSchema(kind.handler.inputs);
  const extras = jsonSchema(z.strictObject(EntryExtras)).properties as JsonObject;
  const options = { ...(extras.options as JsonObject), properties: optionSchemas(kind, kinds) };
  return { ...entry, properties: { ...(entry.properties as JsonObject), ...extras, options } };
}

function optionSchemas(kind: Kind, kinds: Kind[]): JsonObject {
  const { properties } = jsonSchema(EntryOptions) as { properties: Record<string, JsonObject> };
  const named = propertiesOf(kind);
  const property = {
    anyOf: [
      { enum: named, errorMessage: `must be a property of a ${kind.handler.type}` },
      { type: ["string"], pattern: `^(?:\\*|(?:${named.join("|")})[.[]|\\[")` },
    ],
  };
  const entry = {
    type: "string",
    pattern: `^(?:${kinds.map(({ name }) => name).join("|")})${STEP}$`,
    patternErrorMessage: INVALID_DEPENDENCY,
  };
  const items: Record<string, JsonObject> = {
    dependsOn: entry,
    replaceWith: entry,
    ...Object.fromEntries(PROPERTY_LISTS.map((name) => [name, property])),
  };
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      if (name === "import") return [name, { ...schema, ...importSchema(kind) }];
      if (name === "deletedWith") return [name, { ...schema, ...entry }];
      return [name, items[name] ? { ...schema, items: items[name] } : { $ref: `#/definitions/${name}` }];
    }),
  );
}

/** The id of an object: its parts, between slashes. */
function importSchema({ handler }: Kind): JsonObject {
  const { id } = handler.identity ?? {};
  if (id === undefined) return {};
  const parts = Object.values(id).map((part) => {
    const { pattern, type } = jsonSchema(part) as { pattern?: string; type?: Json };
    const isNumber = type === "integer";
    return isNumber ? "[1-9]\\d*" : `(?:${pattern?.replace(/^\^|\$$/g, "") ?? "[^/]+"})`;
  });
  const form = idForm(id);
  return { pattern: `^${parts.join("/")}$`, patternErrorMessage: `must have the form ${form}` };
}

/** The schema of an object whose properties may be references or secrets. */
function objectSchema(type: z.ZodType): JsonObject {
  return withReferences(jsonSchema(type));
}

function jsonSchema(type: z.ZodType): JsonObject {
  const { $schema: _, ...schema } = z.toJSONSchema(type, {
    target: "draft-7",
    io: "input",
    override: ({ zodSchema, jsonSchema }) => void Object.assign(jsonSchema, messagesOf(zodSchema)),
  });
  return schema as JsonObject;
}

/** The messages of a schema of scalars: that of its type, and that of its pattern. */
function messagesOf({ _zod: { def } }: z.core.$ZodTypes): JsonObject {
  if (["object", "record", "optional", "nullable", "default"].includes(def.type)) return {};
  const messageOf = (error?: z.core.$ZodErrorMap<never>): string | undefined => {
    const message = error?.({ code: "custom", input: undefined, path: [] } as never);
    return typeof message === "string" ? message : message?.message;
  };
  const checks = def.checks?.map(({ _zod }) => _zod.def as z.core.$ZodCheckDef & { format?: string }) ?? [];
  const pattern = messageOf(checks.find(({ format }) => format === "regex")?.error);
  const message = messageOf(def.error);
  return {
    ...(message !== undefined && { errorMessage: message }),
    ...(pattern !== undefined && pattern !== message && { patternErrorMessage: pattern }),
  };
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
