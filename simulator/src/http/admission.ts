import type { FastifyRequest } from "fastify";
import { isControlPath, isLoopback } from "../control/paths";
import { notFound, type Problem, unauthorized } from "../core/problem";
import { readBody } from "./body";
import { type Exchanges, pathOf } from "./exchanges";

/** What is settled before an operation sees a request: who asks first, then whether the body can be read. */
export function admit(request: FastifyRequest, exchanges: Exchanges): void {
  const body = readBody(request.body, request.headers["content-type"]);
  exchanges.carried(request, body.value);
  const refusal = refusalOf(request, exchanges) ?? (request.is404 ? undefined : body.problem);
  if (refusal !== undefined) throw refusal;
  request.body = body.value;
}

export function refusalOf(request: FastifyRequest, exchanges: Exchanges): Problem | undefined {
  if (isControlPath(pathOf(request))) return isLoopback(request.ip) ? undefined : notFound("Not Found");
  return exchanges.hasKey(request) ? undefined : unauthorized();
}
