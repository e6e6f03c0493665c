import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Simulator } from "../../simulator/src";
import { createIdentity, type Identity } from "../support/certificates";
import { failing, type Result } from "../support/command";
import { endDeployment, startDeployment } from "../support/deployment";
import { CREATE, KEY } from "../support/platform";
import { startProxy, tunnelTo } from "../support/proxy";
import type { Stack } from "../support/stack";
import { startTlsFront, type TlsFront } from "../support/tls-front";

// A platform with HTTPS whose certificate cannot be verified: no request is sent, and the error says what is wrong
// with the certificate. NODE_EXTRA_CA_CERTS adds a private certificate authority.

let platform: Simulator;
let stack: Stack;
const fronts: TlsFront[] = [];

const privateCertificate = createIdentity({ host: "127.0.0.1" });
const expired = createIdentity({ host: "127.0.0.1", expired: true });
const ofAnotherHost = createIdentity({ host: "192.0.2.1" });

beforeAll(async () => {
  ({ platform, stack } = await startDeployment());
  stack.env.NODE_EXTRA_CA_CERTS = join(stack.folder, "authorities.pem");
  trust(ofAnotherHost);
  const certificates = [privateCertificate, expired, ofAnotherHost];
  fronts.push(...(await Promise.all(certificates.map((one) => startTlsFront(platform.url, one)))));
});

afterAll(async () => {
  await endDeployment({ platform, stack });
  await Promise.all(fronts.map((front) => front.close()));
});

function trust(...certificates: Identity[]): void {
  stack.write("authorities.pem", certificates.map(({ cert }) => cert).join(""));
}

/** A router for each address, with its own Provider, under the same name. */
function declare(addresses: Record<string, string | undefined>): void {
  const routers = Object.entries(addresses).map(([name, baseUrl], index) => {
    const place = `projectId: ${index + 1}, regionId: 2, name: "${name}-router"`;
    return `
const ${name} = new cloudplatform.Provider("${name}", { baseUrl: "${baseUrl}", apiKey, minPollInterval: "50ms" });
new cloudplatform.Router("${name}", { ${place} }, { provider: ${name} });`;
  });
  stack.program(
    ['const apiKey = new pulumi.Config("cloudplatform").requireSecret("apiKey");', ...routers].join("\n"),
  );
}

describe("up with addresses that cannot be trusted", () => {
  let up: Result;

  beforeAll(async () => {
    declare({
      untrusted: fronts[0]?.url,
      expired: fronts[1]?.url,
      foreign: fronts[2]?.url,
      plain: platform.url.replace("http:", "https:"),
    });
    up = await failing(stack.up("--continue-on-error"));
  });

  /** The diagnostics of one router. */
  function diagnosis(name: string): string {
    const [, text = ""] = up.output.split(`Router (${name}):\n`);
    return text.split("\n\n")[0] ?? "";
  }

  test.each([
    ["a self-signed certificate", "untrusted", /self-signed certificate.* \(DEPTH_ZERO_SELF_SIGNED_CERT\)/],
    ["an expired certificate", "expired", /certificate has expired \(CERT_HAS_EXPIRED\)/],
    ["the certificate of another host", "foreign", /127\.0\.0\.1.*\(ERR_TLS_CERT_ALTNAME_INVALID\)/],
    ["plain HTTP", "plain", /wrong version number.*\(ERR_SSL_WRONG_VERSION_NUMBER\)/],
  ])("a server with %s fails with one sentence", (_, name, sentence) => {
    const error = diagnosis(name);
    expect(error).toMatch(
      /^ {4}error: GET \/cloud\/v1\/routers\/\d\/2 failed: no connection to the platform: /,
    );
    expect(error).toMatch(sentence);
    expect(error.match(/^ *error:/gm)).toHaveLength(1);
    expect(error).not.toMatch(/^ +at /m);
  });

  test("the advice for an untrusted certificate names NODE_EXTRA_CA_CERTS", () => {
    expect(diagnosis("untrusted")).toContain("NODE_EXTRA_CA_CERTS");
  });

  test("no request reaches the platform, and the state contains no router", async () => {
    expect(platform.requests).toEqual([]);
    expect(await stack.resources()).toEqual([]);
  });

  test("the output does not contain the key", () => {
    expect(up.output).not.toContain(KEY);
  });
});

describe("NODE_EXTRA_CA_CERTS with the certificate", () => {
  test("lets up, a drift check and destroy succeed", async () => {
    trust(privateCertificate);
    declare({ untrusted: fronts[0]?.url });
    await stack.up();
    expect(platform.count(CREATE)).toBe(1);
    expect(await stack.resources()).toHaveLength(1);
    await stack.drift();
  });

  test("if it is missing, a refresh fails and the router remains in the state; with it destroy deletes the router", async () => {
    trust(ofAnotherHost);
    const refresh = await failing(stack.refresh());
    expect(refresh.output).toContain("DEPTH_ZERO_SELF_SIGNED_CERT");
    expect(await stack.resources()).toHaveLength(1);
    trust(privateCertificate);
    await stack.destroy();
    expect(platform.routers.all()).toEqual([]);
  });
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
