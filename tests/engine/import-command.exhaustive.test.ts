import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "@jest/globals";
import type { Result } from "../support/command";
import { useDeployment } from "../support/deployment";
import { packageCommand } from "../support/package-command";
import { ADMIN_KEY, changes, KEY, keysUsed, LAB, NETWORK, NO_ROUTER, OFFICE } from "../support/platform";

// `pulumi-cloudplatform import` with the real CLI imports objects that Pulumi did not create, and prints the program.

const IMPORT_LINE = 'import * as cloudplatform from "pulumi-cloudplatform";';

/** The statements of a printed program. */
function statementsOf({ code, stdout, output }: Result): string {
  if (code !== 0) throw new Error(`The import failed:\n${output}`);
  expect(stdout.startsWith(`${IMPORT_LINE}\n`)).toBe(true);
  expect(output).toContain("A preview of them shows no change.");
  return stdout.replace(IMPORT_LINE, "");
}

describe("a stack without resources", () => {
  const { platform, stack } = useDeployment({ taskTime: 0 });
  const command = (...args: string[]) => packageCommand(stack, ["import", ...args]);
  let program = "";
  let edge = "";

  async function expectClean(): Promise<void> {
    stack.program(program);
    await stack.pulumi("preview", "--expect-no-changes");
    await stack.pulumi("refresh", "--preview-only", "--expect-no-changes");
    expect(changes(platform)).toEqual([]);
  }

  beforeAll(() => {
    edge = platform.routers.add({
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
      routes: [
        { destination: "10.0.9.0/24", nexthop: "10.0.1.9" },
        { destination: "10.0.8.0/24", nexthop: "10.0.2.9" },
      ],
    }).id;
    platform.routers.add({ projectId: 1, regionId: 2, name: "edge-router" });
    platform.quotas.setThreshold(5, 70);
    platform.quotas.add({
      id: 1001,
      description: "Load test",
      requested_limits: {
        global_limits: { project_count_limit: 9 },
        regional_limits: [{ region_id: 76, cpu_count_limit: 200 }],
      },
    });
    platform.edgeGroups.add(7, "9223372036854775807");
    platform.resellers.add({ resellerId: 3, id: 31, email: "ops@example.com", enabled: false });
  });

  test("imports a router with gateway, routes and subnets, and the next preview shows no change", async () => {
    program += statementsOf(await command("Router", "edge", `1/2/${edge}`, "--yes"));
    expect(program).toBe(`

const edge = new cloudplatform.Router("edge", {
  projectId: 1,
  regionId: 2,
  name: "edge router",
  externalGatewayInfo: {
    type: "manual",
    networkId: "${NETWORK}",
    enableSnat: false,
  },
  routes: [
    { destination: "10.0.9.0/24", nexthop: "10.0.1.9" },
    { destination: "10.0.8.0/24", nexthop: "10.0.2.9" },
  ],
  interfaces: [
    { subnetId: "${OFFICE}", ipAddress: "10.0.1.1" },
    { subnetId: "${LAB}", ipAddress: "10.0.2.1" },
  ],
});
`);
    expect((await stack.router()).id).toBe(edge);
    await expectClean();
  });

  test("imports all routers of a project and region, except those of the stack", async () => {
    const result = await command("Router", "1/2", "--yes");
    expect(result.stderr).toContain("In the stack already, and skipped: 1 Router.");
    program += statementsOf(result);
    expect(program).toContain('const edgeRouter = new cloudplatform.Router("edge-router", {');
    const again = await command("Router", "1/2", "--yes");
    expect(again).toMatchObject({ code: 0, stdout: "" });
    expect(again.stderr).toBe("In the stack already, and skipped: 2 Router.\nThere is nothing to import.\n");
  });

  test.each([
    ["QuotaNotificationThreshold", "5"],
    ["QuotaLimitRequest", "1001"],
    ["EdgeGroupMembership", "7/9223372036854775807"],
    ["ResellerNotificationSettings", "3/31"],
  ])("imports %s %s", async (type, id) => {
    program += statementsOf(await command(type, `a ${type}`, id, "--yes"));
    expect(await stack.resources(`pulumi-nodejs:dynamic/cloudplatform:${type}`)).toMatchObject([{ id }]);
  });

  test("has no change in the preview of all resources, and up leaves the state unchanged", async () => {
    const imported = await stateOfResources();
    expect(imported).toHaveLength(6);
    await expectClean();
    await stack.up();
    expect(await stateOfResources()).toEqual(imported);
    expect(changes(platform)).toEqual([]);
  });

  test("manages imported objects: up changes them, and destroy deletes them", async () => {
    stack.program(program.replace("threshold: 70", "threshold: 75"));
    await stack.up();
    expect(platform.quotas.threshold(5)?.threshold).toBe(75);
    await stack.destroy();
    expect([platform.routers.all(), platform.resellers.all(), platform.edgeGroups.members(7)]).toEqual([
      [],
      [],
      [],
    ]);
  });

  test("--out writes a new file, and --yaml prints an entry of a stack file", async () => {
    const toFile = await command("QuotaNotificationThreshold", "alerts", "6", "--yes", "--out", "alerts.ts");
    expect(toFile).toMatchObject({ code: 0, stdout: "" });
    expect(readFileSync(join(stack.folder, "alerts.ts"), "utf8")).toBe(
      `${IMPORT_LINE}\n\nconst alerts = new cloudplatform.QuotaNotificationThreshold("alerts", {\n  clientId: 6,\n  threshold: 80,\n});\n`,
    );
    const refused = await command("QuotaNotificationThreshold", "more", "7", "--yes", "--out", "alerts.ts");
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(
      "alerts.ts cannot be written: the file exists [file-not-writable]. Nothing was imported. Choose another file.",
    );
    const yaml = await command("QuotaNotificationThreshold", "more", "7", "--yes", "--yaml");
    expect(yaml.stdout).toBe(
      "config:\n  cloudplatform:quotaNotificationThresholds:\n    more:\n      clientId: 7\n      threshold: 80\n",
    );
  });

  test.each([
    [
      ["Ruoter", "edge", "1/2"],
      "there is no resource Ruoter to import [unknown-resource]. Did you mean Router?",
    ],
    [
      ["CertificateForceRetry", "www", "1"],
      "a CertificateForceRetry cannot be imported, because the platform has no operation that reads it [resource-not-importable]. Declare the resource",
    ],
    [
      ["Router", "edge", "5"],
      '"5" is not the id of a Router: must have the form <projectId>/<regionId>/<routerId>, or for all objects <projectId>/<regionId> [invalid-id]',
    ],
    [
      ["Router", "edge", `1/x/${NO_ROUTER}`],
      "is not the id of a Router: regionId must be the number of a region: a whole number",
    ],
    [["Router", "edge", "1/2/x"], "is not the id of a Router: routerId must be the UUID of a router"],
    [
      ["Router", "edge", `1/2/${NO_ROUTER}`],
      `Router ${NO_ROUTER}, projectId 1, regionId 2 does not exist at the platform [object-not-found]`,
    ],
    [
      ["Router", "1/9"],
      "the platform has no Router with projectId 1, regionId 9 [nothing-to-import]. Check the id, and whether the key belongs to the account.",
    ],
    [
      ["QuotaNotificationThreshold", "alerts", "8"],
      "the stack has a QuotaNotificationThreshold with the name alerts already (id 6) [name-taken]. Choose another name.",
    ],
    [
      ["QuotaNotificationThreshold", "other", "6"],
      "the stack has QuotaNotificationThreshold 6 already, as the resource alerts [already-managed]. Use that resource. To rename it, use `pulumi state rename`.",
    ],
    [
      ["EdgeGroupMembership", "partner", "7/102"],
      "EdgeGroupMembership 7/102 does not exist at the platform [object-not-found]",
    ],
    [
      ["EdgeGroupMembership", "partner", "7/102", "--provider", "admin"],
      "the state of the stack has no Provider admin; it has none [provider-not-found]. Declare the Provider in the program and run `pulumi up`, then run this command again.",
    ],
    [
      ["EdgeGroupMembership", "partner", "7/102", "--stack", "prod"],
      "failed: no stack named 'prod' found [cli-failed]",
    ],
    [["EdgeGroupMembership", "partner"], '"partner" is not the id of a EdgeGroupMembership'],
    [
      ["Router"],
      "a Router needs its id, <projectId>/<regionId>/<routerId>, or the place of all such objects, <projectId>/<regionId> [id-required]. Add it: Router:<projectId>/<regionId>.",
    ],
    [
      ["Router", "1/2", "--privider", "admin"],
      "there is no option --privider [unknown-option]. Did you mean --provider?",
    ],
  ])("%j is rejected", async (args, sentence) => {
    const result = await command(...args, "--yes");
    expectRefusal(result, sentence);
    expect(changes(platform)).toEqual([]);
  });

  test("a value that the inputs do not accept is rejected before the import", async () => {
    const { id } = platform.routers.add({ projectId: 1, regionId: 3, name: "r" });
    const result = await command("Router", "short", `1/3/${id}`, "--yes");
    expectRefusal(result, `Router ${id} cannot be declared as it is: name must have 3 to 63 characters`);
    expect(result.stderr).toContain("[object-not-declarable]. The object is not imported. Change the object");
    expect(await stack.resources()).toEqual([]);
  });

  test("without a terminal the command needs --yes", async () => {
    expectRefusal(
      await command("QuotaNotificationThreshold", "more", "9"),
      "[confirmation-required]. Add --yes.",
    );
  });

  test("without the CLI, a project or a stack the error says what is missing", async () => {
    const args = ["import", "QuotaNotificationThreshold", "more", "9", "--yes"];
    expectRefusal(
      await packageCommand(stack, args, { PATH: "/nowhere" }),
      "the Pulumi CLI cannot be started",
    );
    await stack.pulumi("stack", "unselect");
    expectRefusal(
      await packageCommand(stack, args, { PULUMI_STACK: "" }),
      "no stack is selected [no-stack]. Add --stack NAME",
    );
    await stack.pulumi("stack", "select", "dev");
  });

  /** The inputs and outputs of all resources of this package. */
  async function stateOfResources() {
    const { deployment } = JSON.parse(await stack.export()) as {
      deployment: { resources: Array<{ type: string; id: string; inputs: object; outputs: object }> };
    };
    return deployment.resources
      .filter(({ type }) => type.startsWith("pulumi-nodejs:dynamic/"))
      .map(({ type, id, inputs, outputs }) => ({ type, id, inputs, outputs }))
      .sort((one, other) => one.id.localeCompare(other.id));
  }
});

