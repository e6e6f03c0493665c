import { readdirSync } from "node:fs";
import { beforeAll, describe, expect, test } from "@jest/globals";
import type { Result } from "../support/command";
import { useDeployment } from "../support/deployment";
import { packageCommand } from "../support/package-command";
import { ADMIN_KEY, changes, KEY, keysUsed } from "../support/platform";
import type { Stack } from "../support/stack";

// `pulumi-cloudplatform import` prints the program of objects that Pulumi did not create, and the real CLI imports them.

const IMPORT_LINE = 'import * as cloudplatform from "pulumi-cloudplatform";';

const importInto = (stack: Stack, ...args: string[]) => packageCommand(stack, ["import", ...args]);

/** The statements of a printed program. */
function statementsOf({ code, stdout, output }: Result): string {
  if (code !== 0) throw new Error(`The import failed:\n${output}`);
  expect(stdout.startsWith(`${IMPORT_LINE}\n`)).toBe(true);
  return stdout.replace(IMPORT_LINE, "");
}

async function expectNoChanges(stack: Stack): Promise<void> {
  await stack.pulumi("preview", "--expect-no-changes");
  await stack.pulumi("refresh", "--preview-only", "--expect-no-changes");
}

describe("everything that a platform has", () => {
  const { platform, stack } = useDeployment({ taskTime: 0 });
  const TARGETS = ["Router:1/2", "branch=Router:1/3", "QuotaLimitRequest", "EdgeGroupMembership:7"];
  const ALL = [...TARGETS, "ResellerNotificationSettings:3"];
  let program = "";

  // Thirty objects of four kinds. The routers have two names, and one of the limit requests was sent twice.
  beforeAll(() => {
    for (let index = 0; index < 14; index++)
      platform.routers.add({
        projectId: 1,
        regionId: index < 10 ? 2 : 3,
        name: index % 2 ? "router" : "edge router",
      });
    for (const index of [1, 2, 3, 4, 5, 5])
      platform.quotas.add({
        description: `Project ${index}`,
        requested_limits: { global_limits: { project_count_limit: 10 + index } },
      });
    for (let index = 0; index < 6; index++) platform.edgeGroups.add(7, `922337203685477580${index}`);
    for (let index = 0; index < 5; index++)
      platform.resellers.add({ resellerId: 3, id: 31 + index, email: `ops-${index}@example.com` });
  });

  test("import --dry-run prints everything, with one request for each list, and imports nothing", async () => {
    const before = [await stack.export(), readdirSync(stack.folder)];
    const dry = await importInto(stack, ...ALL, "--dry-run");
    expect(dry.stderr).toContain("= 30 to import\n");
    program = statementsOf(dry);
    const lists = platform.requests.map(({ path }) => path).filter((path) => path !== "/streaming/ai/tasks");
    expect(lists.sort()).toEqual([
      "/cloud/v1/routers/1/2",
      "/cloud/v1/routers/1/3",
      "/cloud/v2/limits_request",
      "/fastedge/v1/admin/clients",
      "/iam/reselling/resellers/3/notification_settings",
    ]);
    expect([await stack.export(), readdirSync(stack.folder)]).toEqual(before);
    // Routers of one name are told apart, and equal limit requests are one.
    expect(program.match(/ifExists: "create"/g)).toHaveLength(10);
    expect(program.match(/description: "Project 5"/g)).toHaveLength(1);
  });

  test("one call imports everything, and its program has no change", async () => {
    const imported = await importInto(stack, ...ALL, "--yes");
    expect(imported.stderr).toContain("= 30 imported\n");
    expect(statementsOf(imported)).toBe(program);
    stack.program(program);
    await expectNoChanges(stack);
    await stack.up("--expect-no-changes");
    expect(changes(platform)).toEqual([]);
  });
});

describe("a stack with components, a second account and protected resources", () => {
  const { platform, stack } = useDeployment(
    { taskTime: 0, apiKeys: [KEY, ADMIN_KEY] },
    { secrets: { adminKey: ADMIN_KEY } },
  );
  let program = `
class Office extends pulumi.ComponentResource {
  constructor(name: string, opts?: pulumi.ComponentResourceOptions) {
    super("my:office:Office", name, {}, opts);
  }
}
const office = new Office("office");
const floor = new Office("floor", { parent: office });
const admin = new cloudplatform.Provider("admin", { apiKey: new pulumi.Config().requireSecret("adminKey") }, { parent: floor });
const alerts = new cloudplatform.QuotaNotificationThreshold("alerts", { clientId: 5, threshold: 80 }, { parent: floor, provider: admin });
new cloudplatform.QuotaNotificationThreshold("kept", { clientId: 6, threshold: 80 }, { protect: true });
`;

  beforeAll(async () => {
    platform.routers.add({ projectId: 1, regionId: 2, name: "edge" });
    platform.resellers.add({ resellerId: 3, id: 31 });
    stack.program(program);
    await stack.up();
  });

  const urnOf = async (name: string) => {
    const { deployment } = JSON.parse(await stack.export());
    const resources: Array<{ urn: string }> = deployment.resources;
    return resources.find(({ urn }) => urn.endsWith(`::${name}`))?.urn ?? "";
  };

  test.each([
    ["floor", ["Router:1/2"], "{ parent: floor }"],
    [
      "alerts",
      ["logins=ResellerNotificationSettings:3/31", "--provider", "admin"],
      "{ provider: admin, parent: alerts }",
    ],
  ])(
    "--parent makes the imported resources children of %s, with the key of its account",
    async (parent, args, options) => {
      const result = await importInto(stack, ...args, "--parent", await urnOf(parent), "--yes");
      expect(result.stdout).toContain(`}, ${options});`);
      expect(result.output).not.toContain(ADMIN_KEY);
      program += statementsOf(result);
      stack.program(program);
      await stack.pulumi("preview", "--expect-no-changes");
      if (parent === "floor")
        expect(await urnOf("edge")).toContain("my:office:Office$my:office:Office$pulumi-nodejs:dynamic/");
      else expect(keysUsed(platform).admin).toContain("/iam");
    },
  );
});
