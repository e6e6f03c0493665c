import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "@jest/globals";
import { useDeployment } from "../support/deployment";
import { KEY } from "../support/platform";

// One trace of a real run: the spans of this package are parts of the calls of Pulumi's engine.

const SECRET = "a-name-that-nobody-reads";
const { stack } = useDeployment({ taskTime: 300 }, { ownProcess: true, secrets: { hidden: SECRET } });

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes?: Array<{ key: string; value: object }>;
}

const PROGRAM = `
const hidden = new pulumi.Config().requireSecret("hidden");
new cloudplatform.Router("secret", { projectId: 1, regionId: 3, name: hidden });
for (let index = 1; index < 20; index++)
  new cloudplatform.Router("router-" + index, { projectId: 1, regionId: 2, name: "router-" + index });`;

let all: Map<string, Span>;
let own: Span[];

beforeAll(async () => {
  stack.program(PROGRAM);
  const file = join(stack.folder, "traces.json");
  await stack.up("--otel-traces", `file://${file}`);
  const resources = readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .flatMap(
      (line) =>
        JSON.parse(line).resourceSpans as Array<{ resource: object; scopeSpans: Array<{ spans: Span[] }> }>,
    );
  const spansOf = (list: typeof resources) =>
    list.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  all = new Map(spansOf(resources).map((span) => [span.spanId, span]));
  own = spansOf(
    resources.filter(({ resource }) => JSON.stringify(resource).includes('"pulumi-cloudplatform"')),
  );
});

const parentOf = (span: Span) => all.get(span.parentSpanId ?? "");

test("all spans are in the trace of the run, and those of resources are parts of calls of the engine", () => {
  expect(own.length).toBeGreaterThan(100);
  const rootOf = (span: Span): Span => {
    const parent = parentOf(span);
    return parent ? rootOf(parent) : span;
  };
  expect(new Set(own.map(({ traceId }) => traceId)).size).toBe(1);
  expect(new Set(own.map((span) => rootOf(span).name))).toEqual(new Set(["pulumi"]));
});

test("each creation is a part of its own call of the engine, and has its requests and its task", () => {
  const creations = own.filter(({ name }) => name === "create Router");
  expect(creations).toHaveLength(20);
  const calls = creations.map((span) => parentOf(span));
  expect(new Set(calls).size).toBe(20);
  expect(new Set(calls.map((call) => call?.name))).toEqual(new Set(["pulumirpc.ResourceProvider/Create"]));
  for (const { spanId } of creations) {
    const parts = own.filter(({ parentSpanId }) => parentSpanId === spanId).map(({ name }) => name);
    expect(parts).toContain("POST /cloud/v1/routers/{id}/{id}");
    expect(parts).toContain("task create_router");
  }
});

test("no span has an input, a secret or the key", () => {
  const text = JSON.stringify(own);
  for (const value of [SECRET, KEY, '"projectId"', '"router-1"']) expect(text).not.toContain(value);
});
