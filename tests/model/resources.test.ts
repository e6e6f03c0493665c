import { describe, expect, test } from "@jest/globals";
import { RESOURCES } from "../support/resource-fixtures";
import { scope } from "../support/scope";
import { uncovered } from "./coverage";
import { isChosen } from "./property";

// Random sequences of operations, faults and drift. What must hold after each of them follows from a model of the
// resource.

describe.each(RESOURCES)("$name", ({ models }) => {
  test.each(Object.entries(models))("%s", (_, run) => run());
});

if (scope !== "rest" && !isChosen)
  test("every fault has happened, and requests of every method have met one", () => {
    expect(uncovered()).toEqual([]);
  });
