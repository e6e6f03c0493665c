import { describe, expect, test } from "@jest/globals";
import type { RequestTimes } from "../../../../sdk/src/log/log";
import type { Call } from "../../../../sdk/src/platform/http/call";
import type { ClientOptions } from "../../../../sdk/src/platform/http/client";
import type { PlatformError } from "../../../../sdk/src/platform/http/error";
import type { Script } from "../../../support/scripted-server";
import { until } from "../../../support/until";
import { connect, serve } from "./connect-client";

type Seen = RequestTimes & { sender: object | undefined; status: number | undefined; error?: string };

/** A client whose requests and pauses are recorded. Only the clock of the test advances. */
async function observe(script: Script, options: Partial<ClientOptions> = {}) {
  const { url, requests } = await serve(script);
  const seen: Seen[] = [];
  const pauses: Array<[reason: string, ms: number]> = [];
  const observer = {
    onRequest({ sender }: Call, times: RequestTimes, { status, code }: Partial<PlatformError>) {
      seen.push({ ...times, sender, status, ...(code && { error: code }) });
    },
    onPause: (reason: string, ms: number) => void pauses.push([reason, ms]),
  };
  return { ...connect(url, { ...options, observer }), url, requests, seen, pauses };
}

const GET: Call = { method: "GET", path: "/v1/tasks/1" };

describe("an observer of requests", () => {
  test("gets the time at the rate limit, and the pause of all requests", async () => {
    const { client, clock, seen, pauses } = await observe((_, index) =>
      index === 0 ? { status: 429, headers: { "retry-after": "2" } } : { body: {} },
    );
    const reply = client.send(GET);
    await until(() => pauses.length === 1);
    await clock.advance(10_000);
    await reply;
    expect(pauses).toEqual([["rate limit", 2_100]]);
    expect(seen).toMatchObject([
      { attempt: 1, status: 429 },
      { attempt: 2, status: 200, limitedMs: 2_100 },
    ]);
  });
});
