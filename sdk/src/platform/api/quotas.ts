import { z } from "zod";
import { snakeCaseKeys } from "../../util/camel";
import { pick } from "../../util/json";
import { ignoreMissing, namingParent } from "../evidence/answers";
import type { Call } from "../http/call";
import { getParsed, parseBody } from "../http/parse-reply";
import type { Api, Reader } from "./api";
import { find, listOptional, type Query } from "./pages";
import { entryNames, GLOBAL_LIMITS, REGIONAL_LIMITS } from "./quota-names";
import { LongId, orElse, platformRecord, sameId } from "./reply";

// Quotas that a reply names and this package does not know are left out, and so are invalid values.

/** An amount that JavaScript would round is parsed as a string. It is rounded here, because it is not an id. */
const Amount = z.union([z.number(), z.stringFormat("integer", /^-?\d+$/).transform(Number)]);

const Entry = z.object({ limit: Amount, usage: Amount });

function each<T>(names: string[], value: z.ZodType<T>) {
  const schema = value.optional().catch(undefined);
  return Object.fromEntries(names.map((name) => [name, schema]));
}

const listOf = <T>(item: z.ZodType<T>) =>
  z.array(z.unknown()).transform((list) => list.flatMap((value) => item.safeParse(value).data ?? []));

const Message = z.object({
  globalQuotas: z.object(each(entryNames(GLOBAL_LIMITS), Entry)).catch({}),
  regionalQuotas: listOf(
    z.object({
      regionId: z.coerce.number(),
      regionName: z.string().optional().catch(undefined),
      ...each(entryNames(REGIONAL_LIMITS), Entry),
    }),
  ).catch([]),
});

const Threshold = platformRecord({
  threshold: z.number(),
  lastMessage: orElse(Message.nullable().catch(null), null),
  lastSending: orElse(z.string(), null),
});

/** The platform's record of the threshold of a client. */
export type ThresholdRecord = z.infer<typeof Threshold>;

const unlessEmpty = <T extends object>(part: T): T | undefined =>
  Object.keys(part).length > 0 ? part : undefined;

const limits = (names: object) => each(Object.keys(names), Amount);

/** The limits that a request asks for. A platform may list the others as well, as null or 0. */
export function requestedOf<T extends object>(all: T): T {
  return pick(all, (_, limit) => Boolean(limit)) as T;
}

/** The same for each region. Regions without such a limit are left out. */
export function requestedRegions<T extends { regionId: number }>(regions: readonly T[]): T[] {
  return regions
    .map(({ regionId, ...all }) => ({ regionId, ...requestedOf(all) }) as T)
    .filter((region) => Object.keys(region).length > 1);
}

const RequestedLimits = z.object({
  globalLimits: z
    .object(limits(GLOBAL_LIMITS))
    .transform((globals) => unlessEmpty(requestedOf(globals)))
    .optional()
    .catch(undefined),
  regionalLimits: listOf(z.object({ regionId: z.coerce.number(), ...limits(REGIONAL_LIMITS) }))
    .transform((regions) => unlessEmpty(requestedRegions(regions)))
    .optional()
    .catch(undefined),
});

const LimitRequest = platformRecord({
  id: LongId,
  clientId: LongId.optional().catch(undefined),
  status: z.string().nullish(),
  description: z.string().nullish(),
  requestedLimits: RequestedLimits.nullish(),
  createdAt: z.string().nullish(),
  updatedAt: z.string().nullish(),
});

/** The platform's record of a request for other limits. */
export type LimitRequestRecord = z.infer<typeof LimitRequest>;

const REQUESTS = "/cloud/v2/limits_request";

// The documented `PUT /cloud/v2/client_quotas/{client_id}/notification_threshold` and `POST /cloud/v2/limits_request`, and the
// undocumented operations that most deployments have on the same paths.

/** `GET .../notification_threshold`; undefined if the deployment does not have the operation. */
export function getThreshold({ get }: Reader, clientId: LongId) {
  return getParsed(get, { path: thresholdPath(clientId) }, Threshold).catch(ignoreMissing);
}

/** `GET /cloud/v2/limits_request`; undefined if the deployment does not have the operation. */
export function listLimitRequests(reader: Reader, query: Query) {
  return listOptional(reader, { path: REQUESTS, query }, LimitRequest);
}

/** `GET /cloud/v2/limits_request/{request_id}`. `wasRead`: the request was read before. */
export function findLimitRequest(reader: Reader, id: LongId, wasRead = false) {
  const list = () => listLimitRequests(reader, {});
  return find(reader, requestPath(id), LimitRequest, list, (request) => sameId(request.id, id), wasRead);
}

/** `PUT .../notification_threshold`. Undefined if the reply has no body. */
export async function setThreshold({ send }: Api, clientId: LongId, body: object) {
  const call: Call = { method: "PUT", path: thresholdPath(clientId), body: snakeCaseKeys(body) };
  const reply = await send(call).catch(namingParent("clientId"));
  return reply.body === undefined ? undefined : parseBody(Threshold, call, reply);
}

/** `DELETE .../notification_threshold`. */
export function deleteThreshold({ send }: Api, clientId: LongId) {
  return send({ method: "DELETE", path: thresholdPath(clientId), needsNoBody: true });
}

/** `POST /cloud/v2/limits_request`. The reply has no id: the created request is found in the list. */
export function createLimitRequest({ send }: Api, body: object) {
  return send({ method: "POST", path: REQUESTS, body: snakeCaseKeys(body), needsNoBody: true });
}

/** `DELETE /cloud/v2/limits_request/{request_id}`. */
export function deleteLimitRequest({ send }: Api, id: LongId) {
  return send({ method: "DELETE", path: requestPath(id), needsNoBody: true });
}

function thresholdPath(clientId: LongId): string {
  return `/cloud/v2/client_quotas/${clientId}/notification_threshold`;
}

function requestPath(id: LongId): string {
  return `${REQUESTS}/${id}`;
}
