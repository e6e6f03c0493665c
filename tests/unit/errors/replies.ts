import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterEach } from "@jest/globals";
import { getTask, queryAnalytics } from "../../../sdk/src";
import { REPLIES } from "../../../sdk/src/errors/replies";
import { SERVERS } from "../../../sdk/src/errors/servers";
import { QUERIES } from "../../../sdk/src/platform/api/analytics";
import { CLOUD_POST } from "../../../sdk/src/platform/api/reply";
import type { Call } from "../../../sdk/src/platform/http/call";
import type { Client } from "../../../sdk/src/platform/http/client";
import type { PlatformError } from "../../../sdk/src/platform/http/error";
import { CONNECTIONS } from "../../../sdk/src/platform/http/no-reply";
import { withOffered } from "../../../sdk/src/platform/offered";
import type { AnalyticsAnswer } from "../../../simulator/src";
import { selfSigned } from "../../support/certificates.json";
import { useCleanup } from "../../support/handler-setup";
import { messageOf, type Provocations, provocations, reportOf } from "../../support/provocations";
import { type Behaviour, closing, replying, startProxy, withoutProxyVariables } from "../../support/proxy";
import { closedAddress, type Script, type ScriptedReply } from "../../support/scripted-server";
import { failureOf, until } from "../../support/until";
import * as functions from "../functions/setup";
import { connect, serve } from "../platform/http/connect-client";
import * as routers from "../resources/router/setup";

const { closeLater } = useCleanup();
let restore = () => {};

afterEach(() => restore());

const GET: Call = { method: "GET", path: "/x" };

const failed = async (client: Client, call = GET) =>
  (await failureOf<PlatformError>(client.send(call))).message;

const failedAt = (url: string, call = GET, options = {}) =>
  failed(connect(url, { maxRetries: 0, ...options }).client, call);

async function answered(answer: ScriptedReply | Script, call = GET, options = {}) {
  const { url } = await serve(typeof answer === "function" ? answer : () => answer);
  return failedAt(url, call, options);
}

const refused = (status: number) => () => answered({ status, body: { message: "No." } });

const page = (status: number) => ({
  status,
  headers: { "content-type": "text/html" },
  body: "<html><title>A page</title>",
});

async function behindProxy(behaviour: Behaviour) {
  restore = withoutProxyVariables();
  process.env.http_proxy = closeLater(await startProxy(behaviour)).url;
  return failedAt("http://platform.test");
}

/** A request whose operation ends when the first request has arrived. */
async function ended(maxConcurrentRequests: number) {
  const { url, requests } = await serve(() => "silence");
  const { client } = connect(url, { maxConcurrentRequests });
  client.send({ method: "PUT", path: "/first" }).catch(() => {});
  await until(() => requests.length === 1);
  const operation = new AbortController();
  const text = failed(client, { ...GET, signal: operation.signal });
  if (maxConcurrentRequests > 1) await until(() => requests.length === 2);
  operation.abort(new Error("the timeout of 1s has passed"));
  return text;
}

async function query(answer: AnalyticsAnswer) {
  const platform = await functions.setUp();
  platform.analytics.answer(() => answer);
  return messageOf(await failureOf(queryAnalytics({ query: "{ traffic }" })));
}

const ERRORS_OF_QUERY = [{ message: "Unknown argument." }];

export const PROVOCATIONS: Provocations = new Map([
  ...provocations(REPLIES, {
    badRequest: refused(400),
    unauthorized: refused(401),
    forbidden: refused(403),
    forbiddenOrNoCapacity: () =>
      answered({ status: 403, body: { message: "No." } }, { ...CLOUD_POST, path: "/cloud/v1/routers/1/2" }),
    notFound: refused(404),
    async parentNotFound() {
      const body = { exception_class: "NotFoundError", message: "Project 1 was not found." };
      const { router } = await routers.setUpFaulty(({ path }) =>
        path.startsWith("/cloud/v1/routers/") ? { status: 404, body } : undefined,
      );
      return reportOf(router, router.up({ ...routers.PLACE, name: "edge-router" }));
    },
    conflict: refused(409),
    rateLimited: refused(429),
    serverError: refused(500),
    async creationUncertain() {
      const { router } = await routers.setUpFaulty(({ method, path }) => {
        if (method === "POST") return "lose the reply";
        return path.includes("/routers/") ? { status: 404, body: { message: "Not Found" } } : undefined;
      });
      return reportOf(router, router.up({ ...routers.PLACE, name: "edge-router" }));
    },
  }),
  ...provocations(CONNECTIONS, {
    unreachable: async () => failedAt(await closedAddress()),
    connectionLost: () => answered(() => "break", { ...GET, method: "POST" }),
    async untrusted() {
      const server = createServer(selfSigned);
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      closeLater({ close: () => new Promise<void>((resolve) => server.close(() => resolve())) });
      return failedAt(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
    },
    proxy: () => behindProxy(closing),
    proxyCredentials: () => behindProxy(replying(407)),
    timeout: () => answered(() => "silence", GET, { requestTimeout: 50 }),
    endedBeforeReply: () => ended(2),
    notSent: () => ended(1),
  }),
  ...provocations(SERVERS, {
    redirect: () => answered({ status: 301, headers: { location: "/y" } }),
    notTheApi: () => answered(page(404)),
    async notVerified() {
      await functions.setUpScripted(() => page(404));
      return messageOf(await failureOf(getTask({ taskId: "t1" })));
    },
    async notConfirmed() {
      // A gateway answers in place of the whole cloud area.
      const { router } = await routers.setUpFaulty(({ path }) =>
        path.startsWith("/streaming/") ? undefined : { status: 404, body: { message: "no Route matched" } },
      );
      return reportOf(router, router.up({ ...routers.PLACE, name: "edge-router" }));
    },
    async notFull() {
      const { router } = await routers.setUp({ mode: "documented-only" }, { deployment: "full" });
      return reportOf(router, router.up({ ...routers.PLACE, name: "edge-router" }));
    },
    async notOffered() {
      const { client } = connect(await closedAddress());
      const send = withOffered(client.send, "documented");
      return (await failureOf(send({ method: "GET", path: "/cloud/v1/routers/1/2" }))).message;
    },
    unreadable: () => answered({ body: '{"tasks":' }),
    encoded: () => answered({ headers: { "content-encoding": "gzip" }, body: "{}" }),
  }),
  ...provocations(QUERIES, {
    query: () => query({ data: null, errors: ERRORS_OF_QUERY }),
    partialQuery: () => query({ data: { traffic: null, visitors: [] }, errors: ERRORS_OF_QUERY }),
  }),
]);
