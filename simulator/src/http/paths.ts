import type { FastifyRequest } from "fastify";

/** The path as the client wrote it, without the query. */
export function pathOf(request: FastifyRequest): string {
  return request.url.split("?", 1)[0] ?? "";
}

/**
 * The path of the operation that serves the request, such as `/cloud/v1/routers/:project_id/:region_id`, or the request's
 * own path if no operation serves it. Checks of access use this path, because one operation has many spellings:
 * `/%5fsimulator/state` and `http://any-host/_simulator/state` are `/_simulator/state`.
 */
export function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? pathOf(request);
}
