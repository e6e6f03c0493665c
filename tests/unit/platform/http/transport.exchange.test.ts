import { afterEach, describe, expect, test } from "@jest/globals";
import type { ExchangeError } from "../../../../sdk/src/platform/http/no-reply";
import { exchange } from "../../../../sdk/src/platform/http/transport";
import { Pool } from "../../../../sdk/src/platform/http/undici";
import { type ScriptedServer, startScriptedServer } from "../../../support/scripted-server";
import { failureOf, until } from "../../../support/until";

// A run is canceled, or its timeout ends, while a request is pending.

const opened: Array<{ close(): Promise<void> }> = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});

/** A server that replies when the test allows it, and a request that has reached the server. */
async function startRequest(grace: number) {
  let sendReply = () => {};
  const server: ScriptedServer = await startScriptedServer(
    () => new Promise((resolve) => (sendReply = () => resolve({ body: { done: true } }))),
  );
  const pool = new Pool(server.url);
  opened.push(server, { close: () => pool.destroy() });
  const operation = new AbortController();
  const request = { method: "PUT" as const, path: "/thing", body: "{}" };
  const reply = exchange(pool, request, { signal: operation.signal }, { timeout: 20_000, grace });
  reply.catch(() => {});
  await until(() => server.requests.length === 1);
  return {
    reply,
    sendReply: () => sendReply(),
    cancel: () => operation.abort(new Error("the run was cancelled")),
    disconnect: () => pool.destroy(),
  };
}

describe("a request that was sent before its signal aborts", () => {
  test("still receives its reply if that arrives soon", async () => {
    const { reply, sendReply, cancel } = await startRequest(20_000);
    cancel();
    sendReply();
    expect(await reply).toMatchObject({ status: 200, text: '{"done":true}' });
  });

  test("ends as sent if the reply does not arrive in that time, so a canceled run ends", async () => {
    const { reply, sendReply, cancel } = await startRequest(1);
    cancel();
    expect(await failureOf<ExchangeError>(reply)).toMatchObject({ end: "signal" });
    sendReply();
  });

  test("ends at once if its reply is not needed, so a connection that breaks then is not the reason", async () => {
    const { reply, sendReply, cancel, disconnect } = await startRequest(0);
    cancel();
    await disconnect();
    expect(await failureOf<ExchangeError>(reply)).toMatchObject({ end: "signal" });
    sendReply();
  });
});
