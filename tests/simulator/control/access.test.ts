import { networkInterfaces } from "node:os";
import { afterEach, describe, expect, test } from "@jest/globals";
import { controlProblem, isLoopback } from "../../../simulator/src/control/access";
import type { RequestRecord } from "../../../simulator/src/http/recorder";
import { closeAll, start } from "../../../simulator/testing/client";
import { until } from "../../support/until";

afterEach(closeAll);

const token = "a-token-of-the-team";
const local = "127.0.0.1";
const remote = "192.0.2.1";
const bearer = (text: string) => ({ authorization: `Bearer ${text}` });

test.each([
  ["127.0.0.1", true],
  ["127.8.8.8", true],
  ["::1", true],
  ["::ffff:127.0.0.1", true],
  ["192.0.2.1", false],
  ["::ffff:192.0.2.1", false],
  ["127.example", false],
  [undefined, false],
])("%s is the same machine = %s", (address, expected) => {
  expect(isLoopback(address)).toBe(expected);
});

test.each([
  ["without a token, the same machine", local, {}, undefined, undefined],
  ["without a token, another machine", remote, {}, undefined, 403],
  ["with a token, a client that has it", remote, bearer(token), token, undefined],
  ["with a token, a client that has none", remote, {}, token, 401],
  ["with a token, the same machine without it", local, {}, token, 401],
  ["another token", remote, bearer(`${token}s`), token, 401],
  ["the beginning of the token", remote, bearer(token.slice(0, -1)), token, 401],
  ["an empty token", remote, bearer(""), token, 401],
  ["the token in another scheme", remote, { authorization: `apikey ${token}` }, token, 401],
  ["a page of another site", local, { "sec-fetch-site": "cross-site" }, undefined, 403],
  [
    "a page of another site with the token",
    local,
    { "sec-fetch-site": "same-site", ...bearer(token) },
    token,
    403,
  ],
  ["the simulator's own page", local, { "sec-fetch-site": "same-origin" }, undefined, undefined],
  ["the address bar", local, { "sec-fetch-site": "none" }, undefined, undefined],
])("%s", (_, ip, headers, controlToken, status) => {
  expect(controlProblem({ ip, headers }, controlToken)?.status).toBe(status);
});

describe("through a socket", () => {
  const ask = (url: string, path: string, authorization?: string) =>
    fetch(`${url}${path}`, { headers: authorization === undefined ? {} : { authorization } });

  test("every control endpoint needs the token, which the API does not accept as a key", async () => {
    const { sim } = await start({ controlToken: token });
    for (const path of ["", "/state", "/routers", "/faults", "/events", "/nothing"]) {
      const refused = await ask(sim.url, `/_simulator${path}`);
      expect([path, refused.status]).toEqual([path, 401]);
      expect(await refused.json()).toEqual({ message: "The control token is missing or not valid." });
    }
    expect((await ask(sim.url, "/_simulator/state", `Bearer ${token}`)).status).toBe(200);
    expect((await ask(sim.url, `/_simulator/state?token=${token}`)).status).toBe(401);
    expect((await ask(sim.url, "/v1/tasks/x", `Bearer ${token}`)).status).toBe(401);
    expect((await ask(sim.url, "/_simulator/state", "apikey simulator-key")).status).toBe(401);
  });

  test("neither records nor reasons contain the token", async () => {
    const controls: RequestRecord[] = [];
    const { sim } = await start({ controlToken: token, onControl: (record) => controls.push(record) });
    await ask(sim.url, "/_simulator/state", `Bearer ${token}`);
    await ask(sim.url, "/_simulator/state", `Bearer wrong-${token}`);
    await until(() => controls.length === 2);
    expect(controls).toMatchObject([
      { path: "/_simulator/state", status: 200 },
      { status: 401, reason: "The control token is missing or not valid." },
    ]);
    expect(JSON.stringify(controls)).not.toContain(token);
    expect(sim.requests).toEqual([]);
  });

  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === "IPv4" && !internal)?.address;

  (outside === undefined ? test.skip : test)(
    `from another address${outside === undefined ? ": skipped, as this machine has none" : ""}`,
    async () => {
      const open = await start({ host: "0.0.0.0" });
      const port = (url: string) => new URL(url).port;
      const refused = await ask(`http://${outside}:${port(open.sim.url)}`, "/_simulator/state");
      expect(refused.status).toBe(403);
      expect(await refused.text()).toContain("Without a control token");
      const { sim } = await start({ host: "0.0.0.0", controlToken: token });
      const url = `http://${outside}:${port(sim.url)}`;
      expect((await ask(url, "/_simulator/state")).status).toBe(401);
      expect((await ask(url, "/_simulator/state", `Bearer ${token}`)).status).toBe(200);
    },
  );
});
