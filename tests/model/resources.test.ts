import { describe, expect, test } from "@jest/globals";
import { RESOURCES } from "../support/resource-fixtures";
import { scope } from "../support/scope";
import { uncovered } from "./coverage";
import { isCustomRun } from "./sequences";

// Random sequences of operations, faults and drift. After each operation the platform and the state are compared with a
// model of the resource.

describe.each(RESOURCES)("$name", ({ models }) => {
  test.each(Object.entries(models))("%s", (_, run) => run());
});

if (scope !== "rest" && !isCustomRun)
  test("every fault happened, and requests of every method had a fault", () => {
    expect(uncovered()).toEqual([]);
  });
