import fs from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { projectEnv, run } from "../support/command";
import { useDeployment } from "../support/deployment";
import { ADMIN_KEY, changes, createRouter, keysUsed, NETWORK, OFFICE } from "../support/platform";
import { counts } from "../support/stack";
import { temporaryFolder } from "../support/temporary-folder";
import {
  describeLanguages,
  generateSdks,
  SCHEMA,
  type UseLanguage,
  useGo,
  usePython,
  useTypeScript,
} from "./sdks";

// The SDKs that Pulumi generates from the schema: those of TypeScript, Python and Go run a program with all resources and functions, with
// the real CLI. Each test of a program is the next command of its user.

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
    ["TypeScript", useTypeScript],
    ["Python", usePython],
    ["Go", useGo],
  ])("of %s", (_, use) => {
    const { platform, stack } = useDeployment(
      { adminKeys: [ADMIN_KEY], taskTime: 0 },
      { ownProcess: true, secrets: { resellerKey: ADMIN_KEY } },
    );

    beforeAll(async () => {
      platform.certificates.add({ id: 321, state: "failed" });
      platform.routers.add({ projectId: 1, regionId: 3, name: "core" });
      platform.streaming.addVideo({ id: 5001, subtitles: [{ language: "lb" }] });
      platform.streaming.addAiTasks([{ status: "FAILURE" }, { status: "SUCCESS" }]);
      platform.analytics.answer(() => ({ data: { traffic: [{ bytes: 1701 }] } }));
      await createRouter(platform, "by hand");
      const task = platform.tasks.all()[0]?.id ?? "";
      await stack.configure({
        config: { name: "edge", region: "2", threshold: "75", network: NETWORK, office: OFFICE, task },
      });
      await use(stack, sdks.path);
    }, 900_000);

    const edge = () => platform.routers.all().find(({ name }) => name.startsWith("edge"));

    /** What the platform was asked to change, without the queries of the functions. */
    const sent = () => changes(platform).filter(([call]) => !call.endsWith("/query"));

    test("a preview sends no change", async () => {
      expect((await stack.preview()).stdout).toMatch(/\+ 8 to create/);
      expect(sent()).toEqual([]);
    });

    test("up creates all resources with their accounts, and the functions return what the platform has", async () => {
      expect(counts(await stack.up())).toEqual({ created: 8 });
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
      expect(sent()).toEqual([]);
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

    test("drift is repaired after a refresh", async () => {
      platform.routers.change(edge()?.id ?? "", { name: "edge by hand" });
      await stack.refresh();
      expect(counts(await stack.up())).toMatchObject({ updated: 1 });
      expect(edge()?.name).toBe("edge-2");
    });

    test("Pulumi imports a router", async () => {
      const { id } = platform.routers.add({ projectId: 1, regionId: 3, name: "imported" });
      const type = "cloudplatform:index:Router";
      await stack.pulumi(
        "import",
        "--yes",
        "--generate-code=false",
        "--protect=false",
        type,
        "it",
        `1/3/${id}`,
      );
      expect((await stack.resources(type)).map((router) => router.id)).toContain(id);
    });

    test("destroy leaves nothing", async () => {
      await stack.destroy();
      expect(edge()).toBeUndefined();
      expect(stack.processes()).toEqual([]);
    });
  });
});
