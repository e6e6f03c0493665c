interface PropertySpec {
  [keyword: string]: unknown;
}

/** What the plugin reads of the schema. */
interface Schema {
  resources: Record<
    string,
    { properties?: Record<string, PropertySpec>; inputProperties?: Record<string, PropertySpec> }
  >;
  functions: Record<string, object>;
}

/** The schema of the package, which Pulumi generates SDKs from. */
export function schema(): Schema {
  return require("../../../plugin/schema.json") as Schema;
}
