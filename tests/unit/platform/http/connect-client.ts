import { type Client, type ClientOptions, createClient } from "../../../../sdk/src/platform/http/client";
import type { PlatformError } from "../../../../sdk/src/platform/http/error";
import { TestClock } from "../../../support/clock";
import {
  type Script,
  type ScriptedReply,
  type ScriptedServer,
  startScriptedServer,
} from "../../../support/scripted-server";
import { failureOf } from "../../../support/until";

const open: Client[] = [];
const servers: ScriptedServer[] = [];

/** A client of the package for one address, with a test clock. */
export function connect(baseUrl: string, options: Partial<ClientOptions> = {}) {
  const clock = new TestClock();
  const client = createClient({
    baseUrl,
    apiKey: "the-secret-key",
    requestTimeout: 30_000,
    maxRetries: 4,
    maxConcurrentRequests: 10,
    userAgent: "pulumi-cloudplatform/test",
    clock,
    ...options,
  });
  open.push(client);
  return { client, clock };
}

/** A server that replies as a script says. */
export async function serve(script: Script): Promise<ScriptedServer> {
  const server = await startScriptedServer(script);
  servers.push(server);
  return server;
}

/** An HTML page with this title. */
export const page = (status: number, title: string, type = "text/html"): ScriptedReply => ({
  status,
  body: `<html><title>${title}</title>`,
  headers: { "content-type": type },
});

/** The error for a reply of the platform. */
export async function refused(answer: ScriptedReply, apiKey = "the-secret-key"): Promise<PlatformError> {
  const { url } = await serve(() => answer);
  const { client } = connect(url, { maxRetries: 0, apiKey });
  return failureOf<PlatformError>(client.send({ method: "PATCH", path: "/cloud/v2/x", body: {} }));
}

/** Closes clients and servers. */
export async function disconnectAll(): Promise<void> {
  await Promise.all(open.splice(0).map((client) => client.close()));
  await Promise.all(servers.splice(0).map((server) => server.close()));
}
