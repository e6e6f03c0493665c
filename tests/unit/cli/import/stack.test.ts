import { describe, expect, test } from "@jest/globals";
import { ManagedResources, urnEnd } from "../../../../sdk/src/cli/import/stack";
import type { StateResource } from "../../../../sdk/src/cli/pulumi";
import type { AnyResource } from "../../../../sdk/src/lifecycle/resource";
import { handler as router } from "../../../../sdk/src/resources/router/handler";
import { KEY, NO_ROUTER } from "../../../support/platform";

/** How `pulumi stack export --show-secrets` writes a secret. */
const SECRET = {
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  plaintext: '"a \\"key\\""',
};

describe("the state of a stack", () => {
  const urn = (type: string, name: string) => `urn:pulumi:dev::demo::${type}::${name}`;
  const providers = ["https://one.example.com", "https://two.example.com/"].map(
    (baseUrl, index): StateResource => ({
      urn: urn("pulumi:providers:pulumi-nodejs", `account-${index}`),
      type: "pulumi:providers:pulumi-nodejs",
      inputs: { "cloudplatform:baseUrl": baseUrl, "cloudplatform:apiKey": SECRET },
    }),
  );
  const type = "pulumi-nodejs:dynamic/cloudplatform:Router";
  const managed = (one: Partial<StateResource>, parent?: string) =>
    new ManagedResources(router as unknown as AnyResource, {
      resources: [
        ...providers,
        { urn: urn("pulumi:pulumi:Stack", "demo-dev"), type: "pulumi:pulumi:Stack" },
        { urn: urn(type, "edge"), type, id: NO_ROUTER, provider: `${providers[0]?.urn}::1`, ...one },
      ],
      config: { "cloudplatform:baseUrl": { value: "https://two.example.com" } },
      settings: {
        get: (key) =>
          ({ "cloudplatform:baseUrl": "https://one.example.com", "cloudplatform:apiKey": KEY })[key],
      },
      provider: providers[0] as StateResource,
      parent,
    });
  const nameOfObject = (resources: ManagedResources, id = NO_ROUTER) => resources.find(id)?.name;

  test("has a resource for an object, by its id", () => {
    expect(nameOfObject(managed({}), NO_ROUTER.toUpperCase())).toBe("edge");
    expect(nameOfObject(managed({ id: "pending:1", outputs: { routerId: NO_ROUTER } }))).toBe("edge");
    expect(nameOfObject(managed({}), "another")).toBeUndefined();
  });

  test("has a resource of another language", () => {
    const token = "cloudplatform:index:Router";
    expect(nameOfObject(managed({ urn: urn(token, "edge"), type: token }))).toBe("edge");
  });

  test("has another object with the same id on another platform", () => {
    expect(nameOfObject(managed({ provider: `${providers[1]?.urn}::1` }))).toBeUndefined();
    const byDefault = `${urn("pulumi:providers:pulumi-nodejs", "default")}::1`;
    expect(nameOfObject(managed({ provider: byDefault }))).toBeUndefined();
  });

  test("does not have a replaced resource that still has to be deleted", () => {
    expect(nameOfObject(managed({ delete: true }))).toBeUndefined();
    expect(managed({ delete: true }).idOf("edge")).toBeUndefined();
  });

  test("does not manage an object that `get` reads, but has its name", () => {
    expect(nameOfObject(managed({ external: true }))).toBeUndefined();
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

  test("has the declared inputs of resources with the same Provider", () => {
    const inputs = { projectId: 1, __provider: "text" };
    expect(managed({ inputs }).ofAccount.map((one) => one.inputs)).toEqual([{ projectId: 1 }]);
    expect(managed({ inputs, provider: `${providers[1]?.urn}::1` }).ofAccount).toEqual([]);
  });

  test.each([
    ["`pulumi import` has added it", { protect: true }, true],
    ["a program declares it", { protect: true, propertyDependencies: {} }, false],
    ["a program declares it, after a refresh", { protect: true, sourcePosition: "index.ts#3,14" }, false],
    ["it was refreshed, and its program has no known line", {}, false],
  ])("has an undeclared resource only if no program has it: %s", (_, one, isUndeclared) => {
    const parent = urn("pulumi:pulumi:Stack", "demo-dev");
    expect(managed({ ...one, parent }).find(NO_ROUTER)).toMatchObject({ isUndeclared });
  });
});
