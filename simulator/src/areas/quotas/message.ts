import type { GlobalQuotaName, RegionalQuotaName } from "./names";
import { globalQuotaNames, regionalQuotaNames } from "./names";

export interface QuotaEntry {
  readonly limit: number;
  readonly usage: number;
}

interface Region {
  readonly region_id: number;
  readonly region_name: string;
}

/** What the last warning mail told a client: every quota there is. */
export interface LastMessage {
  readonly global_quotas: Readonly<Record<GlobalQuotaName, QuotaEntry>>;
  readonly regional_quotas: readonly (Region & Readonly<Record<RegionalQuotaName, QuotaEntry>>)[];
}

/** A message of which only the quotas are said that matter. */
export interface SaidMessage {
  readonly global_quotas?: Readonly<Partial<Record<GlobalQuotaName, QuotaEntry>>>;
  readonly regional_quotas?: readonly (Region & Readonly<Partial<Record<RegionalQuotaName, QuotaEntry>>>)[];
}

/** Quotas that are not said are unused ones of limit 0. */
export function completeMessage({ global_quotas = {}, regional_quotas = [] }: SaidMessage): LastMessage {
  return {
    global_quotas: { ...unused(globalQuotaNames), ...global_quotas },
    regional_quotas: regional_quotas.map((said) => ({ ...unused(regionalQuotaNames), ...said })),
  };
}

function unused<Name extends string>(names: readonly Name[]): Record<Name, QuotaEntry> {
  return Object.fromEntries(names.map((name) => [name, { limit: 0, usage: 0 }])) as Record<Name, QuotaEntry>;
}
