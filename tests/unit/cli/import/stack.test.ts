import { describe, expect, test } from "@jest/globals";
import { ManagedResources, urnEnd } from "../../../../sdk/src/cli/import/stack";
import type { StateResource } from "../../../../sdk/src/cli/pulumi";
import type { AnyHandler } from "../../../../sdk/src/lifecycle/handler";
import { handler as router } from "../../../../sdk/src/resources/router/handler";
import { NO_ROUTER } from "../../../support/platform";

describe("the state of a stack", () => {
  const urn = (type: string, name: string) => `urn:pulumi:dev::demo::${type}::${name}`;
  const providers = ["https://one.example.com", "https://two.example.com/"].map(
    (baseUrl, index): StateResource => ({
      urn: urn("pulumi:providers:pulumi-nodejs", `account-${index}`),
      type: "pulumi:providers:pulumi-nodejs",
      inputs: {
        "cloudplatform:baseUrl": baseUrl,
        "cloudplatform:apiKey": {
          "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
          plaintext: '"a \\"key\\""',
        },
      },
    }),
  );
  const type = "pulumi-nodejs:dynamic/cloudplatform:Router";
  const managed = (one: Partial<StateResource>, parent?: string) =>
    new ManagedResources(
      router as unknown as AnyHandler,
      [
        ...providers,
        { urn: urn(type, "edge"), type, id: NO_ROUTER, provider: `${providers[0]?.urn}::1`, ...one },
      ],
      { baseUrl: "https://one.example.com", parent },
    );

  test("has a resource for an object, by its id", () => {
    expect(managed({}).nameOfObject(NO_ROUTER.toUpperCase())).toBe("edge");
    expect(managed({ id: "pending:1", outputs: { routerId: NO_ROUTER } }).nameOfObject(NO_ROUTER)).toBe(
      "edge",
    );
    expect(managed({}).nameOfObject("another")).toBeUndefined();
  });

  test("has another object with the same id on another platform", () => {
    expect(managed({ provider: `${providers[1]?.urn}::1` }).nameOfObject(NO_ROUTER)).toBeUndefined();
  });

  test("does not have a replaced resource that still has to be deleted", () => {
    expect(managed({ delete: true }).nameOfObject(NO_ROUTER)).toBeUndefined();
    expect(managed({ delete: true }).idOf("edge")).toBeUndefined();
  });

  test("does not manage an object that `get` reads, but has its name", () => {
    expect(managed({ external: true }).nameOfObject(NO_ROUTER)).toBeUndefined();
    expect(managed({ external: true }).idOf("edge")).toBe(NO_ROUTER);
  });

  test("has the name of a resource with the same parent", () => {
    const child = { urn: urn(`my:Component$${type}`, "edge") };
    const parent = urn("my:Component", "office");
    expect(managed({}).idOf("edge")).toBe(NO_ROUTER);
    expect(managed({}, parent).idOf("edge")).toBeUndefined();
    expect(managed(child).idOf("edge")).toBeUndefined();
    expect(managed(child, parent).idOf("edge")).toBe(NO_ROUTER);
    expect(child.urn.endsWith(urnEnd("Router", "edge", parent))).toBe(true);
  });

  test("has the declared inputs", () => {
    expect(managed({ inputs: { projectId: 1, __provider: "text" } }).inputs).toEqual([{ projectId: 1 }]);
  });
});
