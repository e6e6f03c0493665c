import {
  GLOBAL_LIMITS,
  type GlobalLimit,
  REGIONAL_LIMITS,
  type RegionalLimit,
  UNREPORTED_LIMIT,
  type UnreportedLimit,
} from "../../platform/api/quota-names";
import { isObject, type JsonObject } from "../../util/json";

/** The limit and the usage of one quota. */
export interface QuotaEntry {
  limit: number;
  usage: number;
}

/** Each quota has two entries: `cpuCountLimit` and `cpuCountUsage`. */
type EntryName<Limit extends string> = Limit extends `${infer Base}Limit` ? Limit | `${Base}Usage` : never;

export type GlobalQuotas = { [Name in EntryName<GlobalLimit>]?: QuotaEntry };

export type RegionalQuotas = { regionId: number; regionName?: string } & {
  [Name in EntryName<Exclude<RegionalLimit, UnreportedLimit>>]?: QuotaEntry;
};

/** The last warning that the platform sent to the client. */
export interface QuotaMessage {
  /** An entry `{ limit, usage }` for each quota of the account. */
  globalQuotas: GlobalQuotas;
  /** One object for each region: `regionId`, `regionName`, and an entry `{ limit, usage }` for each quota of the region. */
  regionalQuotas: RegionalQuotas[];
}

/** The platform's names of the entries, by the names of the package. */
export const GLOBAL_ENTRIES = entryNames(GLOBAL_LIMITS);
export const REGIONAL_ENTRIES = entryNames(
  Object.fromEntries(Object.entries(REGIONAL_LIMITS).filter(([name]) => name !== UNREPORTED_LIMIT)),
);

function entryNames(limits: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(limits).flatMap(([ours, theirs]) => [
      [ours, theirs],
      [ours.replace(/Limit$/, "Usage"), theirs.replace(/_limit$/, "_usage")],
    ]),
  );
}

/** The message of a record, with the known quotas. */
export function messageOf(record: unknown): QuotaMessage | null {
  if (!isObject(record)) return null;
  const regions = Array.isArray(record.regional_quotas) ? record.regional_quotas.filter(isObject) : [];
  return {
    globalQuotas: entriesOf(isObject(record.global_quotas) ? record.global_quotas : {}, GLOBAL_ENTRIES),
    regionalQuotas: regions.map((region) => ({
      regionId: Number(region.region_id),
      ...(typeof region.region_name === "string" && { regionName: region.region_name }),
      ...entriesOf(region, REGIONAL_ENTRIES),
    })),
  };
}

function entriesOf(record: Record<string, unknown>, names: Record<string, string>) {
  const entries = Object.entries(names).map(([ours, theirs]) => [ours, entryOf(record[theirs])] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, QuotaEntry] => entry[1] !== undefined));
}

/** An amount that JavaScript would round is parsed as a string. It is rounded here, because it is not an id. */
function entryOf(value: unknown): QuotaEntry | undefined {
  if (!isObject(value)) return undefined;
  const [limit, usage] = [amountOf(value.limit), amountOf(value.usage)];
  return limit === undefined || usage === undefined ? undefined : { limit, usage };
}

function amountOf(value: unknown): number | undefined {
  const isAmount = typeof value === "number" || (typeof value === "string" && /^-?\d+$/.test(value));
  return isAmount ? Number(value) : undefined;
}

/** A declared message with the platform's field names. */
export function messageBody(message: Partial<QuotaMessage>): JsonObject {
  return {
    global_quotas: bodyOf(message.globalQuotas ?? {}, GLOBAL_ENTRIES),
    regional_quotas: (message.regionalQuotas ?? []).map(({ regionId, regionName, ...entries }) => ({
      region_id: regionId,
      ...(regionName !== undefined && { region_name: regionName }),
      ...bodyOf(entries, REGIONAL_ENTRIES),
    })),
  };
}

function bodyOf(entries: object, names: Record<string, string>): JsonObject {
  return Object.fromEntries(Object.entries(entries).map(([ours, entry]) => [names[ours], entry]));
}
