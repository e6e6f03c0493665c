import type { FastifyRequest } from "fastify";
import { controlProblem } from "../control/access";
import { isControlPath, isPublicPath } from "../control/paths";
import { forbidden, type Problem, unauthorized } from "../core/problem";
import type { Settings } from "../options";
import type { Access } from "./auth";
import { routeOf } from "./paths";

/**
 * Why the simulator refuses a request by its head; undefined if it does not. Nothing else of a refused request is read,
 * so a client without a key can neither fill the memory nor reach a parser.
 */
export function admissionProblem(
  request: FastifyRequest,
  { keyIndex, authorized }: Access,
  { controlToken, host }: Settings,
): Problem | undefined {
  const route = routeOf(request);
  if (request.method === "GET" && isPublicPath(route)) return undefined;
  if (isControlPath(route)) return controlProblem(request, { token: controlToken, host });
  if (keyIndex === undefined) return unauthorized();
  return authorized ? undefined : forbidden();
}
