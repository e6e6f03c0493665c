import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { ResourceAdapter } from "../../../sdk/src/provider/adapter";
import { providerText } from "../../../sdk/src/provider/program/resource";
import { handler } from "../../../sdk/src/resources/router/handler";

// Everything here stands in the states of users, for ever. A test that fails here is no reason to change the test:
// it means that existing stacks would break, or that all of their resources would show a change.

describe("what states rely on", () => {
  test("the provider text, byte for byte", () => {
    expect(providerText("Router")).toBe(
      'exports.handler=()=>require("pulumi-cloudplatform/provider").Router',
    );
  });

  test("the letters under which a router's state remembers what was declared", () => {
    expect(handler.optional).toEqual({
      routerId: "a",
      name: "n",
      externalGatewayInfo: "g",
      "externalGatewayInfo.type": "t",
      "externalGatewayInfo.networkId": "k",
      "externalGatewayInfo.enableSnat": "s",
      routes: "r",
      interfaces: "i",
      "interfaces[].ipAddress": "p",
      ifExists: "x",
    });
  });

  test("each is one small letter, and means one input", () => {
    const letters = Object.values(handler.optional);
    expect(letters.filter((letter) => !/^[a-z]$/.test(letter))).toEqual([]);
    expect(new Set(letters).size).toBe(letters.length);
  });
});

describe("the entry that the provider text names", () => {
  const built = resolve(__dirname, "../../../sdk/dist/provider.js");

  test("is there, once the package is built", () => {
    expect(existsSync(built)).toBe(true);
    expect(require.resolve("pulumi-cloudplatform/provider")).toBe(built);
  });

  test.each(["../../../sdk/src/provider", "pulumi-cloudplatform/provider"])(
    "has these resources and no others: %s",
    (path) => {
      const entry = require(path) as Record<string, unknown>;
      expect(Object.keys(entry).sort()).toEqual(["Router"]);
      for (const type of Object.keys(entry)) {
        for (const method of ["configure", "check", "diff", "create", "read", "update", "delete"])
          expect(typeof (entry[type] as Record<string, unknown>)[method]).toBe("function");
      }
    },
  );

  test("has one and the same adapter each time the text is read", () => {
    const text = providerText("Router");
    const read = () => {
      const exports: { handler?: () => unknown } = {};
      new Function("exports", "require", text)(exports, require);
      return exports.handler?.();
    };
    expect(read()).toBe(read());
    expect(read()?.constructor.name).toBe(ResourceAdapter.name);
  });
});

test("the entry that programs import has these names", () => {
  expect(Object.keys(require("pulumi-cloudplatform")).sort()).toEqual(["Provider", "Router"]);
});
