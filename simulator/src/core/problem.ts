import { readThrown } from "./thrown";

export type InvalidFields = Readonly<Record<string, readonly string[]>>;

/** The reason why a request is refused, independent of the format of an area's errors. */
export class Problem extends Error {
  override readonly name = "Problem";

  constructor(
    readonly status: number,
    /** The class of the error, if the format of the area has one. */
    readonly kind: string,
    message: string,
    readonly invalidFields?: InvalidFields,
  ) {
    super(message);
  }
}

/** Nobody corrects more at once. */
const MAX_SENTENCES = 20;

export function invalid(fields: InvalidFields): Problem {
  const sentences = Object.entries(fields).map(([field, reasons]) => `${field}: ${reasons.join(" ")}`);
  const rest = sentences.splice(MAX_SENTENCES).length;
  const message = [...sentences, ...(rest > 0 ? [`and ${rest} more`] : [])].join("; ");
  return new Problem(400, "ValidationError", message, fields);
}

export function unauthorized(message = "The API key is missing or not valid."): Problem {
  return new Problem(401, "UnauthorizedError", message);
}

export function forbidden(message = "The API key is not allowed to do this."): Problem {
  return new Problem(403, "ForbiddenError", message);
}

export function notFound(message: string): Problem {
  return new Problem(404, "NotFoundError", message);
}

export function conflict(message: string): Problem {
  return new Problem(409, "ConflictError", message);
}

/** Any thrown value as a problem. An error with a status of 4xx, as from Fastify, is an invalid request. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { message, statusCode } = readThrown(error);
  const isRefusal = typeof statusCode === "number" && statusCode >= 400 && statusCode < 500;
  return isRefusal ? invalid({ request: [message] }) : new Problem(500, "InternalServerError", message);
}
