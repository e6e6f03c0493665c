import { afterEach, expect, test } from "@jest/globals";
import { closeAll, start } from "../../../simulator/testing/client";

afterEach(closeAll);

const path = "/cdn/advanced/v2/query";

test("an analytics query gets the built-in figures that it names", async () => {
  const { call } = await start();
  const traffic = expect.arrayContaining([{ country: "DE", bytes: expect.any(Number) }]);
  const { body } = await call("POST", path, { query: "{ traffic { country bytes } }" });
  expect(body).toEqual({ data: { traffic } });
});

test.each([
  ["{ traffic", 'Syntax Error: Expected "}", found <EOF>.'],
  ["{ traffic }}", 'Syntax Error: Unexpected "}".'],
  ['{ traffic(path: "}")', 'Syntax Error: Expected "}", found <EOF>.'],
  ["{ traffic # }", 'Syntax Error: Expected "}", found <EOF>.'],
  ['{ traffic(path: "}', 'Syntax Error: Expected "}", found <EOF>.'],
  ['{ traffic(path: """ }', 'Syntax Error: Expected "}", found <EOF>.'],
])(
  "a query with the braces %j gets an error with status 200, whatever the test's function returns",
  async (query, message) => {
    const { sim, call } = await start();
    sim.analytics.answer(() => ({ data: { traffic: [] } }));
    const answer = await call("POST", path, { query });
    expect([answer.status, answer.body]).toEqual([200, { data: null, errors: [{ message }] }]);
  },
);

// A check that starts again at each quote takes minutes, in which the simulator answers nobody else.
test("a query with a long string without an end gets an error", async () => {
  const { call } = await start();
  const query = `{ traffic(path: "${'\\"'.repeat(200_000)}`;
  const { body } = await call("POST", "/cdn/advanced/v2/query", { query });
  expect(body.errors).toEqual([{ message: 'Syntax Error: Expected "}", found <EOF>.' }]);
});

test.each(['{ traffic(path: "{\\"{") }', '{ traffic(path: """ { " """) }', "# {\n{ traffic }"])(
  "the braces of the query %j are balanced: those in texts and comments do not count",
  async (query) => {
    const { call } = await start();
    expect((await call("POST", path, { query })).body).not.toHaveProperty("errors");
  },
);
