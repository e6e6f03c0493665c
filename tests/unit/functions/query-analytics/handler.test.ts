import { expect, test } from "@jest/globals";
import { AnalyticsError, PlatformError, queryAnalytics } from "../../../../sdk/src";
import type { AnalyticsRequest, Simulator } from "../../../../simulator/src";
import { requestsWithQuery } from "../../../support/handler-setup";
import { failureOf } from "../../../support/until";
import { setUp, setUpScripted } from "../setup";

const QUERY = "query Traffic($resource: Int!) { traffic(resource: $resource) { country bytes } }";
const ADVICE = "Correct the query or its variables as the platform says, and run again.";

async function startAnswering(answer: (request: AnalyticsRequest) => unknown): Promise<Simulator> {
  const platform = await setUp();
  platform.analytics.answer(answer);
  return platform;
}

const bodies = ({ requests }: Simulator) => requests.map(({ body }) => body);
const failure = <T = AnalyticsError>(query = QUERY) => failureOf<T>(queryAnalytics({ query }));

test("a query is sent with its variables and its operation name, and returns the data unchanged", async () => {
  const data = { traffic: [{ country: "DE", bytes_total: 12.5, share: null }], "odd key": { list: [] } };
  const platform = await startAnswering(() => ({ data }));
  const variables = { resource: 1701, since: "2026-01-01", deep: { list: [1, null, { a: true }] } };
  const args = { query: QUERY, variables, operationName: "Traffic" };
  expect(await queryAnalytics(args)).toEqual({ data, reply: { data } });
  expect(requestsWithQuery(platform)).toEqual(["POST /cdn/advanced/v2/query"]);
  expect(bodies(platform)).toEqual([args]);
});

test("a query is sent without undefined values, and otherwise unchanged", async () => {
  const platform = await setUp();
  const query = '\n# "traffic"\n{ traffic { country } }  ';
  await queryAnalytics({ query, variables: undefined, operationName: undefined });
  await queryAnalytics({ query, variables: { from: undefined, to: null } });
  await queryAnalytics({ query, variables: {} });
  expect(bodies(platform)).toEqual([{ query }, { query, variables: { to: null } }, { query, variables: {} }]);
});

test.each([
  ["null data", null, undefined],
  ["an empty list of errors", { one: 1 }, []],
  ["errors that are null", { one: 1 }, null],
])("a query succeeds if the reply has %s", async (_, data, errors) => {
  await setUpScripted(() => ({ body: { data, errors } }));
  expect((await queryAnalytics({ query: QUERY })).data).toEqual(data);
});

test("errors with status 200 are thrown as an AnalyticsError with the platform's messages", async () => {
  const errors = [
    { message: 'Cannot query field "trafic".', locations: [{ line: 1, column: 3 }], code: "VALIDATION" },
    { message: "Unknown argument." },
  ];
  const platform = await startAnswering(() => ({ data: null, errors }));
  const error = await failure();
  expect(error).toBeInstanceOf(AnalyticsError);
  expect(error).toBeInstanceOf(PlatformError);
  expect(error).toMatchObject({
    name: "AnalyticsError",
    status: 200,
    advice: ADVICE,
    errors,
    data: null,
    mayHaveTakenEffect: false,
  });
  expect(error.message).toMatch(
    /^POST \/cdn\/advanced\/v2\/query was answered 200: Cannot query field "trafic"\.; Unknown argument\. \(request id .+\) \[query-failed\]\nCorrect the query/,
  );
  expect(platform.requests).toHaveLength(1);
});

test("errors with status 200 are thrown together with partial data, or without data if the query was not run", async () => {
  const data = { traffic: [{ country: "DE" }], visitors: null };
  const errors = [{ message: "visitors are not available", path: ["visitors"] }];
  await startAnswering(() => ({ data, errors }));
  expect(await failure()).toMatchObject({
    data,
    errors,
    code: "query-partly-failed",
    advice: `${ADVICE} The error's \`data\` has the partial result.`,
  });
  await setUpScripted(() => ({ body: { errors } }));
  expect(await failure()).toMatchObject({ name: "AnalyticsError", data: null });
});

test("an invalid query throws the error of the platform's validation", async () => {
  await setUp();
  const reason = 'Syntax Error: Expected "}", found <EOF>.';
  expect(await failure("{ traffic { country }")).toMatchObject({ name: "AnalyticsError", reason });
});

test("another status than 200 throws a PlatformError that is no AnalyticsError, also with errors", async () => {
  await setUpScripted(() => ({ status: 400, body: { errors: [{ message: "Syntax Error" }] } }));
  const error = await failure<PlatformError>();
  expect(error).not.toBeInstanceOf(AnalyticsError);
  expect(error).toMatchObject({ name: "PlatformError", status: 400, reason: "errors: Syntax Error" });
});

// The interface shows neither the names of the payload nor the form of the reply.
test("any JSON object is the payload, and with `payload` also one that has a property of that name", async () => {
  const platform = await startAnswering((request) => ({ data: Object.keys(request).sort() }));
  const payload = { data_set: "cdn", query: { metrics: ["traffic"] }, groupBy: [{ dimension: "country" }] };
  expect((await queryAnalytics({ ...payload, query: payload.query as never })).data).toEqual(
    Object.keys(payload).sort(),
  );
  await queryAnalytics({ payload });
  await queryAnalytics({ payload: { payload: { a: 1 } } });
  await queryAnalytics({ payload: "text", query: QUERY } as never);
  expect(bodies(platform)).toEqual([
    payload,
    payload,
    { payload: { a: 1 } },
    { payload: "text", query: QUERY },
  ]);
});

test.each([
  ["a list", [{ country: "DE" }], [{ country: "DE" }]],
  ["data beside other fields", { data: [1], total: 5 }, [1]],
  ["a number", 7, 7],
  ["null", null, null],
  ["errors of another form", { errors: { detail: "late" } }, { errors: { detail: "late" } }],
])("a reply of any form is returned as it is: %s", async (_what, body, data) => {
  await setUpScripted(() => ({ body }));
  expect(await queryAnalytics({ query: QUERY })).toEqual({ data, reply: body });
});
