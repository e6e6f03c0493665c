import { getEventListeners } from "node:events";
import { describe, expect, test } from "@jest/globals";
import type { Method } from "../../../../sdk/src/platform/http/call";
import type { PlatformError } from "../../../../sdk/src/platform/http/error";
import type { ScriptedReply } from "../../../support/scripted-server";
import { failureOf, until } from "../../../support/until";
import { connect, serve } from "./connect-client";

/** A server that replies when the test allows it. */
async function slowServer(maxConcurrentRequests: number) {
  const answers: Array<() => void> = [];
  const server = await serve(
    () => new Promise<ScriptedReply>((resolve) => answers.push(() => resolve({ body: { fine: true } }))),
  );
  const { client } = connect(server.url, { maxConcurrentRequests });
  return { client, seen: server.requests, answers };
}

const methods: Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

describe("a request that waits for a slot", () => {
  test.each(methods)(
    "fails at once as not sent when its signal aborts, and is never sent: %s",
    async (method) => {
      const { client, seen, answers } = await slowServer(1);
      const first = client.send({ method: "PUT", path: "/first" });
      await until(() => answers.length === 1);
      const operation = new AbortController();
      const waiting = failureOf<PlatformError>(
        client.send({ method, path: "/waiting", signal: operation.signal }),
      );
      const last = client.send({ method: "PUT", path: "/last" });
      operation.abort(new Error("the timeout of 3s has passed"));
      // The first request is still pending.
      const error = await waiting;
      expect(error).toMatchObject({
        name: "PlatformError",
        method,
        path: "/waiting",
        mayHaveTakenEffect: false,
        retryable: false,
        reason: "the timeout of 3s has passed before the request was sent",
      });
      expect(error.message).toContain(
        "[request-not-sent]\nThis request was not sent, but the operation may have sent changes before it.",
      );
      answers[0]?.();
      await first;
      await until(() => answers.length === 2);
      answers[1]?.();
      await last;
      expect(seen.map(({ path }) => path)).toEqual(["/first", "/last"]);
      expect(getEventListeners(operation.signal, "abort")).toEqual([]);
    },
  );

  test("is sent in the order of arrival, and the slots are never exceeded", async () => {
    const { client, seen, answers } = await slowServer(2);
    const paths = Array.from({ length: 8 }, (_, index) => `/${index}`);
    const sent = Promise.all(paths.map((path) => client.send({ method: "PUT", path })));
    for (let answered = 0; answered < paths.length; answered++) {
      await until(() => answers.length === Math.min(answered + 2, paths.length));
      answers[answered]?.();
    }
    await sent;
    expect(seen.map(({ path }) => path)).toEqual(paths);
  });

  test("gets the slot of a request that failed", async () => {
    const server = await serve((_, index) => (index === 0 ? { status: 400 } : { body: {} }));
    const { client } = connect(server.url, { maxConcurrentRequests: 1 });
    const first = failureOf(client.send({ method: "PUT", path: "/x" }));
    const second = client.send({ method: "PUT", path: "/y" });
    await first;
    expect((await second).body).toEqual({});
  });
});
