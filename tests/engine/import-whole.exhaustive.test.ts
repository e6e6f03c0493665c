import { readdirSync } from "node:fs";
import { beforeAll, describe, expect, test } from "@jest/globals";
import type { Simulator } from "../../simulator/src";
import type { Result } from "../support/command";
import { useDeployment } from "../support/deployment";
import { packageCommand } from "../support/package-command";
import { changes, KEY, NO_ROUTER } from "../support/platform";
import type { Stack } from "../support/stack";

// `pulumi-cloudplatform import` with the real CLI imports everything that a platform has, with one call.

const TARGETS = ["Router:1/2", "branch=Router:1/3", "QuotaLimitRequest", "EdgeGroupMembership:7"];
const ALL = [...TARGETS, "ResellerNotificationSettings:3"];
const IMPORT_LINE = 'import * as cloudplatform from "pulumi-cloudplatform";\n';
const COUNTS =
  "30 objects (14 Router, 5 QuotaLimitRequest, 6 EdgeGroupMembership, 5 ResellerNotificationSettings)";

const command = (stack: Stack, ...args: string[]) => packageCommand(stack, ["import", ...args]);

/** Thirty objects of four kinds. The routers have two names, and one of the limit requests was sent twice. */
function fill(platform: Simulator): void {
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
}

/** The statements of a printed program. */
const statementsOf = ({ stdout }: Result) => stdout.replace(IMPORT_LINE, "");

describe("a stack without resources", () => {
  const { platform, stack } = useDeployment({ taskTime: 0 });
  let program = "";

  beforeAll(() => fill(platform));

  test("--dry-run prints the list and the program, and imports nothing", async () => {
    const [state, files] = [await stack.export(), readdirSync(stack.folder)];
    const dry = await command(stack, ...ALL, "--dry-run");
    expect(dry.code).toBe(0);
    expect(dry.stderr).toContain(`To import: ${COUNTS}.\n`);
    expect(dry.stderr).toMatch(/^ {2}Router +edge-router +[0-9a-f-]{36}$/m);
    expect(dry.stderr).toMatch(
      /^ {2}EdgeGroupMembership +edge-group-membership-7-9223372036854775800 +7\/922/m,
    );
    expect(dry.stderr).toMatch(/\nThis was a dry run: nothing was imported\. .* without --dry-run\.\n$/);
    program = statementsOf(dry);
    // Each list is one request, and no object is read alone.
    const lists = platform.requests.map(({ path }) => path).filter((path) => path !== "/streaming/ai/tasks");
    expect(lists.sort()).toEqual([
      "/cloud/v1/routers/1/2",
      "/cloud/v1/routers/1/3",
      "/cloud/v2/limits_request",
      "/fastedge/v1/admin/clients",
      "/iam/reselling/resellers/3/notification_settings",
    ]);
    expect([await stack.export(), readdirSync(stack.folder)]).toEqual([state, files]);
    expect(changes(platform)).toEqual([]);
  });

  test("30 objects of four kinds are imported with one call, and its preview shows no change", async () => {
    const imported = await command(stack, ...ALL, "--yes");
    expect(imported.stderr).toContain(`\nImported: ${COUNTS}. A preview of them shows no change.\n`);
    expect([imported.code, statementsOf(imported)]).toEqual([0, program]);
    expect(imported.output).not.toContain(KEY);
  });

  test("the same call again prints the same program, and imports nothing", async () => {
    const [state, again] = [await stack.export(), await command(stack, ...ALL, "--yes")];
    expect(again.stderr).toContain(`as no \`pulumi up\` has declared them yet: ${COUNTS}.\n`);
    expect(again.stderr).toMatch(/\nA preview of the program shows no change\.\n$/);
    expect([again.code, statementsOf(again), await stack.export()]).toEqual([0, program, state]);
  });

  test("routers of one name are told apart, and equal limit requests are one", () => {
    expect(program.match(/ifExists: "create"/g)).toHaveLength(10);
    expect(program.match(/description: "Project 5"/g)).toHaveLength(1);
  });

  test("the program has no change, and neither has the platform", async () => {
    stack.program(program);
    await stack.pulumi("preview", "--expect-no-changes");
    await stack.pulumi("refresh", "--preview-only", "--expect-no-changes");
    await stack.up("--expect-no-changes");
    await stack.refresh("--expect-no-changes");
    expect(changes(platform)).toEqual([]);
  });

  test("the same call again skips all of them, and says so in one line", async () => {
    const again = await command(stack, ...ALL, "--yes");
    expect(again).toMatchObject({
      code: 0,
      stdout: "",
      stderr: `Already in the stack, and skipped: ${COUNTS}.\nThere is nothing to import.\n`,
    });
  });

  test("a new object is imported beside those that the stack has", async () => {
    platform.edgeGroups.add(7, 12);
    const { code, stdout, stderr } = await command(stack, ...TARGETS, "--yes");
    expect(stderr).toContain("Already in the stack, and skipped: 25 objects (14 Router, 5 Quota");
    expect(stderr).toContain("Imported: 1 EdgeGroupMembership. A preview of them shows no change.");
    expect([code, stdout]).toEqual([0, expect.stringContaining("clientId: 12,")]);
  });

  test("a list that cannot be read does not prevent the others", async () => {
    platform.edgeGroups.add(7, 13);
    const result = await command(stack, ...TARGETS, "Router:1/9", `Router:1/2/${NO_ROUTER}`, "--yes");
    expect(result.stderr).toContain(
      "the platform has no Router with projectId 1, regionId 9 [nothing-to-import]",
    );
    expect(result.stderr).toContain(`Router ${NO_ROUTER}, projectId 1, regionId 2 does not exist`);
    expect(result.stderr).toContain("Imported: 1 EdgeGroupMembership.");
    expect(result.stderr).toMatch(/\n.*: 2 objects and lists could not be imported \[not-all-imported\]/);
    expect(result.code).toBe(1);
  });

  test("an object that is named keeps its name, also if a list has it", async () => {
    const { id } = platform.routers.add({ projectId: 1, regionId: 4, name: "second" });
    const result = await command(stack, "Router:1/4", `core=Router:1/4/${id}`, "--dry-run");
    expect(result.stderr).toContain("To import: 1 Router.");
    expect(result.stdout).toContain('const core = new cloudplatform.Router("core"');
  });
});

