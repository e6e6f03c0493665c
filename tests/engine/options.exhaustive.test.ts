import { describe, expect, test } from "@jest/globals";
import { failing, run } from "../support/command";
import { useDeployment } from "../support/deployment";
import { changes, KEY } from "../support/platform";
import { counts } from "../support/stack";

// Pulumi's resource options have their usual effect on a router.

const { platform, stack } = useDeployment();

const program = ({ region = 2, name = "replaced-1", shared = "shared" }) => `
const here = { projectId: 1, regionId: 2 };
new cloudplatform.Router("ignoring", { ...here, name: "ignoring", routes: [] }, { ignoreChanges: ["routes"] });
new cloudplatform.Router("retained", { ...here, name: "retained" }, { retainOnDelete: true });
new cloudplatform.Router("moved", { ...here, regionId: ${region}, name: "moved" }, { deleteBeforeReplace: true });
new cloudplatform.Router("replaced", { ...here, name: "${name}" }, { replaceOnChanges: ["name"] });
new cloudplatform.Router("secret", { ...here, name: pulumi.secret("nobody-reads-this") });
new cloudplatform.Router("${shared}", { ...here, name: "aliased" }, { aliases: [{ name: "shared" }] });
const token = new cloudplatform.Router("token", { ...here, name: "token" }).routerId.apply(() => "${KEY}");
const late = new cloudplatform.Provider("late", { apiKey: token });
new cloudplatform.Router("late", { ...here, name: "late" }, { provider: late });`;

const routerNamed = (name: string) => platform.routers.all().find((router) => router.name === name);

describe("resource options", () => {
  test("a preview with a provider whose key is unknown works, and changes nothing", async () => {
    stack.program(program({}));
    await stack.preview();
    expect(changes(platform)).toEqual([]);
  });

  test("up creates all routers", async () => {
    await stack.up();
    expect(platform.routers.all()).toHaveLength(8);
    expect(counts(await stack.up("--expect-no-changes"))).toEqual({ unchanged: 10 });
  });

  test("a secret name is not in clear text in the state", async () => {
    expect(routerNamed("nobody-reads-this")).toBeDefined();
    expect(await stack.export()).not.toContain("nobody-reads-this");
  });

  test("each option has its effect", async () => {
    const route = { destination: "192.168.1.0/24", nexthop: "10.0.1.9" };
    platform.routers.change(routerNamed("ignoring")?.id ?? "", { routes: [route] });
    stack.program(program({ region: 3, name: "replaced-2", shared: "shared-otherwise" }));
    await stack.up("--refresh");
    const sent = changes(platform);
    const order = (...wanted: string[]) => wanted.map((call) => sent.findIndex(([each]) => each === call));
    // ignoreChanges leaves the routes that somebody else added. aliases name the same router.
    expect(sent.filter(([call]) => call.startsWith("PATCH"))).toEqual([]);
    expect(routerNamed("ignoring")?.routes).toEqual([route]);
    // deleteBeforeReplace
    const [deleted, created] = order("DELETE /cloud/v1/routers/1/2/{id}", "POST /cloud/v1/routers/1/3");
    expect(deleted).toBeGreaterThanOrEqual(0);
    expect(created).toBeGreaterThan(deleted as number);
    // replaceOnChanges creates a new router for a new name, which would otherwise be an update.
    expect(sent).toContainEqual(["POST /cloud/v1/routers/1/2", { name: "replaced-2" }]);
    expect(routerNamed("replaced-1")).toBeUndefined();
    expect(platform.routers.all()).toHaveLength(8);
  });

  test("destroy deletes all routers except the retained one", async () => {
    await stack.destroy();
    expect(platform.routers.all().map(({ name }) => name)).toEqual(["retained"]);
  });
});

