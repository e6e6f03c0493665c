import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { root, run, start } from "../support/command";
import { MANIFESTS } from "../support/operator-schema";

// The manifests of examples/gitops/operator by kubeconform, which is built from its Go module.

const MODULE = join(__dirname, "kubeconform");
const FOLDER = join(root, "examples", "gitops", "operator");
const MANIFEST = readFileSync(join(FOLDER, "stack.yaml"), "utf8");

// In the folder of a module, Go fails if it is too old for the module and cannot fetch another Go.
if (spawnSync("go", ["version"], { cwd: MODULE }).status === 0) describe("kubeconform", checkManifests);
else test.skip("the manifests by kubeconform: skipped, because no Go for it is on the PATH", () => {});

function checkManifests() {
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "cloudplatform-kubeconform-"));
    const cache = join(root, "node_modules", ".cache", "go");
    const env = { GOMODCACHE: join(cache, "modules"), GOCACHE: join(cache, "build"), GOFLAGS: "-modcacherw" };
    const program = "github.com/yannh/kubeconform/cmd/kubeconform";
    await run("go", ["build", "-mod=readonly", "-o", folder, program], {
      cwd: MODULE,
      env: { ...process.env, ...env, GOWORK: "off" },
    });
    mkdirSync(join(folder, "schemas"));
    for (const [kind, schema] of Object.entries(MANIFESTS))
      writeFileSync(join(folder, "schemas", `${kind.toLowerCase()}.json`), JSON.stringify(schema));
  }, 300_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function check(manifests: string) {
    writeFileSync(join(folder, "stack.yaml"), manifests);
    const schemas = join("schemas", "{{ .ResourceKind }}.json");
    const args = ["-strict", "-summary", "-output", "json", "-schema-location", schemas, "stack.yaml"];
    const { stdout } = await start(join(folder, "kubeconform"), args, { cwd: folder, env: process.env })
      .ended;
    return JSON.parse(stdout);
  }

  test.each(readdirSync(FOLDER))("accepts the manifests of %s", async (file) => {
    const manifests = readFileSync(join(FOLDER, file), "utf8");
    const { summary, resources } = await check(manifests);
    expect({ summary, resources }).toEqual({
      summary: { valid: manifests.match(/^kind: /gm)?.length, invalid: 0, errors: 0, skipped: 0 },
      resources: [],
    });
  });

  test.each([
    ["a misspelt field", "resyncFrequencySeconds: 3600", "resyncFrequencySecond: 3600", "statusInvalid"],
    ["an invalid value", "resyncFrequencySeconds: 3600", "resyncFrequencySeconds: 1h", "statusInvalid"],
    ["a field that is there twice", "branch: main", "branch: main\n  branch: main", "statusError"],
    ["an unknown kind", "kind: Stack\n", "kind: Stacks\n", "statusError"],
  ])("refuses %s", async (_what, text, replacement, status) => {
    expect(MANIFEST).toContain(text);
    const { resources } = await check(MANIFEST.replace(text, replacement));
    expect(resources).toEqual([expect.objectContaining({ status })]);
  });
}
