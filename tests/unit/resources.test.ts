import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import * as cloudplatform from "../../sdk/src";
import { codesOf } from "../../sdk/src/lifecycle/diff/declared";
import type { AnyProperties } from "../../sdk/src/lifecycle/property";
import { providerText } from "../../sdk/src/pulumi/program/tokens";
import { root } from "../support/command";
import { RESOURCES } from "../support/resource-fixtures";

/**
 * The codes of all optional inputs, by path. A code that is no longer used remains reserved for states that contain
 * it.
 */
function allCodes(properties: AnyProperties): Array<[path: string, code: string]> {
  const retired = Object.entries(properties).filter(([, { transient, code }]) => transient && code);
  return [
    ...Object.entries(codesOf(properties)),
    ...retired.map(([name, { code = "" }]) => [name, code] as [string, string]),
  ];
}

test("the register exports every folder of resources", () => {
  const register = readFileSync(join(root, "sdk", "src", "resources", "index.ts"), "utf8");
  const exported = [...register.matchAll(/^export \* from "\.\/(.+)";$/gm)].map(([, folder]) => folder);
  expect(exported.sort()).toEqual(RESOURCES.map(({ folder }) => folder).sort());
});

describe.each(RESOURCES)("$name", ({ name, folder, handler }) => {
  test(`has its class in resources/${folder}`, () => {
    const exported = require(join(root, "sdk", "src", "resources", folder)) as Record<string, unknown>;
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
  const codes = allCodes(handler.properties);

  test("is the provider text, byte for byte", () => {
    expect(providerText(name)).toBe(state.provider);
    expect(state.provider).toBe(`exports.handler=()=>require("pulumi-cloudplatform/provider").${name}`);
  });

  test("is the type token", () => {
    expect(state.type).toBe(`pulumi-nodejs:dynamic/cloudplatform:${name}`);
  });

  test("are the codes of declared inputs", () => {
    expect(Object.fromEntries(codes)).toEqual(state.codes);
  });

  test("are one lower-case letter for each input, and no letter is used twice", () => {
    const letters = codes.map(([, code]) => code);
    expect(letters.filter((letter) => !/^[a-z]$/.test(letter))).toEqual([]);
    expect(new Set(letters).size).toBe(letters.length);
  });
});
