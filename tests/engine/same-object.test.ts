import { describe, expect, test } from "@jest/globals";
import { failing } from "../support/command";
import { useDeployment } from "../support/deployment";
import { CREATE, changes } from "../support/platform";

// The preview fails if two resources of a program are the same object at the platform.

const { platform, stack } = useDeployment();

describe("the same resource under two Providers of one account", () => {
  const KEY_OF_STACK = 'const apiKey = new pulumi.Config("cloudplatform").requireSecret("apiKey");';

  /** Each Provider has its own process. */
  const underTwoProviders = (type: string, args: object) =>
    [KEY_OF_STACK, ...["one", "other"].map((name) => underProvider(name, type, args))].join("\n");

  const underProvider = (name: string, type: string, args: object) => `
const ${name} = new cloudplatform.Provider("${name}", { apiKey });
new cloudplatform.${type}("${name}", ${JSON.stringify(args)}, { provider: ${name} });`;

  test.each([
    ["QuotaNotificationThreshold", "a client has one threshold", { clientId: 42, threshold: 70 }],
    ["Router", "each would find the other's router", { projectId: 1, regionId: 2, name: "edge-router" }],
  ])("is rejected in the preview: %s", async (type, reason, args) => {
    stack.program(underTwoProviders(type, args));
    const preview = await failing(stack.preview());
    expect(preview.output).toMatch(
      new RegExp(`is the same as in another resource of this stack, (one|other): ${reason}`),
    );
    expect(changes(platform)).toEqual([]);
  });
});

describe("a new router whose resource name is the one from which another router got its name", () => {
  const router = (name: string, options = "{}") =>
    `const ${name} = new cloudplatform.Router("${name}", { projectId: 1, regionId: 2 }, ${options});`;

  test("gets another name, or fails in the preview", async () => {
    stack.program(router("edge"));
    await stack.up();
    const { id, name } = platform.routers.all()[0] ?? { id: "" };
    await stack.pulumi("state", "rename", (await stack.router()).urn, "core", "--yes");
    // The new router is checked first, before the other one is known.
    stack.program(router("edge") + router("core", "{ dependsOn: edge }"));
    const preview = await (await stack.begin("preview")).ended;
    const up = await (await stack.begin("up", "--yes", "--skip-preview")).ended;
    expect(up.code).toBe(preview.code);
    expect(platform.routers.get(id)?.name).toBe(name);
    const names = platform.routers.all().map((one) => one.name);
    expect(new Set(names).size).toBe(names.length);
    expect(platform.count(CREATE)).toBe(up.code === 0 ? 2 : 1);
  });
});
