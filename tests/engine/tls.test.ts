import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createIdentity, type Identity } from "../support/certificates";
import { failing } from "../support/command";
import { useDeployment } from "../support/deployment";
import { KEY } from "../support/platform";
import { startProxy, tunnelTo } from "../support/proxy";
import { startTlsFront, type TlsFront } from "../support/tls-front";

// A platform with HTTPS whose certificate cannot be verified: no request is sent, and the error says what is wrong
// with the certificate. NODE_EXTRA_CA_CERTS adds a private certificate authority.

const { platform, stack } = useDeployment();
const fronts: TlsFront[] = [];

const privateCertificate = createIdentity({ host: "127.0.0.1" });
const expired = createIdentity({ host: "127.0.0.1", expired: true });
const ofAnotherHost = createIdentity({ host: "192.0.2.1" });

beforeAll(async () => {
  stack.env.NODE_EXTRA_CA_CERTS = join(stack.folder, "authorities.pem");
  trust(ofAnotherHost);
  const certificates = [privateCertificate, expired, ofAnotherHost];
  fronts.push(...(await Promise.all(certificates.map((one) => startTlsFront(platform.url, one)))));
});

afterAll(() => Promise.all(fronts.map((front) => front.close())));

function trust(...certificates: Identity[]): void {
  stack.write("authorities.pem", certificates.map(({ cert }) => cert).join(""));
}

/** A router for each address, with its own Provider, under the same name. */
function declare(addresses: Record<string, string | undefined>): void {
  stack.program(`
const apiKey = new pulumi.Config("cloudplatform").requireSecret("apiKey");
Object.entries(${JSON.stringify(addresses)}).forEach(([name, baseUrl], index) => {
  const provider = new cloudplatform.Provider(name, { baseUrl, apiKey, minPollInterval: "50ms" });
  new cloudplatform.Router(name, { projectId: index + 1, regionId: 2, name: name + "-router" }, { provider });
});`);
}

describe("an up with addresses that cannot be trusted", () => {
  let output: string;

  beforeAll(async () => {
    declare({
      untrusted: fronts[0]?.url,
      expired: fronts[1]?.url,
      foreign: fronts[2]?.url,
      plain: platform.url.replace("http:", "https:"),
    });
    ({ output } = await failing(stack.up("--continue-on-error")));
    expect(platform.requests).toEqual([]);
    expect(await stack.resources()).toEqual([]);
    expect(output).not.toContain(KEY);
  });

  test.each([
    ["untrusted", /self-signed certificate.* \(DEPTH_ZERO_SELF_SIGNED_CERT\).*NODE_EXTRA_CA_CERTS/s],
    ["expired", /certificate has expired \(CERT_HAS_EXPIRED\)/],
    ["foreign", /127\.0\.0\.1.*\(ERR_TLS_CERT_ALTNAME_INVALID\)/],
    ["plain", /wrong version number.*\(ERR_SSL_WRONG_VERSION_NUMBER\)/],
  ])("fails with one sentence for the address %s", (name, sentence) => {
    const [error = ""] = output.split(`Router (${name}):\n`)[1]?.split("\n\n") ?? [];
    expect(error).toMatch(
      /^ {4}error: GET \/cloud\/v1\/routers\/\d\/2 failed: no connection to the platform: /,
    );
    expect(error).toMatch(sentence);
    expect(error.match(/^ *(error:|at )/gm)).toHaveLength(1);
  });
});

test("NODE_EXTRA_CA_CERTS lets up, refresh and destroy succeed, and a refresh without it fails and keeps the state", async () => {
  trust(privateCertificate);
  declare({ untrusted: fronts[0]?.url });
  await stack.up();
  await stack.drift();
  trust(ofAnotherHost);
  expect((await failing(stack.refresh())).output).toContain("DEPTH_ZERO_SELF_SIGNED_CERT");
  expect(await stack.resources()).toHaveLength(1);
  trust(privateCertificate);
  await stack.destroy();
  expect(platform.routers.all()).toEqual([]);
});

test("NODE_EXTRA_CA_CERTS is used in the tunnel of a proxy, too", async () => {
  const certificate = createIdentity({ host: "platform.test" });
  const front = await startTlsFront(platform.url, certificate);
  const proxy = await startProxy(tunnelTo(front.url));
  fronts.push(front, proxy);
  trust(certificate);
  Object.assign(stack.env, { https_proxy: proxy.address, no_proxy: "127.0.0.1,localhost" });
  declare({ tunnelled: "https://platform.test" });
  await stack.up();
  expect(platform.routers.all()).toMatchObject([{ name: "tunnelled-router" }]);
  expect(new Set(proxy.tunnels.map(({ url }) => url))).toEqual(new Set(["platform.test:443"]));
});
