import { once } from "node:events";
import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { afterEach, expect, test } from "@jest/globals";
import fc from "fast-check";
import { closeAll, start } from "../../simulator/testing/client";
import { anyText } from "../support/any-text";

// Requests that no client would send, with and without a key. Their number and their seeds are fixed, so each run sends
// the same ones.

const SEEDS = [1, 2, 3, 4];
const REQUESTS_PER_SEED = 150;

afterEach(closeAll);

/** A request as a list of what to send. */
interface Attack {
  method: string;
  path: string;
  query: string;
  key: string | undefined;
  contentType: string;
  body: string | undefined;
}

const NAMES = ["__proto__", "constructor", "prototype", "toString", "name", "limit", "offset", "id", "data"];
const hostileText = fc.oneof(
  fc.constantFrom(
    ...NAMES,
    "",
    "-1",
    "1e999",
    "9".repeat(400),
    "..",
    "%",
    "\u0000",
    "\ud800",
    "\u202e",
    "'\"<>",
  ),
  anyText({ maxLength: 30 }),
  fc.integer().map(String),
  fc.uuid(),
);
const json = fc.anything({
  key: hostileText,
  values: [hostileText, fc.double(), fc.boolean(), fc.constant(null)],
  maxDepth: 4,
  maxKeys: 4,
});
const nested = fc.integer({ min: 1, max: 50_000 }).map((levels) => "[".repeat(levels) + "]".repeat(levels));
const body = fc.oneof(
  fc.constant(undefined),
  json.map((value) => JSON.stringify(value)),
  nested,
  nested.map((text) => `{"data":${text},"name":${text}}`),
  anyText({ maxLength: 50 }),
);
const query = fc
  .array(fc.tuple(hostileText, fc.constantFrom("", "[]", "[a]"), hostileText), { maxLength: 4 })
  .map((pairs) =>
    pairs.map(([name, suffix, value]) => `${encoded(name)}${suffix}=${encoded(value)}`).join("&"),
  );

function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, "?"));
}

const ROUTER = "174cf809-debb-4293-addf-94c6686278c5";
const IN_REGION = "/cloud/v1/routers/1/2";
/** Valid requests, so that tasks end while other requests change or delete their objects. */
const VALID: [method: string, path: string, body?: unknown][] = [
  ["POST", IN_REGION, { name: "main" }],
  ["PATCH", `/cloud/v2/routers/1/2/${ROUTER}`, { name: "renamed" }],
  ["DELETE", `${IN_REGION}/${ROUTER}`],
  ["DELETE", `/_simulator/routers/${ROUTER}`],
  ["POST", "/_simulator/routers", { project_id: 1, region_id: 2, id: ROUTER }],
  ["POST", "/_simulator/tasks/fail"],
  ["POST", "/_simulator/certificates", { id: 7, state: "failed" }],
  ["DELETE", "/_simulator/certificates/7"],
  ["POST", "/cdn/sslData/7/force-retry"],
  ["POST", "/_simulator/faults", "task-error@POST#2"],
  ["DELETE", "/_simulator/requests"],
];
const valid: fc.Arbitrary<Attack> = fc.constantFrom(...VALID).map(([method, path, content]) => ({
  method,
  path,
  query: "",
  key: "simulator-key",
  contentType: "application/json",
  body: content === undefined ? undefined : JSON.stringify(content),
}));

/** Paths of operations with any text for their parameters, and paths that nothing serves. */
function pathOf(operations: string[]): fc.Arbitrary<string> {
  const served = fc
    .tuple(fc.constantFrom(...operations), fc.array(hostileText, { minLength: 4, maxLength: 4 }))
    .map(([path, values]) => {
      const texts = values.map(encoded);
      return path.replace(/\{\w+\}/g, () => texts.pop() ?? "1");
    });
  const spellings = served.chain((path) =>
    fc.constantFrom(`http://other.example${path}`, `/${path}`, path.replace("_", "%5f"), `${path}/..`),
  );
  return fc.oneof(
    served,
    spellings,
    hostileText.map((text) => `/${encoded(text)}`),
    fc.constantFrom("*", "/%ZZ"),
  );
}

test.each(SEEDS)("no request ends the simulator or is answered 500 (seed %i)", async (seed) => {
  const { sim, call } = await start({ seed, taskTime: { min: 0, max: 20 }, issuanceTime: 5 });
  const { paths } = (await call("GET", "/openapi.json", undefined, { key: null })).body as unknown as {
    paths: Record<string, unknown>;
  };
  // A stream never ends. It is open here, because its events contain each request.
  const events = await fetch(`${sim.url}/_simulator/events`);
  const attack: fc.Arbitrary<Attack> = fc.record({
    method: fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"),
    path: pathOf(Object.keys(paths).filter((path) => !path.endsWith("/events"))),
    query,
    key: fc.constantFrom(undefined, "simulator-key", "other"),
    contentType: fc.constantFrom("application/json", "application/json; charset=x", "text/plain", "nonsense"),
    body,
  });
  const property = fc.asyncProperty(fc.oneof({ arbitrary: attack, weight: 3 }, valid), async (each) => {
    const before = new Set(sim.requests);
    const status = await send(sim.url, each);
    expect(status).not.toBe(500);
    for (const record of sim.requests) {
      if (before.has(record) || each.key === "simulator-key") continue;
      expect([401, 403]).toContain(record.status);
      expect(record.body).toBeUndefined();
    }
  });
  await fc.assert(property, { seed, numRuns: REQUESTS_PER_SEED, endOnFailure: true });
  expect((await call("GET", "/_simulator/state")).status).toBe(200);
  await events.body?.cancel();
});

/** Returns the status. 0: the connection ended without a reply, as for a fault that the attack itself has added. */
async function send(url: string, { method, path, query, key, contentType, body }: Attack): Promise<number> {
  const { hostname, port } = new URL(url);
  const headers = {
    ...(key && { authorization: `apikey ${key}` }),
    ...(body !== undefined && { "content-type": contentType, "content-length": Buffer.byteLength(body) }),
  };
  const full = query === "" ? path : `${path}?${query}`;
  const request: ClientRequest = httpRequest({ hostname, port, method, path: full, headers, agent: false });
  request.end(body);
  const [reply] = (await once(request, "response").catch(() => [])) as IncomingMessage[];
  if (reply === undefined) return 0;
  await reply.toArray().catch(() => []);
  return reply.statusCode ?? 0;
}
