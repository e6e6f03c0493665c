import { z } from "zod";
import { eachOf, optionalFields } from "../../core/schemas";
import { globalQuotaNames, regionalQuotaNames } from "./names";

const quotaEntry = z.strictObject({ limit: z.int(), usage: z.int() });
const region = { region_id: z.int(), region_name: z.string() };

/** What the last warning mail told a client: every quota there is. */
export const lastMessage = z.strictObject({
  global_quotas: z.strictObject(eachOf(globalQuotaNames, quotaEntry)),
  regional_quotas: z
    .array(z.strictObject({ ...region, ...eachOf(regionalQuotaNames, quotaEntry) }))
    .readonly(),
});

/** A message of which only the quotas are said that matter. */
export const saidMessage = z.strictObject({
  global_quotas: z.strictObject(optionalFields(eachOf(globalQuotaNames, quotaEntry))).exactOptional(),
  regional_quotas: z
    .array(z.strictObject({ ...region, ...optionalFields(eachOf(regionalQuotaNames, quotaEntry)) }))
    .readonly()
    .exactOptional(),
});

export interface QuotaEntry extends Readonly<z.infer<typeof quotaEntry>> {}
export interface LastMessage extends Readonly<z.infer<typeof lastMessage>> {}
export interface SaidMessage extends Readonly<z.infer<typeof saidMessage>> {}

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
