import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { pipeline } from "node:stream";
import { createServer, type Server } from "node:tls";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { ofAnotherHost, selfSigned } from "../support/certificates.json";
import { failing } from "../support/command";
import { useDeployment } from "../support/deployment";
import { KEY } from "../support/platform";
import { startProxy, tunnelTo } from "../support/proxy";

// A platform with HTTPS whose certificate cannot be verified. NODE_EXTRA_CA_CERTS adds a private certificate authority.
// tests/unit/platform/http/connect.tls.test.ts has the errors of each kind of certificate.

const { platform, stack } = useDeployment();
const servers: Server[] = [];
let selfSignedUrl: string;
let foreign: string;

beforeAll(async () => {
  stack.env.NODE_EXTRA_CA_CERTS = join(stack.folder, "authorities.pem");
  trust(ofAnotherHost);
  selfSignedUrl = await startTlsServer(selfSigned);
  foreign = await startTlsServer(ofAnotherHost);
});

afterAll(() => {
  for (const server of servers) server.close();
});

/** Starts a proxy in front of the platform that accepts HTTPS. Returns its address. */
async function startTlsServer(identity: { key: string; cert: string }): Promise<string> {
  const server = createServer(identity, (socket) => {
    const { port, hostname } = new URL(platform.url);
    pipeline(socket, connect(Number(port), hostname), socket, () => {});
  });
  servers.push(server.listen(0, "127.0.0.1"));
  await once(server, "listening");
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function trust({ cert }: { cert: string }): void {
  stack.write("authorities.pem", cert);
}

/** A router for each address, with its own Provider, under the same name. */
function declare(addresses: Record<string, string | undefined>): void {
  stack.program(`
const apiKey = new pulumi.Config("cloudplatform").requireSecret("apiKey");
Object.entries(${JSON.stringify(addresses)}).forEach(([name, baseUrl], index) => {
  const provider = new cloudplatform.Provider(name, { baseUrl, apiKey });
  new cloudplatform.Router(name, { projectId: index + 1, regionId: 2, name: name + "-router" }, { provider });
});`);
}

test("an address that cannot be trusted fails with one sentence, and no request is sent", async () => {
  declare({ untrusted: selfSignedUrl, foreign, plain: platform.url.replace("http:", "https:") });
  const { output } = await failing(stack.up("--continue-on-error"));
  expect(output).toMatch(/self-signed certificate.* \(DEPTH_ZERO_SELF_SIGNED_CERT\).*NODE_EXTRA_CA_CERTS/s);
  expect(output).toMatch(/127\.0\.0\.1.*\(ERR_TLS_CERT_ALTNAME_INVALID\)/);
  expect(output).toMatch(/wrong version number.*\(ERR_SSL_WRONG_VERSION_NUMBER\)/);
  const [, ...diagnoses] = output.split(/Router \(\w+\):\n/).map((text) => text.split("\n\n")[0]);
  expect(diagnoses).toHaveLength(3);
  for (const diagnosis of diagnoses) {
    expect(diagnosis).toMatch(/^ {4}error: GET .+ failed: no connection to the platform: /);
    expect(diagnosis).not.toMatch(/^ +at /m);
  }
  expect(output).not.toContain(KEY);
  expect(platform.requests).toEqual([]);
  expect(await stack.resources()).toEqual([]);
});

test("NODE_EXTRA_CA_CERTS lets up, refresh and destroy succeed, and a refresh without it fails and keeps the state", async () => {
  trust(selfSigned);
  declare({ untrusted: selfSignedUrl });
  await stack.up();
  await stack.drift();
  trust(ofAnotherHost);
  expect((await failing(stack.refresh())).output).toContain("DEPTH_ZERO_SELF_SIGNED_CERT");
  expect(await stack.resources()).toHaveLength(1);
  trust(selfSigned);
  await stack.destroy();
  expect(platform.routers.all()).toEqual([]);
});

test("NODE_EXTRA_CA_CERTS is used in the tunnel of a proxy, too", async () => {
  const proxy = await startProxy(tunnelTo(selfSignedUrl));
  trust(selfSigned);
  Object.assign(stack.env, { https_proxy: proxy.address, no_proxy: "127.0.0.1,localhost" });
  declare({ tunnelled: "https://platform.test" });
  await stack.up();
  expect(platform.routers.all()).toMatchObject([{ name: "tunnelled-router" }]);
  expect(new Set(proxy.tunnels.map(({ url }) => url))).toEqual(new Set(["platform.test:443"]));
  await proxy.close();
});
