import { describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { isGone, isMissing } from "../../../../sdk/src/platform/evidence/answers";
import { Server } from "../../../../sdk/src/platform/evidence/server";
import type { Call, Send } from "../../../../sdk/src/platform/http/call";
import { NotTheApi, type PlatformError } from "../../../../sdk/src/platform/http/error";
import { parseBody } from "../../../../sdk/src/platform/http/parse-reply";
import { useCleanup } from "../../../support/handler-setup";
import { NOT_THE_API } from "../../../support/not-the-api";
import {
  isProbe,
  type Script,
  type ScriptedReply,
  startScriptedServer,
} from "../../../support/scripted-server";
import { failureOf } from "../../../support/until";
import { connect } from "../http/connect-client";

// A 404 means that an object is missing only if the server is known to be the API.

const { closeLater: opened } = useCleanup();

async function startProof(script: Script) {
  const server = opened(await startScriptedServer(script));
  const { client } = connect(server.url, { maxRetries: 0 });
  const { send } = new Server(client.send, server.url);
  const probes = () => server.requests.filter(isProbe).length;
  return { server, send, probes };
}

const GET: Call = { method: "GET", path: "/cloud/v1/things/1" };
const NOT_FOUND = { status: 404, body: { message: "no Route matched with those values" } };
const PAGE = { body: { count: 0, next: null, previous: null, results: [] } };
const CLASS = {
  status: 404,
  body: { exception_class: "NotFoundError", message: "Not found", request_id: "r-1" },
};

const replyingWith = (probe: ScriptedReply, others: ScriptedReply) => (request: Parameters<Script>[0]) =>
  isProbe(request) ? probe : others;

const refusal = (send: Send, call = GET) => failureOf<PlatformError>(send(call));

const NO_API: Record<string, ScriptedReply> = {
  ...NOT_THE_API,
  "405": { status: 405, body: { message: "Method Not Allowed" } },
  "501": { status: 501 },
};

describe("a server that is not known to be the API", () => {
  test.each(Object.entries(NO_API))(
    "causes an error that names baseUrl if it replies %s, and no object is reported as missing",
    async (_what, answer) => {
      const { server, send } = await startProof(() => answer);
      const error = await refusal(send);
      expect(error).toBeInstanceOf(NotTheApi);
      expect(error).toMatchObject({ name: "PlatformError", mayHaveTakenEffect: false });
      expect(error.status).toBeUndefined();
      expect(error.message.split("\n")[0]).toMatch(
        `GET /cloud/v1/things/1 failed: the server at ${server.url} answered ${answer.status} (`,
      );
      expect(error.message).toContain("GET /streaming/ai/tasks was answered");
      expect(error.message).toContain("cloudplatform:baseUrl");
      expect([isMissing, isGone].map((is) => is(error))).toEqual([false, false]);
    },
  );

  test.each<[string, ScriptedReply]>([
    ["another JSON", { body: { status: "ok" } }],
    ["an empty object", { body: {} }],
    ["no body", { status: 204 }],
    ["a page", { headers: { "content-type": "text/html" }, body: "<html></html>" }],
    ["401 with a login page", { status: 401, headers: { "content-type": "text/html" }, body: "<html>" }],
    ["403 without a body", { status: 403 }],
    ["a redirect", { status: 302, headers: { location: "/login" } }],
    ["500 in the platform's form", { status: 500, body: { status: 500, error: "Out of order." } }],
    ["404 in the platform's form", { status: 404, body: { status: 404, error: "Not found." } }],
  ])("stays unknown if it replies to the probe with %s", async (_what, answer) => {
    const { send } = await startProof(replyingWith(answer, NOT_FOUND));
    expect(await refusal(send)).toBeInstanceOf(NotTheApi);
  });

  test("stays unknown after a success that matches no schema, or has no body", async () => {
    const { send } = await startProof((request) => {
      if (request.method === "PUT") return { status: 204 };
      return request.path === "/ok" ? { body: { ok: true } } : NOT_FOUND;
    });
    await send({ method: "PUT", path: "/cloud/v1/things/1" });
    const call: Call = { method: "GET", path: "/ok" };
    const reply = await send(call);
    expect(() => parseBody(z.object({ id: z.string() }), call, reply)).toThrow("not of the form");
    expect(await refusal(send)).toBeInstanceOf(NotTheApi);
  });

  test("cannot confirm a deletion", async () => {
    for (const answer of [{ status: 204 }, { body: {} }, { body: [] }, { body: "ok" }]) {
      const { send } = await startProof(() => answer);
      const deletion = failureOf(send({ method: "DELETE", path: "/cloud/v1/things/1", needsNoBody: true }));
      expect(await deletion).toBeInstanceOf(NotTheApi);
    }
    const { send, probes } = await startProof(replyingWith(PAGE, { status: 204 }));
    await send({ method: "DELETE", path: "/cloud/v1/things/1" });
    await send({ method: "DELETE", path: "/cloud/v1/things/2" });
    expect(probes()).toBe(1);
  });
});

describe("a server is known to be the API", () => {
  test.each<[string, ScriptedReply]>([
    ["its documented page", PAGE],
    ["a page without pointers", { body: { count: 3, results: [{}] } }],
    ["400 in the form of its area", { status: 400, body: { status: 400, error: "Invalid limit." } }],
    ["401", { status: 401, body: { message: "The key is not valid." } }],
    ["403, because the key may not read them", { status: 403, body: { status: 403, error: "Forbidden." } }],
    ["422, because the feature is off", { status: 422, body: { error: "AI tasks are not enabled." } }],
  ])("if it replies to the probe with %s", async (_what, answer) => {
    const { send, probes } = await startProof(replyingWith(answer, NOT_FOUND));
    for (const _ of [1, 2, 3])
      expect(await refusal(send)).toMatchObject({ status: 404, reason: NOT_FOUND.body.message });
    expect(probes()).toBe(1);
  });

  test.each([
    ["a reply that matches a schema", { body: { id: "1" } }, NOT_FOUND],
    ["an error that names its class", CLASS, CLASS],
  ])("after %s, without the probe", async (_, first, then) => {
    const { send, probes } = await startProof(({ path }) => (path === "/first" ? first : then));
    const call: Call = { method: "GET", path: "/first" };
    await send(call).then(
      (reply) => parseBody(z.object({ id: z.string() }), call, reply),
      () => {},
    );
    expect(await refusal(send)).toMatchObject({ status: 404 });
    expect(probes()).toBe(0);
  });
});

describe("a 404 of a server that is known to be the API", () => {
  const settings = "/iam/reselling/resellers/8/notification_settings/31";
  const AREAS: Array<[string, string, ScriptedReply]> = [
    ["the cloud names the class", "/cloud/v2/limits_request/7", CLASS],
    ["edge groups answer without a body", "/fastedge/v1/admin/groups/1/client/2", { status: 404 }],
    ["iam answers with errors", settings, { status: 404, body: { errors: {} } }],
  ];
  const errorOf = async (path: string, answer: ScriptedReply) => {
    const { send } = await startProof(replyingWith(PAGE, answer));
    return refusal(send, { method: "DELETE", path });
  };

  test.each(AREAS)("%s means that the object does not exist", async (_what, path, answer) => {
    const error = await errorOf(path, answer);
    expect([isMissing(error), isGone(error)]).toEqual([true, true]);
  });

  test.each(AREAS)("%s, and any other form does not mean that", async (_what, path, own) => {
    const others = [...Object.values(NO_API), CLASS, ...AREAS.map(([, , answer]) => answer)];
    for (const answer of others.filter((one) => JSON.stringify(one) !== JSON.stringify(own))) {
      // `{"errors": …}` is the form of iam, whatever it contains.
      if (path.startsWith("/iam/") && answer.body && Object.hasOwn(answer.body, "errors")) continue;
      const error = await errorOf(path, answer);
      expect([answer, isMissing(error), isGone(error)]).toEqual([answer, true, false]);
    }
  });
});
