import * as pulumi from "@pulumi/pulumi";
import type { FunctionFixture } from "../../../support/function-fixtures";

const PLAIN =
  "must be a plain value: a text, a number, true, false, null, or a list or an object of plain values";

class Custom {}
const circular = { self: {} };
circular.self = circular;

export const fixtures: FunctionFixture[] = [
  {
    name: "queryAnalytics",
    prepare: ({ analytics }) =>
      analytics.answer(({ variables: given }) => ({ data: given ?? { traffic: [{ bytes: 1701 }] } })),
    argument: () => ({ query: "{ traffic { bytes } }" }),
    invalid: [
      [{ query: "{a}", variables: { since: new Date(0) } }, `variables.since ${PLAIN}`],
      [{ query: "{a}", variables: { count: 1n } }, `variables.count ${PLAIN}`],
      [{ query: "{a}", variables: { rate: Number.NaN } }, `variables.rate ${PLAIN}`],
      [{ dataSet: new Custom() }, `dataSet ${PLAIN}`],
      [{ filters: [{ b: () => 1 }] }, `filters[0].b ${PLAIN}`],
      [{ filters: [undefined] }, `filters[0] ${PLAIN}`],
      [{ filters: circular }, `filters.self ${PLAIN}`],
      [{ payload: { a: pulumi.output(1) } }, `payload.a ${PLAIN}`],
    ],
    output: {
      args: (resource) => ({ query: "query($deep: [R]) { a }", variables: { deep: [{ resource }] } }),
      value: () => 1701,
      result: { data: { deep: [{ resource: 1701 }] }, reply: { data: { deep: [{ resource: 1701 }] } } },
    },
    mocked: { args: { query: "{ a }" }, result: { data: {}, reply: { data: {} } } },
    types: `
export const data: Promise<unknown> = cloudplatform.queryAnalytics({ query: "{ traffic }" }).then((result) => result.data);
cloudplatform.queryAnalytics({ dataSet: "cdn", filters: [{ country: "DE" }] });
// @ts-expect-error a query is a text; a payload with another one is the value of payload
cloudplatform.queryAnalyticsOutput({ query: { metrics: [] } });
`,
  },
];
