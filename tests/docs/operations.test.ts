import { expect, test } from "@jest/globals";
import { readOperationOf } from "../../sdk/src/cli/doctor/operations";
import { OPERATIONS } from "../../sdk/src/platform/http/operations";
import { documentedOperations, optionalOperations } from "../support/documented-operations";
import { startPlatform } from "../support/platform";
import { RESOURCES } from "../support/resource-fixtures";

// The operations that the doc comments of resources and functions list, which docs/interface.md has as a table.

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

test("the package knows the operations of the page, and who uses them", () => {
  const namesIn = (users: string) => [...users.matchAll(/(?<=`)[A-Za-z]+(?=`)/g)].map(([name]) => name);
  const isUser = (name: string) => OPERATIONS.some(({ users }) => users.includes(name));
  const listed = [...documentedOperations(), ...optionalOperations()].map(({ operation, users }) => ({
    name: operation,
    isDocumented: documentedOperations().some((one) => one.operation === operation),
    users: [...new Set(namesIn(users))].filter(isUser).sort(),
  }));
  const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name);
  const known = OPERATIONS.map((operation) => ({ ...operation, users: operation.users.toSorted() }));
  expect(listed.sort(byName)).toEqual(known.sort(byName));
});

test.each(RESOURCES)("doctor asks for an operation of $name that deployments may lack", ({ name }) => {
  const reads = optionalOperations().filter(
    ({ operation, users }) => operation.startsWith("GET ") && users.includes(`\`${name}\``),
  );
  const names = reads.map(({ operation }) => operation);
  expect(readOperationOf(name)?.name).toBe(names[0]);
});
