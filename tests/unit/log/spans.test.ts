import { createServer, type Socket } from "node:net";
import { afterEach, expect, test } from "@jest/globals";
import { type Span, type SpanContext, Spans, templateOf } from "../../../sdk/src/log/spans";
import { Accounts } from "../../../sdk/src/platform/accounts";
import { openTraces } from "../../../sdk/src/pulumi/internals/traces";
import { systemClock } from "../../../sdk/src/util/clock";
import { TestClock } from "../../support/clock";
import { useCleanup } from "../../support/handler-setup";
import { KEY, startPlatform } from "../../support/platform";
import { settingsOf } from "../../support/settings";
import { until } from "../../support/until";

// tests/engine/traces.exhaustive.test.ts has the trace of a real run.

const { closeLater } = useCleanup();
const CALL = { traceId: "a".repeat(32), spanId: "b".repeat(16) };

function start(caller?: Omit<SpanContext, "parentId">) {
  const [ended, clock] = [[] as Span[], new TestClock()];
  const spans = new Spans({ caller: () => caller, add: (span) => ended.push(span) }, clock);
  return { ended, clock, spans };
}

const REQUEST = { method: "PATCH", path: "/cloud/v2/routers/1/2/174cf809-debb-4293-addf-94c6686278c5" };
const TIMES = { attempt: 1, queuedMs: 0, limitedMs: 0, connectMs: 0, wireMs: 10 };

test("an operation is a part of the call of the engine, and its requests are parts of it", () => {
  const { spans, ended } = start(CALL);
  const operation = spans.begin();
  spans.request(operation, { ...REQUEST, ...TIMES, status: 200, requestId: "one" });
  const urn = "urn:pulumi:dev::demo::Router::edge";
  spans.operation(operation, {
    operationId: 1,
    operation: "update",
    type: "Router",
    urn,
    outcome: "done",
    ...WAITED,
  });
  const [request, whole] = ended as [Span, Span];
  expect(whole).toMatchObject({
    ...{ name: "update Router", traceId: CALL.traceId, parentId: CALL.spanId, failed: false },
    attributes: { "pulumi.urn": urn, "cloudplatform.outcome": "done" },
  });
  expect(request).toMatchObject({
    ...{ name: "PATCH /cloud/v2/routers/{id}/{id}/{id}", traceId: CALL.traceId, parentId: whole.spanId },
    ...{ isRequest: true, start: whole.end - 10, end: whole.end },
    attributes: { "http.response.status_code": 200, "cloudplatform.request_id": "one" },
  });
});

const WAITED = { ms: 100, taskMs: 0, pollMs: 0, lockMs: 0 };

test("the waits of a request are parts of it, one after the other", () => {
  const { spans, ended } = start(CALL);
  spans.request(spans.begin(), {
    ...REQUEST,
    ...TIMES,
    attempt: 3,
    queuedMs: 5,
    limitedMs: 20,
    status: 429,
    code: "rate-limited",
  });
  const [queue, limit, request] = ended as [Span, Span, Span];
  const { start: begun, spanId } = request;
  expect(request).toMatchObject({
    failed: true,
    end: begun + 35,
    attributes: { "http.request.resend_count": 2, "error.type": "rate-limited" },
  });
  expect(queue).toMatchObject({ name: "wait for a place", parentId: spanId, start: begun, end: begun + 5 });
  expect(limit).toMatchObject({
    name: "wait for the rate limit",
    parentId: spanId,
    start: begun + 5,
    end: begun + 25,
  });
});

test("a task is a span when it has ended, and waits for reads and other creations are spans", () => {
  const { spans, ended } = start(CALL);
  const operation = spans.begin();
  for (const state of ["RUNNING", "ERROR"])
    spans.task(operation, { id: "task-1", type: "create_router", state, ageMs: 1_000 });
  spans.wait(operation, "lockMs", 30);
  spans.wait(operation, "taskMs", 1_000);
  expect(ended.map(({ name, failed, start, end }) => [name, failed, end - start])).toEqual([
    ["task create_router", true, 1_000],
    ["wait for another creation", false, 30],
  ]);
});

test.each([
  ["/cloud/v1/routers/1/2", "/cloud/v1/routers/{id}/{id}"],
  ["/v1/tasks/174cf809-debb-4293-addf-94c6686278c5", "/v1/tasks/{id}"],
  ["/streaming/ai/tasks", "/streaming/ai/tasks"],
  ["/iam/resellers/8/[secret]/x", "/iam/resellers/{id}/{id}/x"],
  ["/cloud/v2/client_quotas/4/notification_threshold", "/cloud/v2/client_quotas/{id}/notification_threshold"],
])("the path %s has the name %s", (path, name) => {
  expect(templateOf(path)).toBe(name);
});

afterEach(() => {
  delete process.env.PULUMI_OTEL_EXPORTER_OTLP_ENDPOINT;
  delete process.env.TRACEPARENT;
});

test("what a program does is a part of the call that has started it, where Pulumi names that", () => {
  process.env.PULUMI_OTEL_EXPORTER_OTLP_ENDPOINT = "127.0.0.1:1";
  expect(openTraces(() => {})?.caller()).toBeUndefined();
  process.env.TRACEPARENT = `00-${CALL.traceId}-${CALL.spanId}-01`;
  expect(openTraces(() => {})?.caller()).toEqual(CALL);
});

/** What a process whose spans are collected at this address warns of, after an operation with two requests. */
async function warningsOf(endpoint: string): Promise<string[]> {
  process.env.PULUMI_OTEL_EXPORTER_OTLP_ENDPOINT = endpoint;
  process.env.TRACEPARENT = `00-${CALL.traceId}-${CALL.spanId}-01`;
  const warnings: string[] = [];
  const traces = openTraces((text) => warnings.push(text));
  const { url } = closeLater(await startPlatform());
  const options = { process: "provider" as const, run: "one", warn: () => {}, traces };
  const platform = closeLater(
    new Accounts(systemClock, options).get(settingsOf({ baseUrl: url, apiKey: KEY })),
  );
  const log = platform.log?.operation({ operation: "read", type: "Router", mask: (text) => text });
  await log?.run(() => platform.apiFor({ sender: log }).get({ path: "/cloud/v1/routers/1/2" }));
  await traces?.send();
  await log?.run(() => platform.apiFor({ sender: log }).get({ path: "/cloud/v1/routers/1/2" }));
  await traces?.send();
  return warnings;
}

test("a run without a collector has no spans", async () => {
  expect(await warningsOf("")).toEqual([]);
  expect(openTraces(() => {})).toBeUndefined();
});

test("a collector that is away costs one warning", async () => {
  expect(await warningsOf("127.0.0.1:1")).toEqual([
    expect.stringMatching(/127\.0\.0\.1:1 .*\[traces-not-sent\]/),
  ]);
});

test("a collector that does not answer costs one warning, and the end of the process does not wait for it", async () => {
  const connections: Socket[] = [];
  const server = createServer((socket) => connections.push(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closeLater({
    close: async () => {
      server.close();
      for (const socket of connections) socket.destroy();
    },
  });
  const { port } = server.address() as { port: number };
  const warnings = await warningsOf(`127.0.0.1:${port}`);
  await until(() => connections.length > 0);
  expect(warnings).toEqual([expect.stringContaining("[traces-not-sent]")]);
});