describe("protect, deletedWith and transformations", () => {
  const declare = (protect: boolean) =>
    stack.program(`
const place = { projectId: 1, regionId: 2 };
const owner = new cloudplatform.Router("owner", { ...place, name: "owner" });
new cloudplatform.Router("part", { ...place, name: "part" }, { deletedWith: owner });
new cloudplatform.Router("guarded", { ...place, name: "guarded" }, { protect: ${protect} });
new cloudplatform.Router("transformed", { ...place, name: "declared" }, {
  transformations: [({ props, opts }) => ({ props: { ...props, name: \`\${props.name}-and-transformed\` }, opts })],
});`);
  let ids: Record<string, string>;

  test("transformations change the inputs, and the next up has no change", async () => {
    declare(true);
    await stack.up();
    ids = Object.fromEntries(platform.routers.all().map(({ id, name }) => [name, id]));
    expect(Object.keys(ids)).toEqual(
      expect.arrayContaining(["declared-and-transformed", "guarded", "owner", "part"]),
    );
    expect(counts(await stack.up("--expect-no-changes"))).toEqual({ unchanged: 5 });
  });

  test("destroy rejects the protected router, and sends no DELETE for a router with deletedWith", async () => {
    const destroy = await failing(stack.destroy());
    expect(destroy.output).toContain('Router::guarded" cannot be deleted');
    const deleted = platform.requests.filter(({ method }) => method === "DELETE").map(({ path }) => path);
    expect(deleted.sort()).toEqual(
      [ids.owner, ids["declared-and-transformed"]].map((id) => `/cloud/v1/routers/1/2/${id}`).sort(),
    );
    expect((await stack.resources()).map(({ id }) => id)).toEqual([ids.guarded]);
  });

  test("without protect destroy deletes the router", async () => {
    await stack.pulumi("state", "unprotect", "--all", "--yes");
    await stack.destroy();
    expect(routerNamed("guarded")).toBeUndefined();
    expect(await stack.resources()).toEqual([]);
  });
});

describe("transforms, which run in the engine", () => {
  // Older language hosts do not serve transforms. The host of inline programs of the Automation API does.
  const AUTOMATION = `
const { LocalWorkspace } = require("@pulumi/pulumi/automation");
const pulumi = require("@pulumi/pulumi");
const cloudplatform = require("pulumi-cloudplatform");

const isRouter = (type) => type === "pulumi-nodejs:dynamic/cloudplatform:Router";
const ending = (text) => ({ type, props, opts }) =>
  isRouter(type) ? { props: { ...props, name: props.name + text }, opts } : undefined;

async function program() {
  pulumi.runtime.registerResourceTransform(ending("-by-stack"));
  const router = new cloudplatform.Router(
    "edge",
    { projectId: 1, regionId: 2, name: "edge" },
    { transforms: [ending("-by-resource")] },
  );
  new cloudplatform.QuotaNotificationThreshold("early", { clientId: 42, threshold: 70 });
  return { name: router.name };
}

async function main() {
  const at = { workDir: process.cwd() };
  const stack = await LocalWorkspace.selectStack({ stackName: "dev", projectName: "demo", program }, at);
  const first = await stack.up();
  const second = await stack.up({ expectNoChanges: true });
  console.log(JSON.stringify([first, second].map(({ outputs, summary }) => [outputs.name.value, summary.resourceChanges])));
}

main();`;

  test("change the inputs of resources, and the next up has no change", async () => {
    stack.write("automation.cjs", AUTOMATION);
    const { stdout } = await run("node", ["automation.cjs"], { cwd: stack.folder, env: stack.env });
    const name = "edge-by-resource-by-stack";
    expect(JSON.parse(stdout)).toEqual([
      [name, { create: 3 }],
      [name, { same: 3 }],
    ]);
    expect(changes(platform)).toContainEqual(["POST /cloud/v1/routers/1/2", { name }]);
    expect((await stack.router()).outputs.name).toBe(name);
    await stack.destroy();
    expect(routerNamed(name)).toBeUndefined();
  });

  const REFUSED = `
const { LocalWorkspace } = require("@pulumi/pulumi/automation");
const pulumi = require("@pulumi/pulumi");
const cloudplatform = require("pulumi-cloudplatform");

const secretName = ({ props, opts }) =>
  "regionId" in props ? { props: { ...props, name: pulumi.secret("hunter2!") }, opts } : undefined;

// In an inline program the SDK loses the secret marks of transforms; in a program file it does not.
require("@pulumi/pulumi/runtime/state").getGlobalStore().supportsSecrets = true;

async function program() {
  const of = (owner) => (process.argv[2] === owner ? [secretName] : []);
  for (const transform of of("stack")) pulumi.runtime.registerResourceTransform(transform);
  const parent = new pulumi.ComponentResource("company:index:Office", "office", {}, { transforms: of("parent") });
  new cloudplatform.Router("edge", { projectId: 1, regionId: 2 }, { parent, transforms: of("resource") });
}

async function main() {
  const stack = await LocalWorkspace.selectStack({ stackName: "dev", projectName: "demo", program }, { workDir: process.cwd() });
  await stack.preview().catch((error) => console.log(error.message));
}

main();`;

  test.each(["stack", "parent", "resource"])(
    "a secret that a transform of the %s marks is masked",
    async (owner) => {
      stack.write("automation.cjs", REFUSED);
      const { stdout } = await run("node", ["automation.cjs", owner], { cwd: stack.folder, env: stack.env });
      expect(stdout).toContain("must have 3 to 63 characters");
      expect(stdout).not.toContain("hunter2");
    },
  );
});
