import { expect, test } from "@jest/globals";
import { FUNCTIONS } from "../support/function-fixtures";
import { RESOURCES } from "../support/resource-fixtures";

// The entry point that programs import.

test("has the resources, the functions, Provider and the errors, and nothing else", () => {
  const functions = FUNCTIONS.flatMap(({ name, output }) => (output ? [name, `${name}Output`] : [name]));
  const errors = ["AnalyticsError", "ConfigurationError", "InvalidArguments", "PlatformError"];
  const names = [...RESOURCES.map(({ name }) => name), ...functions, ...errors, "Provider"];
  expect(Object.keys(require("pulumi-cloudplatform")).sort()).toEqual(names.sort());
});
