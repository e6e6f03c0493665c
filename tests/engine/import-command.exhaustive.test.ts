import { readdirSync } from "node:fs";
import { beforeAll, describe, expect, test } from "@jest/globals";
import type { Result } from "../support/command";
import { useDeployment } from "../support/deployment";
import { packageCommand } from "../support/package-command";
import { ADMIN_KEY, changes, KEY, keysUsed, LAB, NETWORK, OFFICE } from "../support/platform";
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

describe("one object", () => {
  const { platform, stack } = useDeployment({ taskTime: 0 });

  test("import adds a router with gateway, routes and subnets, and the next preview shows no change", async () => {
    const { id } = platform.routers.add({
      projectId: 1,
      regionId: 2,
      name: "edge router",
      external_gateway_info: {
        network_id: NETWORK,
        enable_snat: false,
        external_fixed_ips: [{ ip_address: "203.0.113.7", subnet_id: OFFICE }],
      },
      interfaces: [OFFICE, LAB].map((subnet_id, index) => ({
        port_id: `3f2504e0-4f89-41d3-9a0c-0305e82c340${index}`,
        network_id: NETWORK,
        mac_address: "fa:16:3e:00:00:01",
        ip_assignments: [{ ip_address: `10.0.${index + 1}.1`, subnet_id }],
      })),
      routes: [{ destination: "10.0.9.0/24", nexthop: "10.0.1.9" }],
    });
    const result = await importInto(stack, `edge=Router:1/2/${id}`, "--yes");
    expect(result.stderr).toContain("Then `pulumi preview` should show no change of these resources.\n");
    const program = statementsOf(result);
    expect(program).toBe(`

new cloudplatform.Router("edge", {
  projectId: 1,
  regionId: 2,
  name: "edge router",
  externalGatewayInfo: {
    type: "manual",
    networkId: "${NETWORK}",
    enableSnat: false,
  },
  routes: [{ destination: "10.0.9.0/24", nexthop: "10.0.1.9" }],
  interfaces: [
    { subnetId: "${OFFICE}", ipAddress: "10.0.1.1" },
    { subnetId: "${LAB}", ipAddress: "10.0.2.1" },
  ],
});
`);
    expect((await stack.router()).id).toBe(id);
    stack.program(program);
    await expectNoChanges(stack);
    expect(changes(platform)).toEqual([]);
  });
});

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