describe("a stack with components, a second account and protected resources", () => {
  const { platform, stack } = useDeployment({ taskTime: 0 }, { secrets: { otherKey: KEY } });
  const program = `
class Office extends pulumi.ComponentResource {
  constructor(name: string, opts?: pulumi.ComponentResourceOptions) {
    super("my:office:Office", name, {}, opts);
  }
}
const office = new Office("office");
const floor = new Office("floor", { parent: office });
const other = new cloudplatform.Provider("other", { apiKey: new pulumi.Config().requireSecret("otherKey") }, { parent: floor });
const alerts = new cloudplatform.QuotaNotificationThreshold("alerts", { clientId: 5, threshold: 80 }, { parent: floor, provider: other });
new cloudplatform.QuotaNotificationThreshold("kept", { clientId: 6, threshold: 80 }, { protect: true });
`;
  let statements = program;

  beforeAll(async () => {
    platform.routers.add({ projectId: 1, regionId: 2, name: "edge" });
    platform.edgeGroups.add(7, 12);
    stack.program(program);
    await stack.up();
  });

  const urnOf = async (name: string) => {
    const { deployment } = JSON.parse(await stack.export()) as {
      deployment: { resources: { urn: string }[] };
    };
    return deployment.resources.find(({ urn }) => urn.endsWith(`::${name}`))?.urn ?? "";
  };

  test.each([
    ["floor", ["Router:1/2", "EdgeGroupMembership:7"], "{ parent: floor }"],
    [
      "alerts",
      ["more=QuotaNotificationThreshold:21", "--provider", "other"],
      "{ provider: other, parent: alerts }",
    ],
  ])("--parent makes the imported resources children of %s", async (parent, args, options) => {
    const result = await command(stack, ...args, "--parent", await urnOf(parent), "--yes");
    expect(result.stderr).toContain("A preview of them shows no change.");
    expect(result.code).toBe(0);
    expect(result.stdout).toContain(`}, ${options});`);
    expect(result.output).not.toContain(KEY);
    statements += statementsOf(result);
    stack.program(statements);
    await stack.pulumi("preview", "--expect-no-changes");
    expect(await urnOf("edge")).toContain("my:office:Office$my:office:Office$pulumi-nodejs:dynamic/");
  });

  test("the preview shows no change if the name contains colons", async () => {
    const result = await command(stack, "QuotaNotificationThreshold", "a::b", "22", "--yes");
    expect(result.stderr).toContain("A preview of them shows no change.");
  });
});

describe("a platform with hostile names", () => {
  const { platform, stack } = useDeployment({ taskTime: 0 });
  const hostile = "\u001b[2J\u009b31m\u202e\u2028##[error]<{%reverse%}>`$" + "{process.exit(1)}\"'*/";

  test("they are plain text in the list, the program and the import", async () => {
    platform.quotas.add({
      description: hostile,
      requested_limits: { global_limits: { project_count_limit: 9 } },
    });
    const result = await command(stack, "QuotaLimitRequest", "--yes");
    expect(result.output).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}]|##/u);
    expect(result.stderr).toContain("Imported: 1 QuotaLimitRequest. A preview of them shows no change.");
    stack.program(statementsOf(result));
    await stack.pulumi("preview", "--expect-no-changes");
    const [request] = await stack.resources("pulumi-nodejs:dynamic/cloudplatform:QuotaLimitRequest");
    expect(request?.inputs.description).toBe(hostile);
  });
});
