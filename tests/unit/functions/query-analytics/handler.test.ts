import { expect, test } from "@jest/globals";
import { AnalyticsError, PlatformError, queryAnalytics } from "../../../../sdk/src";
import type { AnalyticsAnswer, AnalyticsRequest, Simulator } from "../../../../simulator/src";
import { requestsWithQuery } from "../../../support/handler-setup";
import { failureOf } from "../../../support/until";
import { setUp, setUpScripted } from "../setup";

const QUERY = "query Traffic($resource: Int!) { traffic(resource: $resource) { country bytes } }";
const ADVICE = "Correct the query or its variables as the platform says, and run again.";

async function startAnswering(answer: (request: AnalyticsRequest) => AnalyticsAnswer): Promise<Simulator> {
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
  expect(await queryAnalytics(args)).toEqual({ data });
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
  expect(await queryAnalytics({ query: QUERY })).toEqual({ data });
});

test.each(["reset-after", "reset-before", "status:code=503", "status:code=429", "truncated"])(
  "a query changes nothing, so it is sent again after %s",
  async (fault) => {
    const platform = await startAnswering(() => ({ data: { one: 1 } }));
    platform.faults.add(`${fault}#1`);
    expect(await queryAnalytics({ query: QUERY })).toEqual({ data: { one: 1 } });
    expect(bodies(platform)).toEqual([{ query: QUERY }, { query: QUERY }]);
  },
);

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

test.each([
  ["a list", [], "the body: "],
  ["nothing", {}, "the body: neither data nor errors"],
  ["errors without a message", { errors: [{ code: 7 }] }, "errors.0.message: "],
])("a reply that is not a result throws a PlatformError: %s", async (_what, body, odd) => {
  await setUpScripted(() => ({ body }));
  expect((await failure<PlatformError>()).reason).toContain(
    `the reply is not of the form that the interface describes (${odd}`,
  );
});
