import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { root } from "../support/command";
import { usePackedProject } from "../support/packed-package";
import { changes, KEY } from "../support/platform";
import { counts } from "../support/stack";

// `pulumi new` with the templates, whose projects install the packed package.

const { platform, stack, packed } = usePackedProject(async ({ env }) => {
  Object.assign(env, { npm_config_prefer_offline: "true" });
});

/** A copy of a template whose projects install the package of this checkout, which may not be published. */
function templateOf(name: string): string {
  const folder = join(stack.folder, `${name}-template`);
  cpSync(join(root, "templates", name), folder, { recursive: true });
  const file = join(folder, "package.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  manifest.dependencies["pulumi-cloudplatform"] = `file:${join(stack.folder, packed.filename)}`;
  writeFileSync(file, JSON.stringify(manifest));
  return folder;
}

describe.each([
  { name: "typescript", config: { projectId: "1", regionId: "2" }, path: "/cloud/v1/routers/1/2" },
  { name: "declarative", config: {}, path: "/cloud/v1/routers/1234/76" },
])("the template $name", ({ name, config, path }) => {
  const inProject = (...args: string[]) => stack.pulumi("-C", join(stack.folder, name), ...args);

  test("pulumi new creates a project and installs its packages", async () => {
    const values = { "cloudplatform:baseUrl": platform.url, ...config };
    await stack.pulumi(
      ...["new", templateOf(name), "--dir", join(stack.folder, name), "--name", `my-${name}`],
      ...["--description", "Mine", "--stack", "dev", "--yes"],
      ...Object.entries(values).flatMap(([key, value]) => ["--config", `${key}=${value}`]),
    );
    // Without a terminal, the CLI cannot ask for the key.
    await inProject("config", "set", "--secret", "cloudplatform:apiKey", KEY);
  });

  test("the project creates a router, and destroys it", async () => {
    expect(counts(await inProject("preview"))).toEqual({ "to create": 2 });
    expect(changes(platform)).toEqual([]);
    await inProject("up", "--yes", "--skip-preview");
    expect(platform.requests).toContainEqual(expect.objectContaining({ method: "POST", path }));
    const [router] = platform.routers.all();
    const { stdout } = await inProject("stack", "output", "--json");
    expect(JSON.parse(stdout)).toMatchObject({ routerId: router?.id });
    await inProject("destroy", "--yes", "--skip-preview");
    expect(platform.routers.all()).toEqual([]);
  });
});
