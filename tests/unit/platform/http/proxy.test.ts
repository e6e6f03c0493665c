import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { PlatformError } from "../../../../sdk/src/platform/http/error";
import { proxyFor } from "../../../../sdk/src/platform/http/proxy";
import {
  type Behaviour,
  closing,
  openingThenClosing,
  replying,
  resetting,
  silent,
  startProxy,
  type TestProxy,
  tunnelTo,
  withoutProxyVariables,
} from "../../../support/proxy";
import { type ScriptedServer, startScriptedServer } from "../../../support/scripted-server";
import { failureOf, settle, until } from "../../../support/until";
import { connect } from "./connect-client";

let platform: ScriptedServer;
let proxy: TestProxy;
let restore: () => void;

/** Starts a proxy and sets the environment variable. */
async function behind(behaviour: Behaviour, variable = "http_proxy"): Promise<TestProxy> {
  proxy = await startProxy(behaviour);
  process.env[variable] = proxy.url;
  return proxy;
}

beforeEach(async () => {
  restore = withoutProxyVariables();
  platform = await startScriptedServer(() => ({ body: { fine: true } }));
});

afterEach(async () => {
  restore();
  await proxy?.close();
  await platform.close();
});

describe("a proxy from the environment", () => {
  test("forwards requests to the platform, and does not see the key", async () => {
    const { tunnels } = await behind(tunnelTo(platform.url));
    const { client } = connect("http://platform.test", { apiKey: "the-secret-key" });
    expect((await client.send({ method: "GET", path: "/x" })).body).toEqual({ fine: true });
    expect(tunnels.map(({ url }) => url)).toEqual(["platform.test:80"]);
    expect(JSON.stringify(tunnels[0]?.rawHeaders)).not.toContain("the-secret-key");
    expect(platform.requests[0]?.headers.authorization).toBe("apikey the-secret-key");
  });

  test("gets the user name and the password of its URL", async () => {
    const { tunnels, address } = await behind(tunnelTo(platform.url));
    process.env.http_proxy = `http://us%65r:p%40ss@${address}`;
    await connect("http://platform.test").client.send({ method: "GET", path: "/x" });
    const authorization = `Basic ${Buffer.from("user:p@ss").toString("base64")}`;
    expect(tunnels[0]?.headers["proxy-authorization"]).toBe(authorization);
    expect(platform.requests[0]?.headers["proxy-authorization"]).toBeUndefined();
  });
});

describe("a proxy that fails", () => {
  const methods = ["GET", "POST"] as const;
  const passing: Array<[string, Behaviour]> = [
    ["closes the connection on CONNECT", closing],
    ["resets the connection on CONNECT", resetting],
    ["answers CONNECT with 503", replying(503)],
    ["answers CONNECT with 429", replying(429)],
  ];
  const cases = passing.flatMap(([what, behaviour]) => methods.map((m) => [what, m, behaviour] as const));

  test.each(cases)("and %s gets maxRetries + 1 attempts for a %s", async (_, method, behaviour) => {
    const { tunnels, address } = await behind(behaviour);
    process.env.http_proxy = `http://user:pass-word@${address}`;
    const { client, clock } = connect("http://platform.test", { maxRetries: 3 });
    const error = await failureOf<PlatformError>(settle(clock, client.send({ method, path: "/x" })));
    expect(tunnels).toHaveLength(4);
    expect(error).toMatchObject({ name: "PlatformError", mayHaveTakenEffect: false, retryable: true });
    expect(error.reason).toContain(`the proxy ${address}`);
    expect(error.message).toMatch(/ \[proxy-failed\]\n.*http_proxy/);
    expect(error.message).not.toMatch(/pass-word|may have taken effect/);
  });

  test("and closes the connection during the TLS handshake has made no connection", async () => {
    const { tunnels, address } = await behind(openingThenClosing, "https_proxy");
    const { client, clock } = connect("https://platform.test", { maxRetries: 2 });
    const sent = client.send({ method: "POST", path: "/x", body: {} });
    const error = await failureOf<PlatformError>(settle(clock, sent));
    expect(tunnels.map(({ url }) => url)).toEqual(Array(3).fill("platform.test:443"));
    expect(error).toMatchObject({ mayHaveTakenEffect: false, retryable: true });
    expect(error.reason).toContain(`the proxy ${address}`);
  });

  test.each([
    [407, "proxy-unauthorized", "http://user:password@host:port"],
    [403, "proxy-failed", ""],
  ])("permanently, with %i, gets one attempt", async (status, code, advice) => {
    const { tunnels, address } = await behind(replying(status));
    const { client } = connect("http://platform.test");
    const error = await failureOf<PlatformError>(client.send({ method: "POST", path: "/x", body: {} }));
    expect(tunnels).toHaveLength(1);
    expect(error).toMatchObject({ mayHaveTakenEffect: false, retryable: false });
    expect(error.reason).toContain(`the proxy ${address}`);
    expect(error.message).toContain(`${status}`);
    expect(error.message).toContain(`[${code}]\n`);
    expect(error.message).toContain(advice);
  });

  test("and does not answer delays a GET or a POST by the connect timeout only", async () => {
    const { tunnels, sockets, address } = await behind(silent);
    // The timeouts are real time, so both methods wait at once.
    const errors = methods.map((method) => {
      const { client, clock } = connect(`http://${method}.test`, { maxRetries: 1, requestTimeout: 50 });
      return failureOf<PlatformError>(settle(clock, client.send({ method, path: "/x" })));
    });
    for (const error of await Promise.all(errors)) {
      expect(error).toMatchObject({ mayHaveTakenEffect: false, retryable: true });
      expect(error.reason).toContain(`the proxy ${address}`);
    }
    const hosts = methods.flatMap((method) => Array(2).fill(`${method.toLowerCase()}.test:80`));
    expect(tunnels.map(({ url }) => url).sort()).toEqual(hosts);
    await until(() => sockets.size === 0);
  });

  test("and opens its tunnel too late for a change does not forward the change", async () => {
    const working = tunnelTo(platform.url);
    let open = () => {};
    await behind((socket, request) => {
      if (proxy.tunnels.length > 1) return working(socket, request);
      open = () => working(socket, request);
    });
    const { client } = connect("http://platform.test", { maxConcurrentRequests: 1 });
    const controller = new AbortController();
    const sent = client.send({ method: "POST", path: "/late", signal: controller.signal });
    await until(() => proxy.tunnels.length === 1);
    controller.abort(new Error("enough"));
    await failureOf(sent);
    open();
    await client.send({ method: "GET", path: "/next" });
    expect(platform.requests.map(({ path }) => path)).toEqual(["/next"]);
  });
});

