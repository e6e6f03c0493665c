import { describe, test } from "@jest/globals";
import { RESOURCES } from "../support/resource-fixtures";

// Random sequences of operations, faults and drift. What must hold after each of them follows from a model of the
// resource.

describe.each(RESOURCES)("$name", ({ models }) => {
  test.each(Object.entries(models))("%s", (_, run) => run());
});
