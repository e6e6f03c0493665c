import { expect, test } from "@jest/globals";
import { failing } from "../support/command";
import { useDeployment } from "../support/deployment";
import { CREATE, changes } from "../support/platform";

// The preview fails if two resources of a program are the same object at the platform.

const { platform, stack } = useDeployment();

test.each([
  ["QuotaNotificationThreshold", "a client has one threshold", { clientId: 42, threshold: 70 }],
  ["Router", "each would find the other's router", { projectId: 1, regionId: 2, name: "edge-router" }],
])(
  "the same %s under two Providers of one account, with two processes, is rejected in the preview",
  async (type, reason, args) => {
    const underProvider = (name: string) => `
const ${name} = new cloudplatform.Provider("${name}", { apiKey });
new cloudplatform.${type}("${name}", ${JSON.stringify(args)}, { provider: ${name} });`;
    const key = 'const apiKey = new pulumi.Config("cloudplatform").requireSecret("apiKey");';
    stack.program([key, ...["one", "other"].map(underProvider)].join("\n"));
    const { output } = await failing(stack.preview());
    const same = `is the same as in another resource of this stack, (one|other): ${reason}`;
    expect(output).toMatch(new RegExp(same));
    expect(changes(platform)).toEqual([]);
  },
);

test("a new router whose resource name once named another router gets another name, or fails in the preview", async () => {
  const router = (name: string, options = "{}") =>
    `const ${name} = new cloudplatform.Router("${name}", { projectId: 1, regionId: 2 }, ${options});`;
  stack.program(router("edge"));
  await stack.up();
  const [first] = platform.routers.all();
  await stack.pulumi("state", "rename", (await stack.router()).urn, "core", "--yes");
  // The new router is checked first, before the other one is known.
  stack.program(router("edge") + router("core", "{ dependsOn: edge }"));
  const preview = await (await stack.begin("preview")).ended;
  const up = await (await stack.begin("up", "--yes", "--skip-preview")).ended;
  expect(up.code).toBe(preview.code);
  expect(platform.routers.get(first?.id ?? "")?.name).toBe(first?.name);
  const names = platform.routers.all().map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(platform.count(CREATE)).toBe(up.code === 0 ? 2 : 1);
});
