import { z } from "zod";
import { id, record, text, time } from "../../lifecycle/inputs/schemas";
import { GLOBAL_ENTRIES, REGIONAL_ENTRIES } from "./message";

const amount = () => z.int({ error: "must be a whole number" });

const Entry = record("a quota: { limit, usage }", { limit: amount(), usage: amount() });

const entries = (names: Record<string, string>) =>
  Object.fromEntries(Object.keys(names).map((name) => [name, Entry.optional()]));

const Message = record("the record of a message: { globalQuotas, regionalQuotas }, or null", {
  globalQuotas: record("an object with a quota entry for each quota", entries(GLOBAL_ENTRIES)).optional(),
  regionalQuotas: z
    .array(
      record("the quotas of a region: { regionId, regionName, … }", {
        regionId: id("region"),
        regionName: text("the name of the region").optional(),
        ...entries(REGIONAL_ENTRIES),
      }),
      { error: "must be a list of regions" },
    )
    .optional(),
});

const bounds = { error: "must be a percentage from 60 to 100" };

/** The inputs of a threshold. */
export const ThresholdInputs = z.strictObject({
  clientId: id("client"),
  threshold: z
    .int({ error: "must be a whole number from 60 to 100: the percentage of a quota that is in use" })
    .min(60, bounds)
    .max(100, bounds),
  lastMessage: Message.nullish(),
  lastSending: time('must be a time, such as "2026-01-31T12:00:00Z", or null').nullish(),
});

export type ThresholdInputs = z.infer<typeof ThresholdInputs>;
