import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { projectEnv, root, run } from "../support/command";

// `npm run release:pack`, in a copy of the repository, because it builds from scratch.

const REPOSITORY = "https://git.example.com/team/cloudplatform";

let copy: string;
let output: string;

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), "cloudplatform-release-"));
  const isCopied = (file: string) =>
    !/^(\.git|release|site)$|(^|\/)(node_modules|dist)$/.test(relative(root, file));
  cpSync(root, copy, { recursive: true, filter: isCopied });
  for (const folder of ["node_modules", "sdk/node_modules"])
    symlinkSync(join(root, folder), join(copy, folder), "junction");
  const script = join("scripts", "release", "pack.mjs");
  // npm needs the modules that are lazy in Pulumi's processes.
  const { NODE_OPTIONS: _, ...env } = await projectEnv();
  const options = { cwd: copy, env };
  output = (await run("node", [script, "--repository", REPOSITORY], options)).stdout;
}, 120_000);

afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe.each(["sdk", "simulator"])("the package of %s", (folder) => {
  const manifest = (checkout: string) =>
    JSON.parse(readFileSync(join(checkout, folder, "package.json"), "utf8"));
  const source = manifest(root);
  const archive = `${source.name}-${source.version}.tgz`;

  async function packed(file: string): Promise<string> {
    const options = { cwd: join(copy, "release"), env: process.env };
    return (await run("tar", ["-xOf", archive, `package/${file}`], options)).stdout;
  }

  test("has links to the repository, which the sources do not have", async () => {
    expect(JSON.parse(await packed("package.json"))).toEqual({
      ...source,
      repository: { type: "git", url: `git+${REPOSITORY}.git`, directory: folder },
      homepage: `${REPOSITORY}#readme`,
      bugs: { url: `${REPOSITORY}/issues` },
    });
    expect(manifest(copy)).toEqual(source);
  });

  test("has a README whose links are files of this version in the repository", async () => {
    const links = [...(await packed("README.md")).matchAll(/\]\(([^#)][^)]*)\)/g)].map(
      ([, link]) => link as string,
    );
    const base = `${REPOSITORY}/blob/v${source.version}/`;
    const files = links.map((link) => link.replace(base, "").replace(/#.*/, ""));
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  test("has docs whose links are in the package or files of this version in the repository", async () => {
    if (folder !== "sdk") return;
    const page = await packed("docs/README.md");
    expect(page).toContain("](quickstart.md)");
    expect(page).toContain(`](${REPOSITORY}/blob/v${source.version}/SECURITY.md)`);
  });

  test("has an SBOM beside it, with the links to the repository", () => {
    const { name, version } = source;
    const { metadata } = JSON.parse(
      readFileSync(join(copy, "release", `${name}-${version}.cdx.json`), "utf8"),
    );
    expect(metadata.component).toMatchObject({
      name,
      version,
      externalReferences: expect.arrayContaining([{ type: "vcs", url: `git+${REPOSITORY}.git` }]),
    });
  });

  test("has no problems that publint or Are the types wrong? finds", () => {
    expect(output).toContain(`${archive}: no problems\n`);
  });
});
