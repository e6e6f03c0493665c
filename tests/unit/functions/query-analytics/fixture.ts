import * as pulumi from "@pulumi/pulumi";
import { handler } from "../../../../sdk/src/functions/query-analytics/handler";
import type { FunctionFixture } from "../../../support/function-fixtures";

const QUERY = "query must be a query in GraphQL";
const OPERATION = "operationName must be the name of an operation in the query";
const PLAIN =
  "must be a plain value: a text, a number, true, false, null, or a list or an object of plain values";

export const fixtures: FunctionFixture[] = [
  {
    name: "queryAnalytics",
    prepare: ({ analytics }) =>
      analytics.answer(({ variables: given }) => ({ data: given ?? { traffic: [{ bytes: 1701 }] } })),
    argument: () => ({ query: "{ traffic { bytes } }" }),
    invalid: [
      [{}, "query is required, and must be a query in GraphQL"],
      [{ query: 7 }, QUERY],
      [{ query: " \n" }, `${QUERY}, and not empty`],
      [{ query: "{a}", variables: [1] }, "variables must be an object of plain values"],
      [{ query: "{a}", variables: '{"a":1}' }, "variables must be an object of plain values"],
      [{ query: "{a}", variables: { since: new Date(0) } }, `variables.since ${PLAIN}`],
      [{ query: "{a}", variables: { count: 1n } }, `variables.count ${PLAIN}`],
      [{ query: "{a}", variables: { rate: Number.NaN } }, `variables.rate ${PLAIN}`],
      [{ query: "{a}", variables: { a: [{ b: () => 1 }] } }, `variables.a ${PLAIN}`],
      [{ query: "{a}", variables: { a: [undefined] } }, `variables.a ${PLAIN}`],
      [{ query: "{a}", variables: { a: pulumi.output(1) } }, `variables.a ${PLAIN}`],
      [{ query: "{a}", operationName: "" }, OPERATION],
      [{ query: "{a}", operationName: null }, OPERATION],
    ],
    call: (platform) => handler.call({ query: "{ traffic { bytes } }" }, platform),
    output: {
      args: (resource) => ({ query: "query($deep: [R]) { a }", variables: { deep: [{ resource }] } }),
      value: () => 1701,
      result: { data: { deep: [{ resource: 1701 }] } },
    },
    mocked: { args: { query: "{ a }" }, result: { data: {} } },
    types: `
export const data: Promise<unknown> = cloudplatform.queryAnalytics({ query: "{ traffic }" }).then((result) => result.data);
// @ts-expect-error a query is required
cloudplatform.queryAnalyticsOutput({ variables: {} });
`,
  },
];
