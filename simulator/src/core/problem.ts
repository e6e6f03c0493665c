import { readThrown } from "./thrown";

export type InvalidFields = Readonly<Record<string, readonly string[]>>;

/** A request that cannot be done, independent of how an area words that on the wire. */
export class Problem extends Error {
  override readonly name = "Problem";

  constructor(
    readonly status: number,
    /** The class of the error, where the area's shape has one. */
    readonly kind: string,
    message: string,
    readonly invalidFields?: InvalidFields,
  ) {
    super(message);
  }
}

export function invalid(fields: InvalidFields): Problem {
  const sentences = Object.entries(fields).map(([field, reasons]) => `${field}: ${reasons.join(" ")}`);
  return new Problem(400, "ValidationError", sentences.join("; "), fields);
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

/** Whatever was thrown, as a problem: what the HTTP layer refuses is the client's fault, all else is ours. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { message, statusCode } = readThrown(error);
  const isRefusal = typeof statusCode === "number" && statusCode >= 400 && statusCode < 500;
  return isRefusal ? invalid({ request: [message] }) : new Problem(500, "InternalServerError", message);
}
