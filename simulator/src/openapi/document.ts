import { STATUS_CODES } from "node:http";
import { z } from "zod";
import { type Contract, contract } from "../contract/operation";
import { packageVersion } from "../core/package";
import { hasBody, type Operation, ok, operation } from "../http/operation";

/** Operations under one tag, with the name of the security scheme that they need. */
export interface OperationGroup {
  readonly tag: string;
  readonly operations: readonly Operation[];
  readonly security: keyof typeof securitySchemes;
}

const securitySchemes = {
  apiKey: {
    type: "apiKey",
    in: "header",
    name: "Authorization",
    description: "`apikey <KEY>`",
  },
  controlToken: {
    type: "http",
    scheme: "bearer",
    description: "Needed if the simulator was started with a control token.",
  },
} as const;

const getDocument = contract("GET /openapi.json", {
  summary: "Get this document",
  replies: { 200: z.looseObject({}) },
});

/** The document is made when it is first requested, as most simulators never need it. */
export function openApiOperation(groups: readonly OperationGroup[]): Operation {
  let document: object | undefined;
  return operation(getDocument, () => {
    document ??= openApiDocument(groups);
    return ok(document);
  });
}

function openApiDocument(groups: readonly OperationGroup[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const { tag, operations, security } of groups) {
    for (const each of operations) {
      const described = { tags: [tag], ...operationObject(each), security: [{ [security]: [] }] };
      paths[each.path] = { ...paths[each.path], [each.method.toLowerCase()]: described };
    }
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Cloud platform simulator",
      version: packageVersion,
      description:
        "The operations that this simulator serves. `x-documented` marks those that every deployment of the platform has.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    tags: groups.map(({ tag }) => ({ name: tag })),
    paths,
    components: { securitySchemes },
  };
}

function operationObject(described: Contract): object {
  const { method, path, summary, documented, params, query, body, replies } = described;
  const responses = Object.entries(replies).map(([status, schema]) => {
    const description = STATUS_CODES[status] ?? "A reply";
    return [status, schema === null ? { description } : { description, content: json(schema) }];
  });
  return {
    operationId: operationId(method, path),
    summary,
    "x-documented": documented,
    parameters: [...parameters("path", params), ...parameters("query", query)],
    ...(hasBody(described) && {
      requestBody: { required: !body.safeParse(undefined).success, content: json(body) },
    }),
    responses: {
      ...Object.fromEntries(responses),
      default: { description: "An error in the form of the area" },
    },
  };
}

/** `GET /v1/tasks/{task_id}` is `getV1TasksByTaskId`. */
function operationId(method: string, path: string): string {
  const words = path.replace(/\{/g, "by_").split(/[^a-zA-Z0-9]+/);
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

function parameters(place: "path" | "query", schema: z.ZodType): object[] {
  const { properties = {}, required = [] } = jsonSchema(schema);
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
  }));
}

function json(schema: z.ZodType): object {
  return { "application/json": { schema: jsonSchema(schema) } };
}

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

/** What a schema accepts, as JSON Schema. Conditions that only code can check are left out. */
export function jsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return rest as JsonSchema;
}
