import { expect, test } from "@jest/globals";
import type { ExchangeError } from "../../../../sdk/src/platform/http/no-reply";
import { exchange } from "../../../../sdk/src/platform/http/transport";
import { Pool } from "../../../../sdk/src/platform/http/undici";
import { useCleanup } from "../../../support/handler-setup";
import { startScriptedServer } from "../../../support/scripted-server";
import { failureOf, until } from "../../../support/until";

const { closeLater } = useCleanup();

test.each([
  [1, "if the reply does not arrive in the grace time, so a canceled run ends"],
  [0, "at once without a grace time, so a connection that breaks then is not the reason"],
])("a request that was sent before its signal aborts ends (%d ms) %s", async (grace) => {
  const server = closeLater(await startScriptedServer(() => "silence"));
  const pool = new Pool(server.url);
  const operation = new AbortController();
  const request = { method: "PUT" as const, path: "/thing", body: "{}" };
  const reply = exchange(pool, request, { signal: operation.signal }, { timeout: 20_000, grace });
  const failure = failureOf<ExchangeError>(reply);
  await until(() => server.requests.length === 1);
  operation.abort(new Error("the run was cancelled"));
  if (grace === 0) await pool.destroy();
  expect(await failure).toMatchObject({ end: "signal" });
  await pool.destroy();
});
