import type { FastifyRequest } from "fastify";
import { controlProblem } from "../control/access";
import { isControlPath, isPublicPath } from "../control/paths";
import { forbidden, type Problem, unauthorized } from "../core/problem";
import type { Settings } from "../options";

/** The access that the key of a request gives. */
interface Access {
  /** The position of the key in `apiKeys` followed by `adminKeys`; undefined if the key is missing or unknown. */
  readonly keyIndex: number | undefined;
  /** Whether the key is valid for the path. */
  readonly authorized: boolean;
}

const SCHEME = "apikey ";
const ADMIN_PATHS = /^\/(iam|fastedge\/v1\/admin)(\/|$)/;

/**
 * The path of the operation that serves the request, such as `/cloud/v1/routers/:project_id/:region_id`, or the request's
 * own path if no operation serves it. Checks of access use this path, because one operation has many spellings:
 * `/%5fsimulator/state` and `http://any-host/_simulator/state` are `/_simulator/state`.
 */
export function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? request.url.split("?", 1)[0] ?? "";
}

export function accessOf(request: FastifyRequest, { apiKeys, anyApiKey, adminKeys }: Settings): Access {
  const header = request.headers.authorization;
  if (header === undefined || !header.startsWith(SCHEME)) return { keyIndex: undefined, authorized: false };
  const key = header.slice(SCHEME.length);
  const index = [...apiKeys, ...(adminKeys ?? [])].indexOf(key);
  if (index === -1 && anyApiKey) return { keyIndex: 0, authorized: true };
  const accepted = adminKeys !== undefined && ADMIN_PATHS.test(routeOf(request)) ? adminKeys : apiKeys;
  return { keyIndex: index === -1 ? undefined : index, authorized: accepted.includes(key) };
}

/**
 * Why the simulator refuses a request by its head; undefined if it does not. Nothing else of a refused request is read,
 * so a client without a key can neither fill the memory nor reach a parser.
 */
export function admissionProblem(
  request: FastifyRequest,
  { keyIndex, authorized }: Access,
  { controlToken: token, host }: Settings,
): Problem | undefined {
  const route = routeOf(request);
  if (request.method === "GET" && isPublicPath(route)) return undefined;
  if (isControlPath(route)) return controlProblem(request, { token, host });
  if (keyIndex === undefined) return unauthorized();
  return authorized ? undefined : forbidden();
}
