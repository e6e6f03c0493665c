import { GLOBAL_LIMITS, REGIONAL_LIMITS } from "../../platform/api/quota-names";
import type { LimitRequestBody, LimitRequestRecord } from "../../platform/api/quotas";
import { canonicalJson, isObject } from "../../util/json";
import type { LimitRequestInputs, RequestedLimits } from "./schema";

type Names = Record<string, string>;
type Limits = Record<string, number>;

/** The inputs that a request is about. */
export type Content = Pick<LimitRequestInputs, "description" | "requestedLimits">;

const invert = (names: Names): Names =>
  Object.fromEntries(Object.entries(names).map(([ours, theirs]) => [theirs, ours]));
const GLOBAL_NAMES = invert(GLOBAL_LIMITS);
const REGIONAL_NAMES = invert(REGIONAL_LIMITS);

/** The body of the request, with the platform's field names. */
export function bodyOf({ description, requestedLimits }: Content): LimitRequestBody {
  const { globalLimits, regionalLimits } = requestedLimits;
  return {
    description,
    requested_limits: {
      ...(globalLimits && { global_limits: renamed(globalLimits, GLOBAL_LIMITS) }),
      ...(regionalLimits && {
        regional_limits: regionalLimits.map(({ regionId, ...limits }) => ({
          region_id: regionId,
          ...renamed(limits, REGIONAL_LIMITS),
        })),
      }),
    },
  };
}

/** The requested limits of a record, with the names of the package. */
export function requestedLimitsOf(record: unknown): RequestedLimits {
  const { global_limits: globals, regional_limits: regions } = isObject(record) ? record : {};
  const globalLimits = renamed(isObject(globals) ? globals : {}, GLOBAL_NAMES);
  const regionalLimits = (Array.isArray(regions) ? regions.filter(isObject) : [])
    .map(({ region_id, ...limits }) => ({ regionId: Number(region_id), ...renamed(limits, REGIONAL_NAMES) }))
    .filter((region) => Object.keys(region).length > 1);
  return {
    ...(Object.keys(globalLimits).length > 0 && { globalLimits }),
    ...(regionalLimits.length > 0 && { regionalLimits }),
  };
}

function renamed(limits: object, names: Names): Limits {
  return Object.fromEntries(
    Object.entries(limits)
      .filter(([name, limit]) => names[name] !== undefined && typeof limit === "number")
      .map(([name, limit]) => [names[name], limit]),
  );
}

/** Equal for requests with the same limits, in any order, and the same description. */
export function contentOf({ description, requestedLimits }: Content): string {
  return canonicalJson([textKey(description), limitsKey(requestedLimits)]);
}

/** Whether two descriptions differ at most in white space, which a platform may change. */
export function sameText(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && textKey(one) === textKey(other);
}

function textKey(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

export function contentOfRecord({ description, requested_limits: limits }: LimitRequestRecord): string {
  return contentOf({ description: description ?? "", requestedLimits: requestedLimitsOf(limits) });
}

export function sameLimits(one: RequestedLimits, other: RequestedLimits): boolean {
  return limitsKey(one) === limitsKey(other);
}

function limitsKey({ globalLimits = {}, regionalLimits = [] }: RequestedLimits = {}): string {
  return canonicalJson([
    globalLimits,
    [...regionalLimits].sort((one, other) => one.regionId - other.regionId),
  ]);
}
