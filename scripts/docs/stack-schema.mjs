import { createRequire } from "node:module";
import path from "node:path";
import { formatJson } from "./json.mjs";
import { resources } from "./register.mjs";
import { commentOf, declarationOf, nameOf, oneLine, parse, root } from "./sources.mjs";
import { wordsOf } from "./types.mjs";

// Generates sdk/stack.schema.json, the JSON Schema of stack files, from the schemas of the inputs and from the doc
// comments of the arguments. Run `npm run build` before.

/** @typedef {{ properties?: Record<string, Schema>, items?: Schema, anyOf?: Schema[], additionalProperties?: Schema }} Schema */

export function stackSchema() {
  const require = createRequire(import.meta.url);
  const { stackFileSchema } = require("../../sdk/dist/stack/json-schema");
  const { kindName, loadKinds } = require("../../sdk/dist/stack/kinds");
  const schema = stackFileSchema(loadKinds().values());
  const sections = schema.properties.config.properties;
  const settings = providerSettings();
  for (const member of settings) describeProperty(schema.definitions, nameOf(member), member);
  describe(sections["cloudplatform:accounts"].additionalProperties, settings);
  for (const { names, summary, inputs } of resources()) {
    const section = sections[`cloudplatform:${kindName(names[0])}`];
    section.description = summary;
    describe(section.additionalProperties, inputs);
  }
  return formatJson(withMarkdown(schema));
}

function providerSettings() {
  const source = parse(path.join(root, "sdk", "src", "pulumi", "program", "provider.ts"));
  return declarationOf("ProviderArgs", source).members;
}

/**
 * Adds the doc comments of members to the properties of a schema, and of all schemas inside.
 *
 * @param {Schema} schema
 * @param {readonly import("typescript").NamedDeclaration[]} members
 */
function describe(schema, members) {
  for (const { properties } of objectsIn(schema))
    for (const member of members)
      if (properties[nameOf(member)]) describeProperty(properties, nameOf(member), member);
}

function describeProperty(properties, name, member) {
  const { text, default: standard } = commentOf(member);
  const description = standard === undefined ? text : `${text} Default: ${standard}.`;
  properties[name] = { description: oneLine(description), ...defaultOf(standard), ...properties[name] };
  // A property of a constant has no type.
  const members = member.type && wordsOf(member.type).members;
  if (members) describe(properties[name], members);
}

/** The default as a value, if the doc comment has one, such as `"30s"`. */
function defaultOf(standard = "") {
  const [, code] = /^`(true|false|\d+|"[^"]*")`$/.exec(standard) ?? [];
  return code === undefined ? {} : { default: JSON.parse(code) };
}

/** Editors show a description with code as plain text, and what they render has a keyword of its own. */
function withMarkdown(schema) {
  if (Array.isArray(schema)) return schema.map(withMarkdown);
  if (typeof schema !== "object" || schema === null) return schema;
  const { description, ...others } = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, withMarkdown(value)]),
  );
  if (typeof description !== "string" || !description.includes("`"))
    return description === undefined ? others : { description, ...others };
  return { description: description.replaceAll("`", ""), markdownDescription: description, ...others };
}

/**
 * The schemas of objects in a schema, but not those in their properties.
 *
 * @param {Schema} schema
 * @returns {Schema[]}
 */
function objectsIn(schema) {
  if (schema.properties) return [schema];
  return [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])].flatMap(objectsIn);
}
