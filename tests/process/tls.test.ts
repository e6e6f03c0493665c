import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { type CertificateOptions, createAuthority, createIdentity } from "../support/certificates";
import { root, run } from "../support/command";
import { createCleanup } from "../support/handler-setup";
import { startProxy, tunnelTo } from "../support/proxy";

// Node reads NODE_EXTRA_CA_CERTS at its start, so the requests are sent from a new process.

const authority = createAuthority();
const folder = mkdtempSync(join(tmpdir(), "cloudplatform-tls-"));
const file = join(folder, "authority.pem");
const { closeLater: opened, closeAll } = createCleanup();

beforeAll(() => writeFileSync(file, authority.cert));
afterEach(closeAll);
afterAll(() => rmSync(folder, { recursive: true }));

const PROGRAM = `
  const { createTransport } = require("./sdk/dist/platform/http/transport.js");
  const transport = createTransport(JSON.parse(process.argv[1]));
  transport({ method: "POST", path: "/x", body: {} })
    .catch(({ reason, code, mayHaveTakenEffect, retryable }) => ({ reason, code, mayHaveTakenEffect, retryable }))
    .then((outcome) => process.stdout.write(JSON.stringify(outcome)))
    .then(() => transport.close());`;

/** Starts a server with a certificate of an authority that the process trusts. */
async function serve(certificate: CertificateOptions): Promise<string> {
  const server = createServer(createIdentity({ signer: authority, ...certificate }), (_request, response) => {
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  opened({ close: () => new Promise<void>((resolve) => server.close(() => resolve())) });
  return `https://localhost:${(server.address() as AddressInfo).port}`;
}

/** The result of an update that sends a request to the server. */
async function outcomeOf(baseUrl: string, env: NodeJS.ProcessEnv = {}): Promise<Record<string, unknown>> {
  const options = {
    baseUrl,
    apiKey: "the-secret-key",
    requestTimeout: 30_000,
    maxConcurrentRequests: 1,
    userAgent: "pulumi-cloudplatform/test",
  };
  const { PATH } = process.env;
  const { stdout } = await run(process.execPath, ["-e", PROGRAM, JSON.stringify(options)], {
    cwd: root,
    env: { PATH, NODE_EXTRA_CA_CERTS: file, ...env },
  });
  return JSON.parse(stdout);
}

describe("a platform with a certificate of a private authority", () => {
  test("is trusted in the tunnel of a proxy", async () => {
    const proxy = opened(await startProxy(tunnelTo(await serve({ host: "platform.test" }))));
    const outcome = await outcomeOf("https://platform.test", { https_proxy: proxy.address });
    expect(outcome).toMatchObject({ status: 200, text: "{}" });
    expect(proxy.tunnels.map(({ url }) => url)).toEqual(["platform.test:443"]);
  });
});
