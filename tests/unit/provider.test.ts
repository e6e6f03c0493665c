import { expect, test } from "@jest/globals";
import { DynamicProvider } from "../../sdk/src/doors/dynamic/dynamic-provider";
import { providerText } from "../../sdk/src/pulumi/names";
import { RESOURCES } from "../support/resource-fixtures";

// The entry point that the provider texts name.

test.each(["../../sdk/src/provider", "pulumi-cloudplatform/provider"])(
  "has exactly the resources of the register: %s",
  (path) => {
    const entry = require(path) as Record<string, unknown>;
    expect(Object.keys(entry).sort()).toEqual(RESOURCES.map(({ name }) => name).sort());
    for (const type of Object.keys(entry)) {
      for (const method of ["configure", "check", "diff", "create", "read", "update", "delete"])
        expect(typeof (entry[type] as Record<string, unknown>)[method]).toBe("function");
    }
  },
);

test("returns the same object each time a provider text is evaluated", () => {
  const text = providerText("Router");
  const read = () => {
    const exports: { handler?: () => unknown } = {};
    new Function("exports", "require", text)(exports, require);
    return exports.handler?.();
  };
  expect(read()).toBe(read());
  expect(read()?.constructor.name).toBe(DynamicProvider.name);
});
