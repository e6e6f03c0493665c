import { describe, expect, test } from "@jest/globals";
import type { Call } from "../../../../sdk/src/platform/http/call";
import { timeIn } from "../../../../sdk/src/util/clock";
import type { ScriptedReply } from "../../../support/scripted-server";
import { settle, until } from "../../../support/until";
import { connect, serve } from "./connect-client";

const fine: ScriptedReply = { body: { fine: true } };
const busy: ScriptedReply = { status: 503, body: {} };
const limited: ScriptedReply = { status: 429, body: {}, headers: { "retry-after": "14" } };

/** A call, and what it waits for. `undefined`: it has been sent. */
function watchedCall(path = "/x") {
  const waits: Array<string | undefined> = [];
  const call: Call = { method: "GET", path, onWait: (text) => waits.push(text) };
  return { call, waits };
}

const inTurn = (...replies: ScriptedReply[]) => {
  const rest = [...replies];
  return () => rest.shift() ?? fine;
};

describe("a call shows", () => {
  test("that it waits for a connection which another request uses", async () => {
    const answers: Array<() => void> = [];
    const { url } = await serve(() => new Promise((resolve) => answers.push(() => resolve(fine))));
    const { client } = connect(url, { maxConcurrentRequests: 1 });
    const first = client.send({ method: "GET", path: "/first" });
    const { call, waits } = watchedCall();
    const second = client.send(call);
    await until(() => answers.length === 1);
    expect(waits).toEqual(["waiting for a connection"]);
    answers[0]?.();
    await first;
    await until(() => answers.length === 2);
    expect(waits.at(-1)).toBeUndefined();
    answers[1]?.();
    await second;
  });

  test("why it is repeated, which try is the next one, and when", async () => {
    const { url } = await serve(inTurn(busy, busy));
    const { client, clock } = connect(url);
    clock.chance = 0.999;
    const times = [timeIn(999, clock), timeIn(999 + 1998, clock)];
    const { call, waits } = watchedCall();
    await settle(clock, client.send(call));
    expect(waits.filter((text) => text?.includes("try"))).toEqual([
      `503, try 2 of 5 at ${times[0]}`,
      `503, try 3 of 5 at ${times[1]}`,
    ]);
  });

  test.each([
    ["to be repeated", busy, /^503, try 2 of 5/],
    ["at the rate limit", limited, /^rate limited, next try/],
  ])("nothing any more once its signal has ended the wait %s", async (_, reply, wait) => {
    const { url } = await serve(() => reply);
    const { client } = connect(url);
    const { call, waits } = watchedCall();
    const end = new AbortController();
    const sent = client.send({ ...call, signal: end.signal }).catch(() => {});
    await until(() => wait.test(waits.at(-1) ?? ""));
    end.abort(new Error("the run was cancelled"));
    await sent;
    expect(waits.at(-1)).toBeUndefined();
  });

  test("the rate limit, which all requests wait for, and when the next try is", async () => {
    const { url } = await serve(inTurn(limited));
    const { client, clock } = connect(url);
    clock.chance = 0;
    const text = `rate limited, next try at ${timeIn(14_000, clock)}`;
    const first = watchedCall("/first");
    const firstReply = client.send(first.call);
    await until(() => first.waits.includes(text));
    const second = watchedCall("/second");
    const replies = Promise.all([firstReply, client.send(second.call)]);
    await settle(clock, replies);
    const steps = [text, "rate limited", "waiting for a connection", undefined];
    expect(first.waits.slice(first.waits.indexOf(text))).toEqual(steps);
    // After the pause, requests are sent at a lower rate.
    expect([...new Set(second.waits.slice(second.waits.indexOf(text)))]).toEqual(steps);
  });
});
