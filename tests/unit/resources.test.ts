import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import * as cloudplatform from "../../sdk/src";
import { providerText } from "../../sdk/src/pulumi/names";
import { root } from "../support/command";
import { optionalInputs } from "../support/removal";
import { RESOURCES } from "../support/resource-fixtures";

test("the register exports every folder of resources", () => {
  const register = readFileSync(join(root, "sdk", "src", "resources", "index.ts"), "utf8");
  const exported = [...register.matchAll(/^export \* from "\.\/(.+)\/\1";$/gm)].map(([, folder]) => folder);
  expect(exported.sort()).toEqual(RESOURCES.map(({ folder }) => folder).sort());
});

describe.each(RESOURCES)("$name", ({ name, folder, handler }) => {
  test(`has its class in resources/${folder}`, () => {
    const exported = require(join(root, "sdk", "src", "resources", folder, folder)) as Record<
      string,
      unknown
    >;
    expect(exported).toHaveProperty(name);
    expect(cloudplatform).toHaveProperty(name, exported[name]);
    expect(handler.type).toBe(name);
  });

  test("has a class with a type, and with `get` if objects can be read", () => {
    const own = Object.getOwnPropertyNames((cloudplatform as Record<string, unknown>)[name]);
    expect(own).toEqual(expect.arrayContaining(["__pulumiType", "__outputs", "isInstance"]));
    expect(own.includes("get")).toBe(handler.identity !== undefined);
  });

  test("has a test of its handler, and a program for the recorded states", () => {
    const files = readdirSync(join(__dirname, "resources", folder));
    expect(files).toEqual(
      expect.arrayContaining([expect.stringMatching(/^handler\b.*\.test\.ts$/), "upgrade-program.ts"]),
    );
  });
});

// The states of users contain these values. If a test fails here, correct the source and not the test. Otherwise
// existing stacks break, or show a change of every resource.
describe.each(RESOURCES)("what states contain of $name", ({ name, handler, state }) => {
  test("is the provider text, byte for byte", () => {
    expect(providerText(name)).toBe(state.provider);
    expect(state.provider).toBe(`exports.handler=()=>require("pulumi-cloudplatform/provider").${name}`);
  });

  test("is the type token", () => {
    expect(state.type).toBe(`pulumi-nodejs:dynamic/cloudplatform:${name}`);
  });

  test("are the paths of declared optional inputs", () => {
    expect(optionalInputs(handler).sort()).toEqual([...state.optional].sort());
  });
});
