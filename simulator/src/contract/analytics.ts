import { z } from "zod";
import { contract } from "./operation";

const any = z.unknown().optional();

/** The names of the payload are not documented. These are those of GraphQL. */
const request = z.looseObject({ query: any, variables: any, operationName: any });

const error = z.looseObject({ message: z.string() });

/** A GraphQL response. If only a part of the data is available, it has that part and errors. */
export const analyticsAnswer = z.strictObject({
  data: z.record(z.string(), z.unknown()).nullable(),
  errors: z.array(error).readonly().exactOptional(),
});

export const analytics = {
  query: contract("POST /cdn/advanced/v2/query", {
    summary: "Query analytics",
    documented: true,
    body: request,
    replies: { 200: z.union([analyticsAnswer, z.unknown()]) },
  }),
};

export type AnalyticsRequest = z.infer<typeof request>;
export interface AnalyticsAnswer extends Readonly<z.infer<typeof analyticsAnswer>> {}
