import { expect, test } from "@jest/globals";
import type { RequestTimes } from "../../../../sdk/src/log/log";
import type { Call } from "../../../../sdk/src/platform/http/call";
import type { PlatformError } from "../../../../sdk/src/platform/http/error";
import { until } from "../../../support/until";
import { connectTo, fine, inTurn } from "./connect-client";

/** What was observed of a request. */
type Seen = RequestTimes & { status: number | undefined };

test("an observer of requests gets the time at the rate limit, and the pause of all requests", async () => {
  const seen: Seen[] = [];
  const pauses: Array<[reason: string, ms: number]> = [];
  const observer = {
    onRequest: (_: Call, times: RequestTimes, { status }: Partial<PlatformError>) =>
      void seen.push({ ...times, status }),
    onPause: (reason: string, ms: number) => void pauses.push([reason, ms]),
  };
  const script = inTurn({ status: 429, headers: { "retry-after": "2" } }, fine);
  const { client, clock } = await connectTo(script, { observer });
  const reply = client.send({ method: "GET", path: "/v1/tasks/1" });
  await until(() => pauses.length === 1);
  await clock.advance(10_000);
  await reply;
  expect(pauses).toEqual([["rate limit", 2_100]]);
  expect(seen).toMatchObject([
    { attempt: 1, status: 429 },
    { attempt: 2, status: 200, limitedMs: 2_100 },
  ]);
});
