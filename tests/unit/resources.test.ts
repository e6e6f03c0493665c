import { expect, test } from "@jest/globals";
import * as cloudplatform from "../../sdk/src";
import { providerText } from "../../sdk/src/pulumi/names";
import { optionalInputs } from "../support/removal";
import { RESOURCES } from "../support/resource-fixtures";

test.each(RESOURCES)(
  "$name has a class with a type, and with `get` if objects can be read",
  ({ name, handler }) => {
    const own = Object.getOwnPropertyNames((cloudplatform as Record<string, unknown>)[name]);
    expect(own).toEqual(expect.arrayContaining(["type", "__outputs", "isInstance"]));
    expect(own.includes("get")).toBe(handler.identity !== undefined);
    expect(handler.type).toBe(name);
  },
);

// The states of users contain these values. If a test fails here, correct the source and not the test. Otherwise
// existing stacks break, or show a change of every resource.
test.each(RESOURCES)(
  "existing states of $name have its provider text, its type token and the paths of its optional inputs",
  ({ name, handler, state }) => {
    expect(providerText(name)).toBe(state.provider);
    expect(state.provider).toBe(`exports.handler=()=>require("pulumi-cloudplatform/provider").${name}`);
    expect(state.type).toBe(`pulumi-nodejs:dynamic/cloudplatform:${name}`);
    expect(optionalInputs(handler).sort()).toEqual([...state.optional].sort());
  },
);
