import type { FastifyRequest } from "fastify";
import { isControlPath, isLoopback } from "../control/paths";
import { forbidden, notFound, type Problem, unauthorized } from "../core/problem";
import type { Access } from "./auth";
import type { ReadBody } from "./body";
import { pathOf } from "./exchanges";

/** What is settled before an operation sees a request: who asks first, then whether the body can be read. */
export function admit(request: FastifyRequest, access: Access, body: ReadBody): void {
  const refusal = keyProblem(request, access) ?? (request.is404 ? undefined : body.problem);
  if (refusal !== undefined) throw refusal;
}

function keyProblem(request: FastifyRequest, { keyIndex, authorized }: Access): Problem | undefined {
  if (isControlPath(pathOf(request))) return isLoopback(request.ip) ? undefined : notFound("Not Found");
  if (keyIndex === undefined) return unauthorized();
  return authorized ? undefined : forbidden();
}
