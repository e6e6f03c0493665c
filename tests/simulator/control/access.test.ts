import { request } from "node:http";
import { afterEach, expect, test } from "@jest/globals";
import { controlProblem } from "../../../simulator/src/control/access";
import { closeAll, start } from "../../../simulator/testing/client";

afterEach(closeAll);

const token = "a-token-of-the-team";
const local = "127.0.0.1";
const remote = "192.0.2.1";
const host = "127.0.0.1:8080";
const bearer = (text: string) => ({ authorization: `Bearer ${text}` });

test.each([
  ["without a token, the same machine", local, {}, undefined, undefined],
  ["without a token, another machine", remote, {}, undefined, 403],
  ["with a token, a client that has it", remote, bearer(token), token, undefined],
  ["with a token, a client that has none", remote, {}, token, 401],
  ["with a token, the same machine without it", local, {}, token, 401],
  ["another token", remote, bearer(`${token}s`), token, 401],
  ["the beginning of the token", remote, bearer(token.slice(0, -1)), token, 401],
  ["the token in another scheme", remote, { authorization: `apikey ${token}` }, token, 401],
  ["a page of another site", local, { "sec-fetch-site": "cross-site" }, undefined, 403],
  ["another site with the token", local, { "sec-fetch-site": "same-site", ...bearer(token) }, token, 403],
  ["a page of another site in an older browser", local, { origin: "http://evil.example" }, undefined, 403],
  ["a page of another port", local, { origin: "http://127.0.0.1:3000" }, undefined, 403],
  ["a page without an origin, such as a file", local, { origin: "null" }, undefined, 403],
  ["the own page in an older browser", local, { origin: `http://${host}` }, undefined, undefined],
  [
    "the own page behind a proxy",
    local,
    { origin: "https://simulator.example", "sec-fetch-site": "same-origin" },
    undefined,
    undefined,
  ],
  ["the simulator's own page", local, { "sec-fetch-site": "same-origin" }, undefined, undefined],
  ["the address bar", local, { "sec-fetch-site": "none" }, undefined, undefined],
])("control access: %s", (_, ip, headers, controlToken, status) => {
  const client = { ip, headers: { host, ...headers } };
  expect(controlProblem(client, { token: controlToken, host: local })?.status).toBe(status);
});

test.each([
  ["localhost", local, undefined],
  ["127.0.0.1:8080", local, undefined],
  ["[::1]:8080", local, undefined],
  ["simulator.internal:8080", "simulator.internal", undefined],
  ["192.0.2.7:8080", "192.0.2.7", undefined],
  ["[2001:db8::7]:8080", "2001:db8::7", undefined],
  ["evil.example:8080", local, 403],
  ["localhost.evil.example", local, 403],
  ["127.0.0.1.evil.example", local, 403],
  ["localhost@evil.example", local, 403],
  ["evil.example", "0.0.0.0", 403],
  ["192.0.2.7", local, 403],
  ["", local, 403],
  [undefined, local, 403],
])("the header Host %j of a simulator with --host %s: %s", (header, listening, status) => {
  const client = { ip: local, headers: header === undefined ? {} : { host: header } };
  expect(controlProblem(client, { token: undefined, host: listening })?.status).toBe(status);
});

test("with the token, each header Host is accepted", () => {
  const client = { ip: remote, headers: { host: "simulator.example", ...bearer(token) } };
  expect(controlProblem(client, { token, host: local })).toBeUndefined();
});

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

/** The status of a GET request with a path that `fetch` would normalise. */
const statusOf = (url: string, path: string, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    request({ hostname, port, path, headers }, (reply) => resolve(reply.resume().statusCode ?? 0))
      .on("error", reject)
      .end();
  });

test.each([
  "/%5fsimulator/state",
  "/_simulator%2fstate",
  "http://simulator/_simulator/state",
  "/_simulator#x",
])("an API key does not replace the token, also not for %s", async (path) => {
  const { sim } = await start({ controlToken: token });
  expect([401, 404]).toContain(await statusOf(sim.url, path, { authorization: "apikey simulator-key" }));
  expect(await statusOf(sim.url, path, {})).toBe(401);
});

test("a page of a domain that resolves to this machine can neither read nor change anything", async () => {
  const { sim } = await start();
  const headers = { host: `evil.example:${new URL(sim.url).port}`, "sec-fetch-site": "same-origin" };
  for (const path of ["/_simulator", "/_simulator/state", "/_simulator/requests", "/_simulator/events"])
    expect([path, await statusOf(sim.url, path, headers)]).toEqual([path, 403]);
});
