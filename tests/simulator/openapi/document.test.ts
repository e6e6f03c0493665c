import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "@jest/globals";
import { closeAll, start } from "../../../simulator/testing/client";
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

interface OperationObject {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: { readonly "application/json": { readonly schema: object } };
  };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
}

const modes = ["full", "documented-only"] as const;

async function startWithDocument(mode: (typeof modes)[number] = "full") {
  const { call } = await start({ mode });
  const { body } = await call("GET", "/openapi.json", undefined, { key: null });
  return { call, document: body as unknown as Document };
}

test("the document in each mode is valid according to a validator of OpenAPI", async () => {
  const files: string[] = [];
  for (const mode of modes) {
    const file = join(folder.path, `${mode}.json`);
    writeFileSync(file, JSON.stringify((await startWithDocument(mode)).document));
    files.push(file);
  }
  const args = ["--input-type=module", "--eval", VALIDATE, ...files];
  const { output } = await run("node", args, { cwd: root, env: await projectEnv() });
  expect(JSON.parse(output)).toEqual(modes.map(() => ({ valid: true })));
});

test.each(modes)("the document in mode %s has each operation that is served, and no other", async (mode) => {
  const { call, document } = await startWithDocument(mode);
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, each]) => ({ name: `${method.toUpperCase()} ${path}`, ...each })),
  );
  const { operations: served } = (await call("GET", "/_simulator")).body;
  const api = operations.filter(({ tags }) => !tags.includes("control")).map(({ name }) => name);
  expect(api.sort()).toEqual([...(served as string[])].sort());
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
});

test("an operation of the document has its parameters with their schemas, and its security", async () => {
  const { document } = await startWithDocument();
  expect(document.paths["/cloud/v1/tasks"]?.get).toMatchObject({
    parameters: expect.arrayContaining([
      expect.objectContaining({ name: "limit", in: "query", required: false }),
      {
        ...{ name: "state", in: "query", required: false },
        schema: { type: "array", items: { type: "string", enum: ["NEW", "RUNNING", "FINISHED", "ERROR"] } },
      },
    ]),
    security: [{ apiKey: [] }],
  });
  expect(document.paths["/_simulator/tasks/{task_id}/fail"]?.post).toMatchObject({
    parameters: [{ name: "task_id", in: "path", required: true }],
    requestBody: { required: false },
    security: [{ controlToken: [] }],
  });
  expect(document.paths["/_simulator/tasks/{task_id}/finish"]?.post).not.toHaveProperty("requestBody");
});
