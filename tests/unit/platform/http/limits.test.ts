import { describe, expect, test } from "@jest/globals";
import type { PlatformError } from "../../../../sdk/src/platform/http/error";
import { startSimulator } from "../../../../simulator/src";
import { TestClock } from "../../../support/clock";
import { useCleanup } from "../../../support/handler-setup";
import type { ScriptedReply } from "../../../support/scripted-server";
import { failureOf, settle, until } from "../../../support/until";
import { connect, connectTo, fine } from "./connect-client";

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

  test("continues at half of the rate that the platform accepted before", async () => {
    const perSecond = 10;
    const { client, clock } = await connectTo((_, index) => (index === perSecond ? limited() : fine));
    const send = () => client.send({ method: "GET", path: "/x" });
    await settle(clock, Promise.all(Array.from({ length: perSecond }, send)));
    const refused = send();
    await until(() => clock.pauses.length > 0);
    const times: number[] = [];
    const later = Array.from({ length: 4 }, () => send().then(() => times.push(clock.now())));
    await settle(clock, Promise.all([refused, ...later]));
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    // The rate grows again, by one request a second in each second.
    expect(Math.min(...gaps)).toBeGreaterThan((1.5 * SECOND) / perSecond);
  });

  test("does not begin with the 429 of a spent allowance, which is not repeated and slows down no other request", async () => {
    const { client, clock, seen } = await connectTo((_, index) => (index === 0 ? limited() : fine));
    const spent = client.send({ method: "POST", path: "/retry", retryOn429: false });
    expect(await failureOf(spent)).toMatchObject({ status: 429 });
    for (let index = 0; index < 5; index++) await client.send({ method: "GET", path: "/x" });
    expect(seen).toHaveLength(6);
    expect(clock.pauses).toEqual([]);
  });

  test("fails a call without a signal after some minutes, with the platform's last reply", async () => {
    const { client, clock } = await connectTo(() => limited());
    const begin = clock.now();
    const error = await failureOf<PlatformError>(settle(clock, client.send({ method: "GET", path: "/x" })));
    expect(error).toMatchObject({ status: 429, reason: "Slow down." });
    expect(clock.now() - begin).toBeGreaterThan(60 * SECOND);
    expect(clock.now() - begin).toBeLessThan(10 * 60 * SECOND);
  });
});
