import { cpSync, existsSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { projectEnv, root, run } from "../support/command";
import { temporaryFolder } from "../support/temporary-folder";

// `npm run release:pack`, in a copy of the repository, because it builds from scratch.

const REPOSITORY = "https://git.example.com/team/cloudplatform";
const DOWNLOADS = "https://downloads.example.com/cloudplatform";
const PLATFORM = `${process.platform}-${process.arch.replace("x64", "amd64")}`;

const copy = temporaryFolder();
let output: string;

beforeAll(async () => {
  const isCopied = (file: string) =>
    !/^(\.git|release|site)$|(^|\/)(node_modules|dist)$/.test(relative(root, file));
  cpSync(root, copy.path, { recursive: true, filter: isCopied });
  for (const folder of ["node_modules", "sdk/node_modules", "tests/tools/node_modules"])
    symlinkSync(join(root, folder), join(copy.path, folder), "junction");
  const options = ["--repository", REPOSITORY, "--plugin-url", DOWNLOADS, "--platform", PLATFORM];
  const args = [join("scripts", "release", "pack.mjs"), ...options];
  output = (await run("node", args, { cwd: copy.path, env: await projectEnv() })).stdout;
}, 300_000);

afterAll(() => copy.remove());

const readJson = (...file: string[]) => JSON.parse(readFileSync(join(...file), "utf8"));

test("the archive of the package is small", () => {
  const { name, version } = readJson(root, "sdk", "package.json");
  expect(statSync(join(copy.path, "release", `${name}-${version}.tgz`)).size).toBeLessThan(330_000);
});

test("the schemas of the plugin and of the package name the address from which Pulumi downloads the plugin", async () => {
  const { name, version } = readJson(root, "sdk", "package.json");
  const options = { cwd: join(copy.path, "release"), env: await projectEnv() };
  const archive = `pulumi-resource-cloudplatform-v${version}-${PLATFORM}.tar.gz`;
  await run("tar", ["-xzf", archive], options);
  const served = await run("pulumi", ["package", "get-schema", "./pulumi-resource-cloudplatform"], options);
  expect(JSON.parse(served.stdout)).toMatchObject({ version, pluginDownloadURL: DOWNLOADS });
  const packed = await run("tar", ["-xOf", `${name}-${version}.tgz`, "package/plugin/schema.json"], options);
  expect(JSON.parse(packed.stdout)).toMatchObject({ version, pluginDownloadURL: DOWNLOADS });
  const source = readJson(copy.path, "sdk", "plugin", "schema.json");
  expect(source).toEqual(readJson(root, "sdk", "plugin", "schema.json"));
});

test.each(["sdk", "simulator"])(
  "the package of %s has links to this version in the repository, an SBOM beside it, and no problem that publint or Are the types wrong? finds",
  async (folder) => {
    const source = readJson(root, folder, "package.json");
    const { name, version } = source;
    const archive = `${name}-${version}.tgz`;
    const options = { cwd: join(copy.path, "release"), env: process.env };
    const packed = async (file: string) =>
      (await run("tar", ["-xOf", archive, `package/${file}`], options)).stdout;

    expect(JSON.parse(await packed("package.json"))).toEqual({
      ...source,
      repository: { type: "git", url: `git+${REPOSITORY}.git`, directory: folder },
      homepage: `${REPOSITORY}#readme`,
      bugs: { url: `${REPOSITORY}/issues` },
    });
    expect(readJson(copy.path, folder, "package.json")).toEqual(source);

    const links = [...(await packed("README.md")).matchAll(/\]\(([^#)][^)]*)\)/g)];
    const base = `${REPOSITORY}/blob/v${version}/`;
    const files = links.map(([, link = ""]) => link.replace(base, "").replace(/#.*/, ""));
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    if (folder === "sdk") expect(await packed("docs/languages.md")).toContain(`](${base}README.md#python)`);

    const { metadata } = readJson(copy.path, "release", `${name}-${version}.cdx.json`);
    expect(metadata.component).toMatchObject({
      ...{ name, version },
      externalReferences: expect.arrayContaining([{ type: "vcs", url: `git+${REPOSITORY}.git` }]),
    });
    expect(output).toContain(`${archive}: no problems\n`);
  },
);
