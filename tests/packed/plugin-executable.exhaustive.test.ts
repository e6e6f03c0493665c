import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { parse, stringify } from "yaml";
import { eventually, root, run } from "../support/command";
import { useDeployment } from "../support/deployment";
import { callScript } from "../support/script-module";
import { temporaryFolder } from "../support/temporary-folder";

// The plugin of a release: one executable, which Pulumi downloads, for machines without Node.

const PLATFORM = `${process.platform}-${process.arch.replace("x64", "amd64")}`;
const ARCHIVE = `pulumi-resource-cloudplatform-v0.1.0-${PLATFORM}.tar.gz`;

const release = temporaryFolder();
/** The archive, unpacked. */
const plugin = join(release.path, "plugin");

beforeAll(async () => {
  await callScript("release/plugin.mjs", "packPlugin", release.path, [PLATFORM]);
  mkdirSync(plugin);
  await run("tar", ["-xzf", ARCHIVE, "-C", plugin], { cwd: release.path, env: process.env });
}, 300_000);

afterAll(() => release.remove());

test("the archive has the executable at its top, and the licenses of what is in it", () => {
  expect(readdirSync(plugin)).toEqual(["LICENSE", "pulumi-resource-cloudplatform"]);
  const text = readFileSync(join(plugin, "LICENSE"), "utf8");
  const licensed = [...text.matchAll(/^(\S+) [\d.]+ \(.+\)$/gm)].map(([, name]) => name);
  expect(licensed).toEqual(
    expect.arrayContaining(["pulumi-cloudplatform", "undici", "zod", "@grpc/grpc-js", "google-protobuf"]),
  );
  expect(statSync(join(release.path, ARCHIVE)).size).toBeLessThan(60e6);
});

describe("on a machine without Node", () => {
  const { platform, stack } = useDeployment({ taskTime: 0 }, { installs: true });
  let url: string;

  /** The address of the release, as that of its page. */
  const server = createServer(({ url: path = "" }, response) => {
    const file = join(release.path, path);
    if (existsSync(file)) response.end(readFileSync(file));
    else response.writeHead(404).end();
  });

  beforeAll(async () => {
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    stack.env.PATH = await withoutNode(stack.env.PATH);
  });

  afterAll(() => void server.close());

  /** A folder with the CLI alone. */
  async function withoutNode(path = ""): Promise<string> {
    const cli =
      path.split(delimiter).find((folder) => existsSync(join(folder, "pulumi-language-yaml"))) ?? "";
    const bin = join(release.path, "bin");
    mkdirSync(bin);
    for (const name of readdirSync(cli).filter((file) => /^pulumi(-language-yaml)?$/.test(file)))
      symlinkSync(join(cli, name), join(bin, name));
    expect(spawnSync("node", { env: { PATH: bin } }).error).toMatchObject({ code: "ENOENT" });
    return bin;
  }

  /** The program of the quickstart, without the folder of the plugin. */
  function writeProgram(): void {
    const page = readFileSync(join(root, "docs", "quickstart.md"), "utf8");
    const [, block = ""] = /^```yaml\n(.*?)^```$/ms.exec(page) ?? [];
    const { plugins, ...program } = parse(block);
    expect(plugins).toBeDefined();
    stack.write("Pulumi.yaml", stringify({ ...program, name: "demo" }));
  }

  test("the quickstart runs with the plugin that pulumi plugin install has downloaded", async () => {
    await stack.pulumi("plugin", "install", "resource", "cloudplatform", "0.1.0", "--server", url);
    writeProgram();
    expect((await stack.preview()).output).not.toContain("warning");
    await stack.up();
    expect(platform.routers.all()).toMatchObject([{ name: "edge-router" }]);
    await stack.up("--expect-no-changes");
  });

  test("a run has its log", async () => {
    platform.routers.change(platform.routers.all()[0]?.id ?? "", { name: "renamed by hand" });
    stack.env.CLOUDPLATFORM_LOG = join(stack.folder, "run.jsonl");
    const { output } = await stack.up();
    expect(output).not.toContain("warning");
    expect(readFileSync(stack.env.CLOUDPLATFORM_LOG, "utf8")).toContain('"PATCH"');
    delete stack.env.CLOUDPLATFORM_LOG;
  });

  /** The arguments with which a project gets the package. */
  const ADDED = {
    "the address": () => ["cloudplatform@0.1.0", "--server", url],
    "the schema of a release, which has the address": () => {
      const schema = JSON.parse(readFileSync(join(root, "sdk", "plugin", "schema.json"), "utf8"));
      stack.write("schema.json", JSON.stringify({ ...schema, pluginDownloadURL: url }));
      return ["./schema.json"];
    },
  };

  test.each(Object.entries(ADDED))(
    "pulumi install downloads it for a project that was given %s",
    async (_, args) => {
      rmSync(join(stack.folder, "sdks"), { recursive: true, force: true });
      // The host of YAML that set-up builds lacks the last step of this command, which changes nothing in a program in YAML.
      await (await stack.begin("package", "add", ...args())).ended;
      const installed = join(stack.env.PULUMI_HOME ?? "", "plugins");
      rmSync(installed, { recursive: true });
      await stack.pulumi("install");
      expect(readdirSync(installed)).toContain("resource-cloudplatform-v0.1.0");
      await stack.up("--expect-no-changes");
    },
  );

  test("destroy leaves no router, and no process", async () => {
    await stack.destroy();
    expect(platform.routers.all()).toEqual([]);
    await eventually(() => stack.processes().length === 0);
  });
});
