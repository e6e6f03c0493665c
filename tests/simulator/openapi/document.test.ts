import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import Ajv2020 from "ajv/dist/2020";
import type { Simulator } from "../../../simulator/src";
import { type Call, closeAll, collection, start, unknownId, v1, v2 } from "../../../simulator/testing/client";
import { projectEnv, root, run } from "../../support/command";
import { useTemporaryFolder } from "../../support/temporary-folder";

const folder = useTemporaryFolder();

/** Jest cannot load the validator, which is a module of ECMAScript. One process checks all documents. */
const VALIDATE = `
import { Validator } from "@seriousme/openapi-schema-validator";
const results = [];
for (const file of process.argv.slice(1)) results.push(await new Validator().validate(file));
console.log(JSON.stringify(results));`;

afterEach(closeAll);

interface Media {
  readonly "application/json": { readonly schema: object };
}

interface OperationObject {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly parameters: readonly { readonly name: string }[];
  readonly requestBody?: { readonly required: boolean; readonly content: Media };
  readonly responses: Readonly<Record<string, { readonly content?: Media }>>;
  readonly security: readonly Record<string, never[]>[];
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
}

async function documentOf(call: Call): Promise<Document> {
  const { status, body } = await call("GET", "/openapi.json", undefined, { key: null });
  expect(status).toBe(200);
  return body as unknown as Document;
}

/** The operation at a path template, such as `POST /v1/things/{id}`. */
function find({ paths }: Document, name: string): OperationObject {
  const [method = "", path = ""] = name.split(" ");
  const found = paths[path]?.[method.toLowerCase()];
  if (found === undefined) throw new Error(`The document does not have ${name}.`);
  return found;
}

const operationsOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      ...operation,
    })),
  );

const ajv = new Ajv2020({ strict: false, validateFormats: false });

const modes = ["full", "documented-only"] as const;

test("the document in each mode is valid according to a validator of OpenAPI", async () => {
  const files: string[] = [];
  for (const mode of modes) {
    const { call } = await start({ mode });
    const file = join(folder.path, `${mode}.json`);
    writeFileSync(file, JSON.stringify(await documentOf(call)));
    files.push(file);
  }
  const args = ["--input-type=module", "--eval", VALIDATE, ...files];
  const { output } = await run("node", args, { cwd: root, env: await projectEnv() });
  expect(JSON.parse(output)).toEqual(modes.map(() => ({ valid: true })));
});

describe.each(modes)("the document in mode %s", (mode) => {
  test("contains each operation that is served, and no other", async () => {
    const { call } = await start({ mode });
    const operations = operationsOf(await documentOf(call));
    const { operations: served } = (await call("GET", "/_simulator")).body as unknown as {
      operations: string[];
    };
    const api = operations.filter(({ tags }) => !tags.includes("control")).map(({ name }) => name);
    expect(api.sort()).toEqual([...served].sort());
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    for (const { name, summary } of operations)
      expect([name, summary]).toEqual([name, expect.stringMatching(/^[A-Z]/)]);
  });
});

describe("an operation", () => {
  let document: Document;
  beforeAll(async () => {
    const { call } = await start();
    document = await documentOf(call);
    await closeAll();
  });

  test("has its parameters with their schemas", () => {
    const { parameters, security } = find(document, "GET /cloud/v1/tasks");
    const parameter = (name: string) => parameters.find((each) => each.name === name);
    expect(parameter("limit")).toMatchObject({ in: "query", required: false, schema: { type: "string" } });
    expect(parameter("state")).toMatchObject({
      in: "query",
      schema: { type: "array", items: { enum: ["NEW", "RUNNING", "FINISHED", "ERROR"] } },
    });
    expect(find(document, "GET /v1/tasks/{task_id}").parameters).toMatchObject([
      { name: "task_id", in: "path", required: true, schema: { type: "string" } },
    ]);
    expect(security).toEqual([{ apiKey: [] }]);
    expect(find(document, "POST /_simulator/routers").security).toEqual([{ controlToken: [] }]);
  });

  test.each([
    [{ name: "main" }, true],
    [
      { name: "main", interfaces: [{ subnet_id: unknownId }], external_gateway_info: { type: "default" } },
      true,
    ],
    [{ name: "x" }, false],
    [{ name: "main", colour: "red" }, false],
    [{ name: "main", routes: [{ destination: "10.0.0.0/8" }] }, false],
    [{}, false],
  ])("accepts the same bodies in the document and at the simulator: %j", async (body, accepted) => {
    const { call } = await start();
    const { requestBody } = find(document, "POST /cloud/v1/routers/{project_id}/{region_id}");
    expect(requestBody?.required).toBe(true);
    expect(ajv.validate(requestBody?.content["application/json"].schema ?? {}, body)).toBe(accepted);
    expect((await call("POST", collection, body)).status).toBe(accepted ? 200 : 400);
  });

  test("with an optional body is described as such", () => {
    expect(find(document, "POST /_simulator/tasks/{task_id}/fail").requestBody?.required).toBe(false);
    expect(find(document, "POST /_simulator/tasks/{task_id}/finish").requestBody).toBeUndefined();
  });
});

