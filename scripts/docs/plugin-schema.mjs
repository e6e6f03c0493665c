import fs from "node:fs";
import path from "node:path";
import { formatJson } from "./json.mjs";
import { descriptionOf } from "./plugin-descriptions.mjs";
import { PluginTypes, tokenOf } from "./plugin-types.mjs";
import { behaviourOf, functions, handlerOf, resources } from "./register.mjs";
import { root } from "./sources.mjs";

// Generates sdk/plugin/schema.json, the Pulumi schema of the plugin, from the types, the doc comments, the handlers
// and the examples of the pages.
// Run `npm run build` before.

export function pluginSchema() {
  const { version, description, license } = JSON.parse(
    fs.readFileSync(path.join(root, "sdk", "package.json"), "utf8"),
  );
  const types = new PluginTypes();
  const settings = secretKey(types.shapeOf("ProviderArgs", "Provider").properties);
  const schema = {
    name: "cloudplatform",
    displayName: "Cloud Platform",
    version,
    description,
    keywords: ["pulumi", "cloudplatform", "category/cloud", "kind/native"],
    license,
    meta: { moduleFormat: "(.*)", supportPack: true },
    config: { variables: withoutEnums(settings) },
    provider: { description: types.textOf(types.exported.get("ProviderArgs")), inputProperties: settings },
    resources: Object.fromEntries(resources().map((entry) => resourceSpec(entry, types))),
    functions: Object.fromEntries(functions().map((entry) => functionSpec(entry, types))),
    types: types.types,
    language: LANGUAGES,
  };
  return formatJson(schema);
}

const LANGUAGES = {
  csharp: {
    rootNamespace: "Pulumi",
    namespaces: { cloudplatform: "CloudPlatform" },
    respectSchemaVersion: true,
  },
  go: { importBasePath: "pulumi-cloudplatform/sdk/go/cloudplatform", respectSchemaVersion: true },
  java: { basePackage: "com.pulumi" },
  nodejs: { packageName: "pulumi-cloudplatform-sdk", respectSchemaVersion: true },
  python: { packageName: "pulumi_cloudplatform", pyproject: { enabled: true }, respectSchemaVersion: true },
};

/** The key never appears in clear text, in a state or in a program's output. */
function secretKey({ apiKey, ...others }) {
  return { apiKey: { ...apiKey, secret: true }, ...others };
}

/** The SDK of TypeScript reads a setting that is an enum as JSON. */
function withoutEnums(settings) {
  const entries = Object.entries(settings).map(([name, { $ref, ...spec }]) => [
    name,
    $ref ? { type: "string", ...spec } : spec,
  ]);
  return Object.fromEntries(entries);
}

/** @param {import("./register.mjs").Entry} entry */
function resourceSpec(entry, types) {
  const [name] = entry.names;
  const inputs = types.shapeOf(`${name}Args`, name);
  const outputs = types.shapeOf(name, name);
  const behaviour = behaviourOf(entry);
  for (const [input, { replaces }] of Object.entries(behaviour))
    if (replaces) inputs.properties[input].replaceOnChanges = true;
  const spec = {
    description: descriptionOf(entry, types.commentOf(name)),
    inputProperties: inputs.properties,
    requiredInputs: inputs.required,
    properties: outputs.properties,
    required: outputs.required,
    ...listSpec(entry, { ...outputs.properties, ...inputs.properties }),
    aliases: [{ type: `pulumi-nodejs:dynamic/cloudplatform:${name}` }],
  };
  return [tokenOf(name), spec];
}

/** What selects the objects of a list. The texts of inputs also say what a change does. */
function listSpec(entry, properties) {
  const { identity } = handlerOf(entry);
  if (!identity?.query) return {};
  const { query } = identity;
  const names = Object.keys(query);
  // The CLI has no flags for ids that are numbers or texts.
  const plain = ({ type = "string", description }) => ({
    type,
    description: `${description.split(". ")[0].replace(/\.$/, "")}.`,
  });
  return {
    listInputs: {
      properties: Object.fromEntries(names.map((name) => [name, plain(properties[name])])),
      required: names.filter((name) => !query[name].isOptional()),
    },
  };
}

/** @param {import("./register.mjs").Entry} entry */
function functionSpec(entry, types) {
  const [name] = entry.names;
  const typeName = name[0].toUpperCase() + name.slice(1);
  const [inputs, outputs] = ["Args", "Result"].map((ending) => types.shapeOf(typeName + ending, typeName));
  // The SDK of Python refuses a union in the place of a result. It is the argument, as the program has set it.
  for (const [property, { oneOf }] of Object.entries(outputs.properties))
    if (oneOf) remove(property, outputs);
  return [tokenOf(name), { description: descriptionOf(entry, types.commentOf(name)), inputs, outputs }];
}

/**
 * @param {string} property
 * @param {import("./plugin-types.mjs").Shape} shape
 */
function remove(property, shape) {
  delete shape.properties[property];
  shape.required = shape.required.filter((name) => name !== property);
}
