import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import type { Result } from "../support/command";
import { useDeployment } from "../support/deployment";
import { packageCommand } from "../support/package-command";
import { ADMIN_KEY, changes, keysUsed, LAB, NETWORK, OFFICE } from "../support/platform";

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

  test("imports a router with gateway, routes and subnets, and the next preview shows no change", async () => {
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
      routes: [
        { destination: "10.0.9.0/24", nexthop: "10.0.1.9" },
        { destination: "10.0.8.0/24", nexthop: "10.0.2.9" },
      ],
    });
    const program = statementsOf(await command("Router", "edge", `1/2/${id}`, "--yes"));
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
    expect((await stack.router()).id).toBe(id);
    stack.program(program);
    await stack.pulumi("preview", "--expect-no-changes");
    await stack.pulumi("refresh", "--preview-only", "--expect-no-changes");
    expect(changes(platform)).toEqual([]);
  });

  test("--out writes a new file, and --yaml prints an entry of a stack file", async () => {
    const toFile = await command("QuotaNotificationThreshold", "alerts", "6", "--yes", "--out", "alerts.ts");
    expect(toFile).toMatchObject({ code: 0, stdout: "" });
    expect(readFileSync(join(stack.folder, "alerts.ts"), "utf8")).toBe(
      `${IMPORT_LINE}\n\nconst alerts = new cloudplatform.QuotaNotificationThreshold("alerts", {\n  clientId: 6,\n  threshold: 80,\n});\n`,
    );
    const yaml = await command("QuotaNotificationThreshold", "more", "7", "--yes", "--yaml");
    expect(yaml.stdout).toBe(
      "config:\n  cloudplatform:quotaNotificationThresholds:\n    more:\n      clientId: 7\n      threshold: 80\n",
    );
  });
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

describe("with a state of Terraform", () => {
  const { platform, stack } = useDeployment({ taskTime: 0 });

  test("imports the routers under names from their addresses, and the next preview shows no change", async () => {
    const [edge, core] = ["edge-router", "core-router"].map((name) => {
      const { id } = platform.routers.add({ projectId: 1, regionId: 2, name });
      return { type: "x_router", values: { id, project_id: 1, region_id: 2 } };
    });
    const network = { resources: [{ ...core, address: 'module.network["eu"].x_router.core[0]' }] };
    const root = { resources: [{ ...edge, address: "x_router.edge" }], child_modules: [network] };
    stack.write("state.json", JSON.stringify({ format_version: "1.0", values: { root_module: root } }));
    const result = await packageCommand(stack, ["import", "--terraform", "state.json", "--yes"]);
    const names = (await stack.resources()).map(({ urn }) => urn.split("::").at(-1));
    expect(names.sort()).toEqual(["edge", "network-eu-core-0"]);
    stack.program(statementsOf(result));
    await stack.pulumi("preview", "--expect-no-changes");
    expect(changes(platform)).toEqual([]);
  });
});
