import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  codesOf,
  encodeDeclared,
  isDeclaredIn,
  restrict,
  unite,
} from "../../../../sdk/src/lifecycle/diff/declared";
import type { AnyProperties } from "../../../../sdk/src/lifecycle/property";
import type { JsonObject } from "../../../../sdk/src/util/json";

const properties: AnyProperties = {
  id: { replaces: true },
  name: { code: "n" },
  size: { code: "s" },
  gateway: { code: "g", nested: { ".mode": { code: "m" } } },
  list: { code: "l", nested: { "[].address": { code: "p" } } },
  ifExists: { code: "x", transient: true },
};

const codes = codesOf(properties);

test("optional inputs have a code each, except for inputs that only a creation uses", () => {
  expect(codes).toEqual({
    name: "n",
    size: "s",
    gateway: "g",
    "gateway.mode": "m",
    list: "l",
    "list[].address": "p",
  });
});

describe("the declared inputs", () => {
  test.each<[JsonObject, string]>([
    [{}, ""],
    [{ other: 1 }, ""],
    [{ id: 1, ifExists: "adopt" }, ""],
    [{ name: "x" }, "n"],
    [{ name: "x", size: 0 }, "ns"],
    [{ size: false }, "s"],
    [{ gateway: null }, "g"],
    [{ gateway: {} }, "g"],
    [{ gateway: { mode: "a" } }, "gm"],
    [{ gateway: { mode: null } }, "gm"],
    [{ list: [] }, "l"],
    [{ list: [{}] }, "l"],
    [{ list: [{ address: "a" }] }, "lp0"],
    [{ list: [{}, { address: "a" }, {}, { address: null }] }, "lp1p3"],
    [{ gateway: "not known yet", list: "not known yet" }, "gl"],
  ])("%j is encoded as “%s”", (inputs, encoded) => {
    expect(encodeDeclared(inputs, codes)).toBe(encoded);
  });

  test("are decoded path by path", () => {
    const encoded = encodeDeclared({ gateway: { mode: "a" }, list: [{}, { address: "a" }] }, codes);
    const isDeclared = (path: string) => isDeclaredIn(encoded, path, codes);
    expect(["gateway", "gateway.mode", "list", "list[1].address"].map(isDeclared)).toEqual(
      Array(4).fill(true),
    );
    expect(["name", "size", "list[0].address", "list[11].address", "nothing", ""].map(isDeclared)).toEqual(
      Array(6).fill(false),
    );
  });

  test("contain no unknown paths", () => {
    expect(isDeclaredIn("anything", "constructor", codes)).toBe(false);
    expect(isDeclaredIn("", "name", codes)).toBe(false);
  });

  test("of any combination are decoded exactly", () => {
    const inputs = fc.record(
      {
        name: fc.string(),
        size: fc.integer(),
        gateway: fc.oneof(fc.constant(null), fc.record({ mode: fc.string() }, { requiredKeys: [] })),
        list: fc.array(fc.record({ id: fc.string(), address: fc.string() }, { requiredKeys: ["id"] }), {
          maxLength: 30,
        }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(inputs, (drawn) => {
        const args = JSON.parse(JSON.stringify(drawn)) as typeof drawn;
        const encoded = encodeDeclared(args as JsonObject, codes);
        const isDeclared = (path: string) => isDeclaredIn(encoded, path, codes);
        for (const name of ["name", "size", "gateway", "list"] as const)
          expect(isDeclared(name)).toBe(name in args);
        expect(isDeclared("gateway.mode")).toBe(typeof args.gateway?.mode === "string");
        for (let index = 0; index < 31; index++)
          expect(isDeclared(`list[${index}].address`)).toBe(args.list?.[index]?.address !== undefined);
      }),
    );
  });

  test("have one encoding, independent of their order", () => {
    const some = fc.subarray(["g", "l", "n", "p0", "p1", "p10", "p2"]).map((entries) => entries.join(""));
    fc.assert(
      fc.property(some, some, (one, other) => {
        expect(unite(one, other)).toBe(unite(other, one));
        expect(unite(one, one)).toBe(unite(one, ""));
        expect(unite(unite(one, other), one)).toBe(unite(one, other));
      }),
    );
  });

  test("of two runs are merged", () => {
    expect(unite("gn", "lp1")).toBe("glnp1");
    expect(unite("p1p2", "p12")).toBe("p1p12p2");
    expect(unite("", "")).toBe("");
  });

  test("of some inputs omit the others", () => {
    expect(restrict("glnp1p10s", { list: "l", "list[].address": "p" })).toBe("lp1p10");
  });
});
