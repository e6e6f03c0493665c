import { afterAll, beforeAll, expect, test } from "@jest/globals";
import * as cloudplatform from "../../sdk/src";
import type { Simulator } from "../../simulator/src";
import { documentedOperations, optionalOperations } from "../support/documented-operations";
import { FUNCTIONS } from "../support/function-fixtures";
import { InProcessResource } from "../support/in-process-resource";
import { KEY, startPlatform } from "../support/platform";
import { RESOURCES } from "../support/resource-fixtures";

// docs/operations.md lists the documented operations with the resources and functions that use them. These tests use all
// resources and functions, on a deployment that has only the documented operations.

const documented = documentedOperations();

let platform: Simulator;

beforeAll(async () => {
  platform = await startPlatform({ mode: "documented-only", taskTime: 0 });
  process.env.CLOUDPLATFORM_BASE_URL = platform.url;
  process.env.CLOUDPLATFORM_API_KEY = KEY;
});

afterAll(() => platform?.close());

async function served(): Promise<string[]> {
  const reply = await fetch(`${platform.url}/_simulator`);
  return ((await reply.json()) as { operations: string[] }).operations;
}

/** The requested operations, with the templates of their paths. */
function requested(operations: string[]): string[] {
  return operations.filter((operation) => {
    const [method = "", path = ""] = operation.split(" ");
    const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`);
    return platform.count({ method, path: pattern }) > 0;
  });
}

test("the page has each operation of the platform's documentation", async () => {
  expect(documented.map(({ operation }) => operation).sort()).toEqual((await served()).sort());
});

test("the page names exported resources and functions", () => {
  for (const { users } of documented)
    for (const [, name = ""] of users.matchAll(/`(\w+)`/g)) expect(cloudplatform).toHaveProperty(name);
});

test("the resources and functions use each documented operation", async () => {
  for (const { handler, documentedOnly } of RESOURCES) {
    const resource = new InProcessResource(handler, { baseUrl: platform.url, apiKey: KEY });
    const args = documentedOnly.prepare(platform);
    await resource.up(args);
    await resource.up({ ...args, ...documentedOnly.change });
    await resource.destroy();
  }
  for (const { plain, prepare, argument, documentedOnly } of FUNCTIONS) {
    await prepare?.(platform);
    const result = plain(argument(platform));
    if (documentedOnly) await expect(result).rejects.toThrow(documentedOnly);
    else await result;
  }

  const operations = await served();
  expect(requested(operations).sort()).toEqual(operations.sort());
});

test.each(RESOURCES)("the probe of $name is an operation that deployments may lack", ({ name, handler }) => {
  const reads = optionalOperations().filter(
    ({ operation, users }) => operation.startsWith("GET ") && users.includes(`\`${name}\``),
  );
  const names = reads.map(({ operation }) => operation);
  if (handler.identity && names.length > 0) expect(names).toContain(handler.identity?.probe?.name);
  else expect(handler.identity?.probe).toBeUndefined();
});
