import { expect, test } from "@jest/globals";
import { documentedOperations, optionalOperations } from "../support/documented-operations";
import { startPlatform } from "../support/platform";
import { RESOURCES } from "../support/resource-fixtures";

// The operations that the doc comments of resources and functions list, which docs/operations.md has as a table.

test("the documented operations are those of a deployment that has no others", async () => {
  const platform = await startPlatform({ mode: "documented-only" });
  const reply = await fetch(`${platform.url}/_simulator`);
  const { operations } = (await reply.json()) as { operations: string[] };
  await platform.close();
  expect(
    documentedOperations()
      .map(({ operation }) => operation)
      .sort(),
  ).toEqual(operations.sort());
});

test.each(RESOURCES)("the probe of $name is an operation that deployments may lack", ({ name, handler }) => {
  const reads = optionalOperations().filter(
    ({ operation, users }) => operation.startsWith("GET ") && users.includes(`\`${name}\``),
  );
  const names = reads.map(({ operation }) => operation);
  if (handler.identity && names.length > 0) expect(names).toContain(handler.identity?.probe?.name);
  else expect(handler.identity?.probe).toBeUndefined();
});
