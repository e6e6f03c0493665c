import { describe, expect, test } from "@jest/globals";
import { startSimulator } from "../../../../simulator/src";
import { TestClock } from "../../../support/clock";
import { useCleanup } from "../../../support/handler-setup";
import type { ScriptedReply } from "../../../support/scripted-server";
import { failureOf, settle, until } from "../../../support/until";
import { connect, connectTo, fine, serveHeld } from "./connect-client";

const { closeLater } = useCleanup();

const SECOND = 1_000;
const limited = (headers = {}): ScriptedReply => ({
  status: 429,
  body: { message: "Slow down.", request_id: "req-7" },
  headers,
});

/** A simulator with a rate limit, on the clock of the client. */
async function limit(perSecond: number, retryAfter?: number) {
  const clock = new TestClock();
  const simulator = closeLater(
    await startSimulator({ now: () => clock.wallTime(), apiKeys: ["the-secret-key"], seed: 1 }),
  );
  simulator.faults.add({
    fault: { kind: "rate-limit", perSecond, ...(retryAfter !== undefined && { retryAfter }) },
  });
  const { client } = connect(simulator.url, { clock, maxRetries: 1 });
  return { clock, client, simulator };
}

describe.each([
  [16, 2],
  [100, 10],
  [500, 50],
])("%i changes with a limit of %i a second", (count, perSecond) => {
  test.each([
    ["without Retry-After", undefined],
    ["with Retry-After: 0", 0],
    ["with Retry-After: 1", 1],
  ])("%s all succeed, and take about as long as the limit requires", async (_, retryAfter) => {
    const { client, clock, simulator } = await limit(perSecond, retryAfter);
    const begin = clock.now();
    const { signal } = new AbortController();
    const sent = Array.from({ length: count }, (_, index) => {
      const path = `/cloud/v2/client_quotas/${index + 1}/notification_threshold`;
      return client.send({ method: "PUT", path, body: { threshold: 70 }, signal });
    });
    await settle(clock, Promise.all(sent), simulator.url);
    // This is the time of the test clock, so it does not depend on the speed of the machine.
    const took = (clock.now() - begin) / SECOND;
    const least = count / perSecond;
    expect(took).toBeGreaterThanOrEqual(least - 2);
    expect(took).toBeLessThan(least * 1.5 + 2);
    expect(simulator.faults.fired().length).toBeLessThan(count / 4 + 20);
    const done = simulator.requests.filter(({ status }) => status === 200);
    expect(new Set(done.map(({ path }) => path)).size).toBe(count);
    expect(done).toHaveLength(count);
  });
});

describe("a rate limit", () => {
  test("pauses all requests of the account, not only the one that was refused", async () => {
    const { client, clock, seen } = await connectTo((_, index) =>
      index === 0 ? limited({ "retry-after": "30" }) : fine,
    );
    const begin = clock.now();
    const first = client.send({ method: "GET", path: "/first" });
    await until(() => clock.pauses.length === 1);
    const times: number[] = [];
    const others = ["/a", "/b", "/c"].map((path) =>
      client.send({ method: "POST", path }).then(() => times.push(clock.now() - begin)),
    );
    await clock.advance(29 * SECOND);
    expect(seen).toHaveLength(1);
    await settle(clock, Promise.all([first, ...others]));
    // One after the other, not all at once.
    expect(new Set(times).size).toBe(3);
  });

  test("does not begin with the 429 of a spent allowance, which is not repeated and slows down no other request", async () => {
    const { client, clock, seen } = await connectTo((_, index) => (index === 0 ? limited() : fine));
    const spent = client.send({ method: "POST", path: "/retry", retryOn429: false });
    expect(await failureOf(spent)).toMatchObject({ status: 429 });
    for (let index = 0; index < 5; index++) await client.send({ method: "GET", path: "/x" });
    expect(seen).toHaveLength(6);
    expect(clock.pauses).toEqual([]);
  });
});

test("a request that waits for a slot at the end of its operation is never sent, and its error says so", async () => {
  const { url, requests, answers } = await serveHeld();
  const { client } = connect(url, { maxConcurrentRequests: 1 });
  const first = client.send({ method: "PUT", path: "/first" });
  await until(() => answers.length === 1);
  const operation = new AbortController();
  const waiting = failureOf(client.send({ method: "POST", path: "/waiting", signal: operation.signal }));
  operation.abort(new Error("the timeout of 3s has passed"));
  const error = await waiting;
  expect(error).toMatchObject({ mayHaveTakenEffect: false });
  expect(error.message).toMatch(
    /the timeout of 3s has passed before the request was sent.*\[request-not-sent\]/s,
  );
  answers[0]?.();
  await first;
  expect(requests.map(({ path }) => path)).toEqual(["/first"]);
});
