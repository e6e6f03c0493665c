import type { z } from "zod";
import { SERVERS } from "../../errors/servers";
import { snakeCase } from "../../util/camel";
import type { Call, Get, GetCall, Reply } from "./call";
import { PlatformError } from "./error";

/** The reply's body, parsed with the schema. A success with another body is an error that lists the differences. */
export function parseBody<T>(schema: z.ZodType<T>, call: Call, reply: Reply): T {
  const parsed = schema.safeParse(reply.body, { error: missingMessage });
  if (parsed.success) {
    reply.onValidBody?.();
    return parsed.data;
  }
  const problems = parsed.error.issues
    .slice(0, 3)
    .map(({ path, message }) => `${snakeCase(path.join(".")) || "the body"}: ${message}`);
  throw new PlatformError({
    method: call.method,
    path: call.path,
    status: reply.status,
    reason: `the reply is not of the form that the interface describes (${problems.join("; ")})`,
    requestId: reply.requestId,
    mayHaveTakenEffect: true,
    kind: SERVERS.unreadable,
  });
}

/** Sends a GET, and parses the body of its reply. */
export async function getParsed<T>(get: Get, call: GetCall, schema: z.ZodType<T>): Promise<T> {
  return parseBody(schema, { ...call, method: "GET" }, await get(call));
}

function missingMessage({ input }: { input?: unknown }): string | undefined {
  return input === undefined ? "is missing" : undefined;
}
