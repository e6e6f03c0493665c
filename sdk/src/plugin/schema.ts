import { readFileSync } from "node:fs";
import { join } from "node:path";

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
export function schemaText(): string {
  return readFileSync(join(__dirname, "..", "..", "plugin", "schema.json"), "utf8");
}

let parsed: Schema | undefined;

export function schema(): Schema {
  parsed ??= JSON.parse(schemaText()) as Schema;
  return parsed;
}
