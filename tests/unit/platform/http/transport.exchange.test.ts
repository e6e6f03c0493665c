import { expect, test } from "@jest/globals";
import { Pool } from "undici/index.js";
import type { ExchangeError } from "../../../../sdk/src/platform/http/no-reply";
import { exchange, systemNetwork } from "../../../../sdk/src/platform/http/transport";
import { useCleanup } from "../../../support/handler-setup";
import { startScriptedServer } from "../../../support/scripted-server";
import { failureOf, until } from "../../../support/until";

const { closeLater } = useCleanup();
const { after } = systemNetwork;

test.each([
  [1, "if the reply does not arrive in the grace time, so a canceled run ends"],
  [0, "at once without a grace time, so a connection that breaks then is not the reason"],
])("a request that was sent before its signal aborts ends (%d ms) %s", async (grace) => {
  const server = closeLater(await startScriptedServer(() => "silence"));
  const pool = new Pool(server.url);
  const operation = new AbortController();
  const request = { method: "PUT" as const, path: "/thing", body: "{}" };
  const reply = exchange(pool, request, { signal: operation.signal }, { timeout: 20_000, grace, after });
  const failure = failureOf<ExchangeError>(reply);
  await until(() => server.requests.length === 1);
  operation.abort(new Error("the run was cancelled"));
  if (grace === 0) await pool.destroy();
  expect(await failure).toMatchObject({ end: "signal" });
  await pool.destroy();
});

test("a request whose signal aborts while it waits for a connection is not about to send its first byte later", async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const server = closeLater(await startScriptedServer(() => answered.then(() => ({ body: {} }))));
  const pool = new Pool(server.url, { connections: 1 });
  const limits = { timeout: 20_000, grace: 0, after };
  const requestOf = (path: string) => ({ method: "POST" as const, path, body: "{}" });
  const first = exchange(pool, requestOf("/first"), {}, limits);
  const operation = new AbortController();
  const steps: string[] = [];
  const caller = { signal: operation.signal, onStep: (step: string) => steps.push(step) };
  const second = failureOf(exchange(pool, requestOf("/second"), caller, limits));
  await until(() => server.requests.length === 1);
  operation.abort(new Error("the run was cancelled"));
  expect((await second).message).toBe("the run was cancelled");
  answer();
  await first;
  await pool.close();
  expect(steps).toEqual([]);
  expect(server.requests.map(({ path }) => path)).toEqual(["/first"]);
});
