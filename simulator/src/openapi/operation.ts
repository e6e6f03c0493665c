import { STATUS_CODES } from "node:http";
import type { z } from "zod";
import type { Operation } from "../http/operation";
import { accepts, jsonSchema } from "./schemas";

/** One operation as an OpenAPI Operation Object. */
export function operationObject({ method, path, summary, documented, schemas, replies }: Operation): object {
  return {
    operationId: operationId(method, path),
    summary,
    "x-documented": documented,
    parameters: [...parameters("path", schemas.params), ...parameters("query", schemas.query)],
    ...(schemas.body === undefined ? {} : { requestBody: requestBody(schemas.body) }),
    responses: {
      ...Object.fromEntries(
        Object.entries(replies).map(([status, schema]) => [status, reply(status, schema)]),
      ),
      default: { description: "An error in the form of the area" },
    },
  };
}

/** `/v1/tasks/:task_id` as OpenAPI writes it. */
export function templateOf(path: string): string {
  return path.replace(/:(\w+)/g, "{$1}");
}

/** `GET /v1/tasks/:task_id` is `getV1TasksByTaskId`. */
function operationId(method: string, path: string): string {
  const words = path.replace(/:/g, "by_").split(/[^a-zA-Z0-9]+/);
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

function requestBody(schema: z.ZodType): object {
  return { required: !accepts(schema, undefined), content: json(schema) };
}

function reply(status: string, schema: z.ZodType | null): object {
  const description = STATUS_CODES[status] ?? "A reply";
  return schema === null ? { description } : { description, content: json(schema) };
}

function json(schema: z.ZodType): object {
  return { "application/json": { schema: jsonSchema(schema) } };
}
