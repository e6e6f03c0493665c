import fs from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { projectEnv, run } from "../support/command";
import { useDeployment } from "../support/deployment";
import { keysUsed } from "../support/platform";
import { counts } from "../support/stack";
import { temporaryFolder } from "../support/temporary-folder";
import {
  changesOf,
  DEPLOYMENT,
  describeLanguages,
  generateSdks,
  prepare,
  retriesOf,
  SCHEMA,
  type UseLanguage,
  useGo,
  usePython,
} from "./sdks";

// The SDKs that Pulumi generates from the schema: those of Python and Go run a program with all resources and functions, with the real
// CLI. Each test of a program is the next command of its user. typescript.exhaustive.test.ts has the SDK of TypeScript.

const RESOURCES = Object.keys(JSON.parse(fs.readFileSync(SCHEMA, "utf8")).resources).map((token) =>
  token.replace(/^.*:/, ""),
);

const sdks = temporaryFolder();
afterAll(() => sdks.remove());

test("Pulumi accepts the schema", async () => {
  await run("pulumi", ["schema", "check", SCHEMA], { cwd: sdks.path, env: await projectEnv() });
});

describeLanguages("the SDKs", () => {
  beforeAll(async () => {
    await generateSdks("current", sdks.path);
  }, 900_000);

  test("of C# and Java have all resources", async () => {
    await generateSdks("earlier", sdks.path);
    const files = fs.readdirSync(sdks.path, { recursive: true, encoding: "utf8" });
    for (const resource of RESOURCES)
      for (const file of [
        join("csharp", `${resource}.cs`),
        join("java", "src", "main", "java", "com", "pulumi", "cloudplatform", `${resource}.java`),
      ])
        expect(files).toContain(file);
  }, 900_000);

  describe.each<[language: string, use: UseLanguage]>([
    ["Python", usePython],
    ["Go", useGo],
  ])("of %s", (_, use) => {
    const { platform, stack } = useDeployment(...DEPLOYMENT);

    beforeAll(async () => {
      await prepare(platform, stack);
      await use(stack, sdks.path);
    }, 900_000);

    const edge = () => platform.routers.all().find(({ name }) => name.startsWith("edge"));

    test("a preview sends no change", async () => {
      expect((await stack.preview()).stdout).toMatch(/\+ 8 to create/);
      expect([changesOf(platform), retriesOf(platform)]).toEqual([[], 0]);
    });

    test("up creates all resources with their accounts, and the functions return what the platform has", async () => {
      expect(counts(await stack.up())).toEqual({ created: 8 });
      expect(retriesOf(platform)).toBe(1);
      expect(keysUsed(platform).admin).toEqual(["/fastedge", "/iam"]);
      expect(await stack.outputs()).toEqual({
        routerId: edge()?.id,
        address: edge()?.external_gateway_info?.external_fixed_ips[0]?.ip_address,
        port: edge()?.interfaces[0]?.port_id,
        request: "in progress",
        partner: "9223372036854775807/4711",
        enabled: true,
        outcome: "started",
        core: platform.routers.all().find(({ name }) => name === "core")?.id,
        names: ["by hand", "edge"],
        languages: ["lb"],
        failed: 1,
        state: "FINISHED",
        traffic: { traffic: [{ bytes: 1701 }] },
      });
    });

    test("the same program again has no change", async () => {
      await stack.up("--expect-no-changes");
      await stack.drift();
      expect(changesOf(platform)).toEqual([]);
    });

    test("a change updates what the platform can change, and replaces the rest", async () => {
      await stack.configure({ config: { name: "edge-2", threshold: "80" } });
      const { stdout } = await stack.preview("--diff");
      expect(stdout).toMatch(/~ name\s*: "edge" => "edge-2"/);
      expect(stdout).toMatch(/\+-cloudplatform:index:CertificateForceRetry: \(replace\)/);
      expect(counts(await stack.up())).toEqual({ updated: 3, replaced: 2, unchanged: 3 });
      expect(edge()?.name).toBe("edge-2");
      expect(platform.resellers.all()).toMatchObject([{ email: "edge-2@example.com" }]);
    });

    test("destroy shows its task in the row of the router, and leaves nothing", async () => {
      const { stdout } = await stack.destroy();
      expect(stdout).toMatch(/cloudplatform:index:Router edge deleting .* task [0-9a-f-]{36}/);
      expect(edge()).toBeUndefined();
      expect(stack.processes()).toEqual([]);
    });
  });
});
