import { expect, test } from "@jest/globals";
import { failing } from "../support/command";
import { useDeployment } from "../support/deployment";
import { changes, KEY } from "../support/platform";

// Pulumi's resource options have their usual effect on a router.

const { platform, stack } = useDeployment();

const routerNamed = (name: string) => platform.routers.all().find((router) => router.name === name);

const program = ({ region = 2, name = "replaced-1", shared = "shared", protect = true }) => `
const here = { projectId: 1, regionId: 2 };
new cloudplatform.Router("ignoring", { ...here, name: "ignoring", routes: [] }, { ignoreChanges: ["routes"] });
new cloudplatform.Router("retained", { ...here, name: "retained" }, { retainOnDelete: true });
new cloudplatform.Router("moved", { ...here, regionId: ${region}, name: "moved" }, { deleteBeforeReplace: true });
new cloudplatform.Router("replaced", { ...here, name: "${name}" }, { replaceOnChanges: ["name"] });
new cloudplatform.Router("${shared}", { ...here, name: "aliased" }, { aliases: [{ name: "shared" }] });
const owner = new cloudplatform.Router("owner", { ...here, name: "owner" });
new cloudplatform.Router("part", { ...here, name: "part" }, { deletedWith: owner });
new cloudplatform.Router("guarded", { ...here, name: "guarded" }, { protect: ${protect} });
new cloudplatform.Router("transformed", { ...here, name: "declared" }, {
  transformations: [({ props, opts }) => ({ props: { ...props, name: \`\${props.name}-and-transformed\` }, opts })],
});
const token = owner.routerId.apply(() => "${KEY}");
const late = new cloudplatform.Provider("late", { apiKey: token });
new cloudplatform.Router("late", { ...here, name: "late" }, { provider: late });`;

test("routers with each option are created, also under a Provider whose key is unknown in the preview", async () => {
  stack.program(program({}));
  await stack.preview();
  expect(changes(platform)).toEqual([]);
  await stack.up();
  expect(platform.routers.all()).toHaveLength(10);
  expect(routerNamed("declared-and-transformed")).toBeDefined();
  await stack.up("--expect-no-changes");
});

test("ignoreChanges, aliases, deleteBeforeReplace and replaceOnChanges have their effect", async () => {
  const route = { destination: "192.168.1.0/24", nexthop: "10.0.1.9" };
  platform.routers.change(routerNamed("ignoring")?.id ?? "", { routes: [route] });
  stack.program(program({ region: 3, name: "replaced-2", shared: "shared-otherwise" }));
  await stack.up("--refresh");
  const sent = changes(platform).map(([call]) => call);
  // ignoreChanges leaves the routes that somebody else added. aliases name the same router.
  expect(sent.filter((call) => call.startsWith("PATCH"))).toEqual([]);
  expect(routerNamed("ignoring")?.routes).toEqual([route]);
  // deleteBeforeReplace
  const deleted = sent.indexOf("DELETE /cloud/v1/routers/1/2/{id}");
  expect(deleted).toBeGreaterThanOrEqual(0);
  expect(sent.indexOf("POST /cloud/v1/routers/1/3")).toBeGreaterThan(deleted);
  // replaceOnChanges creates a new router for a new name, which would otherwise be an update.
  expect(changes(platform)).toContainEqual(["POST /cloud/v1/routers/1/2", { name: "replaced-2" }]);
  expect(routerNamed("replaced-1")).toBeUndefined();
  expect(platform.routers.all()).toHaveLength(10);
});

test("destroy rejects a protected router, sends no DELETE for one with deletedWith, and leaves a retained one", async () => {
  const part = routerNamed("part")?.id;
  const guarded = routerNamed("guarded")?.id;
  const { output } = await failing(stack.destroy());
  expect(output).toContain('Router::guarded" cannot be deleted');
  expect((await stack.resources()).map(({ id }) => id)).toEqual([guarded]);
  expect(platform.count({ method: "DELETE", path: new RegExp(`${part}`) })).toBe(0);
  await stack.pulumi("state", "unprotect", "--all", "--yes");
  await stack.destroy();
  expect(await stack.resources()).toEqual([]);
  expect(platform.routers.all().map(({ name }) => name)).toEqual(["retained", "part"]);
});
