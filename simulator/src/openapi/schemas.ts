import { z } from "zod";

export interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

/** What a schema accepts, as JSON Schema. Conditions that only code can check are left out. */
export function jsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return rest as JsonSchema;
}

export function accepts(schema: z.ZodType, value: unknown): boolean {
  return schema.safeParse(value).success;
}
