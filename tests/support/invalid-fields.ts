import { expect, test } from "@jest/globals";
import { start } from "../../simulator/testing/client";

interface Reply {
  status: number;
  body: Record<string, unknown>;
}

/** A reply of the cloud area that reports these fields. */
export function expectInvalidFields({ status, body }: Reply, ...fields: string[]): void {
  expect([status, body.exception_class]).toEqual([400, "ValidationError"]);
  expect(Object.keys(body.invalid_fields as object)).toEqual(fields);
}

/** Tests that the cloud area rejects each of these paths because of one field. */
export function testInvalidFields(fieldsByPath: Record<string, string>): void {
  test.each(Object.entries(fieldsByPath))("GET %s is rejected because of %s", async (path, field) => {
    const { call } = await start();
    expectInvalidFields(await call("GET", path), field);
  });
}

/** The rows of a table: each body, and the field because of which it is rejected. */
export function rowsByField(bodiesByField: Record<string, unknown[]>): Array<[body: unknown, field: string]> {
  return Object.entries(bodiesByField).flatMap(([field, bodies]) =>
    bodies.map((body): [unknown, string] => [body, field]),
  );
}
