import type { FastifyRequest } from "fastify";
import { controlProblem } from "../control/access";
import { isControlPath, isPublicPath } from "../control/paths";
import { forbidden, type Problem, unauthorized } from "../core/problem";
import type { Settings } from "../options";
import type { Access } from "./auth";
import type { ReadBody } from "./body";
import { pathOf } from "./exchanges";

/** What is settled before an operation sees a request: who asks first, then whether the body can be read. */
export function admit(request: FastifyRequest, access: Access, body: ReadBody, settings: Settings): void {
  const refusal = keyProblem(request, access, settings) ?? (request.is404 ? undefined : body.problem);
  if (refusal !== undefined) throw refusal;
}

function keyProblem(
  request: FastifyRequest,
  { keyIndex, authorized }: Access,
  { controlToken }: Settings,
): Problem | undefined {
  const path = pathOf(request);
  if (isPublicPath(path)) return undefined;
  if (isControlPath(path)) return controlProblem(request, controlToken);
  if (keyIndex === undefined) return unauthorized();
  return authorized ? undefined : forbidden();
}
