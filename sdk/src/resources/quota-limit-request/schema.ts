import { z } from "zod";
import { flag, id, record, text, uniqueList, whenObject } from "../../operation/inputs/schemas";
import { GLOBAL_LIMITS, REGIONAL_LIMITS } from "../../platform/api/quota-names";

const Limit = z.int({ error: "must be a limit: a whole number" }).optional();
const limits = (names: object) => Object.fromEntries(Object.keys(names).map((name) => [name, Limit]));

const Region = record("the limits of a region: { regionId, … }", {
  regionId: id("region"),
  ...limits(REGIONAL_LIMITS),
})
  .superRefine((region, context) => {
    if (Object.keys(region).every((name) => name === "regionId"))
      context.addIssue("asks for no limit; name at least one beside regionId");
  }, whenObject)
  .meta({ minProperties: 2 });

/** Omitted or empty. A value of another type has its own failure. */
const isNothing = (part: unknown) =>
  part === undefined || (typeof part === "object" && part !== null && Object.keys(part).length === 0);

const RequestedLimits = record("an object: { globalLimits, regionalLimits }", {
  globalLimits: record(
    "an object of limits, such as { projectCountLimit: 10 }",
    limits(GLOBAL_LIMITS),
  ).optional(),
  regionalLimits: uniqueList(
    Region,
    "a list of regions, each with its limits",
    "regionId",
    "region",
  ).optional(),
})
  .superRefine(({ globalLimits, regionalLimits }, context) => {
    if ([globalLimits, regionalLimits].every(isNothing))
      context.addIssue("asks for nothing; name at least one limit in globalLimits or regionalLimits");
  }, whenObject)
  .meta({ minProperties: 1 });

/** The inputs of a request. */
export const LimitRequestInputs = z.strictObject({
  description: text("a text: why the limits are needed"),
  requestedLimits: RequestedLimits,
  waitForDecision: flag().optional(),
});

export type LimitRequestInputs = z.infer<typeof LimitRequestInputs>;
export type RequestedLimits = LimitRequestInputs["requestedLimits"];
