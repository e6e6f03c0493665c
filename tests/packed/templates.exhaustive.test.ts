import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { root } from "../support/command";
import { usePackedProject } from "../support/packed-package";
import { changes, KEY } from "../support/platform";
import { counts } from "../support/stack";

// `pulumi new` with the template, whose projects install the packed package.

const { platform, stack, packed } = usePackedProject(async ({ env }) => {
  Object.assign(env, { npm_config_prefer_offline: "true" });
});

const inProject = (...args: string[]) => stack.pulumi("-C", join(stack.folder, "mine"), ...args);

/** A copy of the template whose projects install the package of this checkout, which may not be published. */
function template(): string {
  const folder = join(stack.folder, "template");
  cpSync(join(root, "templates/typescript"), folder, { recursive: true });
  const file = join(folder, "package.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  manifest.dependencies["pulumi-cloudplatform"] = `file:${join(stack.folder, packed.filename)}`;
  writeFileSync(file, JSON.stringify(manifest));
  return folder;
}

test("pulumi new creates a project and installs its packages", async () => {
  const values = { "cloudplatform:baseUrl": platform.url, projectId: "1", regionId: "2" };
  await stack.pulumi(
    ...["new", template(), "--dir", join(stack.folder, "mine"), "--name", "my-network"],
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
  expect(platform.requests).toContainEqual(
    expect.objectContaining({ method: "POST", path: "/cloud/v1/routers/1/2" }),
  );
  const [router] = platform.routers.all();
  const { stdout } = await inProject("stack", "output", "--json");
  expect(JSON.parse(stdout)).toMatchObject({ routerId: router?.id });
  await inProject("destroy", "--yes", "--skip-preview");
  expect(platform.routers.all()).toEqual([]);
});
