import { describe, expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import { FUNCTIONS } from "../support/function-fixtures";
import { failureOf } from "../support/until";
import { useAnyReply } from "./functions/setup";

// Every function reports invalid arguments before it sends a request.

const requests = useAnyReply();

const NO_OBJECT: Array<[args: unknown, message: string]> = [null, [], "321"].map((args) => [
  args,
  "the arguments must be an object",
]);

describe.each(FUNCTIONS)("$name", ({ name, plain, invalid }) => {
  test.each([...invalid, ...NO_OBJECT])("reports invalid arguments: %j, %s", async (args, message) => {
    const error = await failureOf(plain(args));
    expect(error).toMatchObject({ name: "InvalidArguments", message: `${name}: ${message}` });
    // The error ends a program without a stack trace.
    expect(pulumi.RunError.isInstance(error)).toBe(true);
    expect(requests()).toEqual([]);
  });
});

test("all invalid arguments are reported, one in a line", async () => {
  const plain = FUNCTIONS.find(({ name }) => name === "getAiTasks")?.plain as (
    args: unknown,
  ) => Promise<unknown>;
  const error = await failureOf(plain({ page: 0, limit: 0, colour: "red" }));
  expect(error.message.split("\n").sort()).toEqual([
    "getAiTasks: colour is not a property of this function; check its spelling",
    "getAiTasks: limit must be the number of tasks on a page: a whole number, 1 or more",
    "getAiTasks: page must be the number of a page: a whole number, 1 or more",
  ]);
  expect(requests()).toEqual([]);
});