describe("a stack with a second account", () => {
  const { platform, stack } = useDeployment(
    { taskTime: 0, adminKeys: [ADMIN_KEY] },
    { secrets: { adminKey: ADMIN_KEY } },
  );
  const provider =
    'const admin = new cloudplatform.Provider("admin", { apiKey: new pulumi.Config().requireSecret("adminKey") });';

  test("--provider reads and imports with the key of that account", async () => {
    platform.resellers.add({ resellerId: 3, id: 31 });
    stack.program(provider);
    await stack.up();
    const args = ["import", "ResellerNotificationSettings", "logins", "3/31", "--yes", "--provider", "admin"];
    const result = await packageCommand(stack, args);
    expect(result.output).not.toContain(ADMIN_KEY);
    const statements = statementsOf(result);
    expect(statements).toContain("}, { provider: admin });");
    expect(keysUsed(platform).admin).toContain("/iam");
    stack.program(provider + statements);
    await stack.pulumi("preview", "--expect-no-changes");
  });

  test("the key of the stack does not find the object of another account", async () => {
    const args = ["import", "ResellerNotificationSettings", "other", "3/31", "--yes"];
    expectRefusal(await packageCommand(stack, args), "was answered 403");
  });
});

describe("a declarative stack", () => {
  const { platform, stack } = useDeployment(
    { taskTime: 0 },
    { files: ["Pulumi.yaml", "examples", "tsconfig.json"] },
  );

  const entryOf = async (name: string) => {
    const route = { destination: "10.0.9.0/24", nexthop: "10.0.1.9" };
    const { id } = platform.routers.add({
      projectId: 1,
      regionId: 2,
      name: `${name}-router`,
      routes: [route],
    });
    const { stdout } = await packageCommand(stack, ["import", "Router", name, `1/2/${id}`, "--yes"]);
    const [, section = "", ...lines] = stdout.trimEnd().split("\n");
    return { section, lines };
  };
  const file = "Pulumi.dev.yaml";
  const config = () => readFileSync(join(stack.folder, file), "utf8");

  test("the printed section makes the preview show no change", async () => {
    const { section, lines } = await entryOf("edge");
    expect(section).toBe("  cloudplatform:routers:");
    stack.write(file, config().replace("config:", ["config:", section, ...lines].join("\n")));
    await stack.pulumi("preview", "--expect-no-changes");
  });

  test("the entry is for the section in the stack file", async () => {
    stack.write(file, config().replace("  cloudplatform:routers:", "  cloudplatform-stack:routers:"));
    const { section, lines } = await entryOf("core");
    expect(config()).toContain(`${section}\n`);
    stack.write(file, config().replace(section, [section, ...lines].join("\n")));
    await stack.pulumi("preview", "--expect-no-changes");
  });
});

function expectRefusal({ code, stdout, stderr }: Result, sentence: string): void {
  expect(stderr).toContain(sentence);
  expect(stderr).not.toMatch(/^ +at /m);
  expect(stderr).not.toContain(KEY);
  expect([code, stdout]).toEqual([1, ""]);
}