const threshold = "/cloud/v2/client_quotas/42/notification_threshold";
const request = "/cloud/v2/limits_request/5000001";
const member = "/fastedge/v1/admin/groups/3/client/7";
const settings = "/iam/reselling/resellers/12/notification_settings";
const setting = { email: "ops@example.com", notification_type: "failed_login" };

/** A request to each operation. Each succeeds after the ones before it, with the objects that `prepare` adds. */
const successes: readonly [method: string, path: string, body?: object][] = [
  ["POST", collection, { name: "main" }],
  ["GET", collection],
  ["GET", v1(unknownId)],
  ["PATCH", v2(unknownId), { name: "renamed" }],
  ["POST", `${v1(unknownId)}/attach`, { subnet_id: unknownId }],
  ["POST", `${v1(unknownId)}/detach`, { subnet_id: unknownId }],
  ["DELETE", v1(unknownId)],
  ["GET", "/v1/tasks/{first}"],
  ["GET", "/cloud/v1/tasks/{first}"],
  ["GET", "/cloud/v1/tasks"],
  ["PUT", threshold, { threshold: 75 }],
  ["GET", threshold],
  ["DELETE", threshold],
  ["POST", "/cloud/v2/limits_request", { description: "More.", requested_limits: {} }],
  ["GET", "/cloud/v2/limits_request"],
  ["GET", request],
  ["DELETE", request],
  ["POST", member],
  ["GET", "/fastedge/v1/admin/clients"],
  ["DELETE", member],
  ["POST", settings, setting],
  ["GET", `${settings}?limit=1`],
  ["GET", `${settings}/70001`],
  ["PATCH", `${settings}/70001`, { enabled: false }],
  ["PUT", `${settings}/70001`, setting],
  ["DELETE", `${settings}/70001`],
  ["POST", "/cdn/sslData/7/force-retry"],
  ["GET", "/cdn/sslData/7/status"],
  ["GET", "/streaming/videos/5/subtitles"],
  ["GET", "/streaming/ai/tasks"],
  ["POST", "/cdn/advanced/v2/query", { query: "{ traffic { bytes } }" }],
];

function prepare(sim: Simulator): void {
  sim.routers.add({ projectId: 1, regionId: 2, id: unknownId });
  sim.quotas.mailSent(42);
  sim.certificates.add({ id: 7, state: "failed" });
  sim.streaming.addVideo({ id: 5, subtitles: [{}] });
  sim.streaming.addAiTask();
}

test("every operation of the API replies as the document describes", async () => {
  const { sim, call } = await start();
  prepare(sim);
  const operations = operationsOf(await documentOf(call)).filter(({ tags }) => !tags.includes("control"));
  const asked = new Set<string>();
  for (const [method, template, body] of successes) {
    const path = template.replace("{first}", sim.tasks.all()[0]?.id ?? "");
    const { status, text } = await call(method, path, body);
    const asName = `${method} ${path.replace(/\?.*/, "")}`;
    const operation = operations.find(({ name }) =>
      new RegExp(`^${name.replace(/\{\w+\}/g, "[^/]+")}$`).test(asName),
    );
    asked.add(operation?.name ?? asName);
    const response = operation?.responses[status];
    expect([asName, status, response]).toEqual([asName, status, expect.anything()]);
    const schema = response?.content?.["application/json"].schema;
    const isValid = schema === undefined ? text === "" : ajv.validate(schema, JSON.parse(text));
    expect([asName, isValid, ajv.errors]).toEqual([asName, true, null]);
  }
  expect([...asked].sort()).toEqual(operations.map(({ name }) => name).sort());
});
