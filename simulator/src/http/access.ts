import type { FastifyRequest } from "fastify";
import { controlProblem } from "../control/access";
import { isControlPath, isPublicPath } from "../control/paths";
import { forbidden, type Problem, unauthorized } from "../core/problem";
import type { Settings } from "../options";

/** The access that the key of a request gives. */
interface Access {
  /** The position of the key in `apiKeys`, followed by `adminKeys` and `readKeys`; undefined if the key is missing or unknown. */
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

export function accessOf(request: FastifyRequest, settings: Settings): Access {
  const { apiKeys, anyApiKey, adminKeys = [], readKeys = [] } = settings;
  const header = request.headers.authorization;
  if (header === undefined || !header.startsWith(SCHEME)) return { keyIndex: undefined, authorized: false };
  const keys = [...apiKeys, ...adminKeys, ...readKeys];
  const known = keys.indexOf(header.slice(SCHEME.length));
  const index = known === -1 && anyApiKey ? 0 : known;
  const key = keys[index];
  if (key === undefined) return { keyIndex: undefined, authorized: false };
  return { keyIndex: index, authorized: isAuthorized(key, request, settings) };
}

function isAuthorized(
  key: string,
  request: FastifyRequest,
  { apiKeys, adminKeys, readKeys = [], rights }: Settings,
): boolean {
  if (readKeys.includes(key)) return request.method === "GET";
  const route = routeOf(request);
  const accepted = adminKeys !== undefined && ADMIN_PATHS.test(route) ? adminKeys : apiKeys;
  if (!accepted.includes(key)) return false;
  // A path that is not served is 404 with any key.
  const isServed = request.routeOptions.url !== undefined;
  return rights === undefined || !isServed || rights.includes(`${request.method} ${templateOf(route)}`);
}

/** The path as the API describes it: `/v1/tasks/{task_id}` for `/v1/tasks/:task_id`. */
function templateOf(route: string): string {
  return route.replace(/:(\w+)/g, "{$1}");
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