describe("the proxy for an address", () => {
  const chosen = (baseUrl: string, environment: NodeJS.ProcessEnv) => proxyFor(baseUrl, environment)?.address;

  test.each<[string, NodeJS.ProcessEnv, string | undefined]>([
    ["https://a.test", {}, undefined],
    ["https://a.test", { https_proxy: "http://p:3128" }, "p:3128"],
    ["https://a.test", { HTTPS_PROXY: "http://p:3128" }, "p:3128"],
    ["https://a.test", { http_proxy: "http://p:3128" }, "p:3128"],
    ["https://a.test", { http_proxy: "http://p:1", HTTPS_PROXY: "http://q:2" }, "q:2"],
    ["http://a.test", { https_proxy: "http://p:3128" }, undefined],
    ["http://a.test", { HTTP_PROXY: "http://p:3128/" }, "p:3128"],
    ["https://a.test", { https_proxy: "p:3128" }, "p:3128"],
    ["https://a.test", { https_proxy: "user:secret@p:3128" }, "p:3128"],
    ["https://a.test", { https_proxy: "https://p" }, "p:443"],
    ["https://a.test", { https_proxy: "http://[::1]:3128" }, "[::1]:3128"],
    ["https://localhost", { https_proxy: "http://p:3128" }, undefined],
    ["https://a.test", { https_proxy: "http://p:3128", no_proxy: "*" }, undefined],
    ["https://a.test", { https_proxy: "http://p:3128", NO_PROXY: "b.test, A.test" }, undefined],
    ["https://x.a.test", { https_proxy: "http://p:3128", no_proxy: "a.test" }, undefined],
    ["https://xa.test", { https_proxy: "http://p:3128", no_proxy: "a.test" }, "p:3128"],
    ["https://a.test", { https_proxy: "http://p:3128", no_proxy: ".a.test" }, "p:3128"],
    ["https://10.1.2.3", { https_proxy: "http://p:3128", no_proxy: "10.0.0.0/8" }, undefined],
    ["https://11.1.2.3", { https_proxy: "http://p:3128", no_proxy: "10.0.0.0/8" }, "p:3128"],
    ["https://[2001:db8::1]", { https_proxy: "http://p:3128", no_proxy: "2001:DB8:0::1" }, undefined],
    ["https://[2001:db8::1]", { https_proxy: "http://p:3128", no_proxy: "2001:db8::/32" }, undefined],
    ["https://[2001:db8::1]:8443", { https_proxy: "http://p:3128", no_proxy: "[2001:db8::1]:443" }, "p:3128"],
    ["https://x.a.test", { https_proxy: "http://p:3128", no_proxy: ".a.test" }, undefined],
    ["https://a.test", { https_proxy: "http://p:3128", no_proxy: "a.test:443" }, undefined],
    ["https://a.test", { https_proxy: "http://p:3128", no_proxy: "a.test:8443" }, "p:3128"],
  ])("%s with %j is %s", (baseUrl, environment, expected) => {
    expect(chosen(baseUrl, environment)).toBe(expected);
  });

  test.each([
    "socks5://user:pass-word@p:1080",
    "http://user:pass-word@",
    "http://user:pass-word@p:99999",
    "http://user:pass%zzword@p:3128",
    "ht!tp://user:pass-word@p",
  ])("an invalid variable is an error that names the variable and not its value: %s", (value) => {
    const refused = () => proxyFor("https://a.test", { HTTPS_PROXY: value });
    expect(refused).toThrow(
      "The environment variable HTTPS_PROXY is not the address of a proxy, such as http://proxy.example.com:3128",
    );
  });
});
