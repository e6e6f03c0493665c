import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { failing } from "../support/command";
import { useDeployment } from "../support/deployment";
import { ADMIN_KEY, changes, keysUsed, NETWORK } from "../support/platform";
import { counts, type StateResource } from "../support/stack";

// A project in a new folder whose program has one line. All resources are declared in its stack file.

const EMAIL = "nobody-sees-this@example.com";

const { platform, stack } = useDeployment(
  { adminKeys: [ADMIN_KEY] },
  { ownProcess: true, secrets: { resellerKey: ADMIN_KEY, oncall: EMAIL } },
);

/** The lines that the CLI wrote to the stack file: settings and secrets. */
let settings = "";

beforeAll(() => {
  settings = readFileSync(join(stack.folder, "Pulumi.dev.yaml"), "utf8");
  stack.write("index.ts", 'export * from "pulumi-cloudplatform/stack";\n');
});

/** Writes the stack file: the settings and these keys. */
function declare(keys: string): void {
  stack.write(
    "Pulumi.dev.yaml",
    settings.replace("config:\n", () => `config:\n${keys.replace(/^\n/, "")}`),
  );
}

const EDGE = `
  cloudplatform:routers:
    edge:
      projectId: 1
      regionId: 2
      name: edge-router
      externalGatewayInfo: { networkId: ${NETWORK} }`;

const TWO_ACCOUNTS = `
  # Comments stay.
  cloudplatform:accounts:
    reseller: { apiKey: "\${config.resellerKey}" }
${EDGE}
  cloudplatform:quotaLimitRequests:
    more:
      description: Router \${routers.edge.routerId} needs \${routers.edge.projectId} more project
      requestedLimits: { globalLimits: { projectCountLimit: 9 } }
      options: { dependsOn: [edgeGroupMemberships.partner] }
  cloudplatform:certificateForceRetries:
    www:
      certId: 321
      triggers: { gateway: ["\${routers.edge.externalGatewayInfo.networkId}"], name: "\${routers.edge.name}" }
  cloudplatform:edgeGroupMemberships:
    partner: { account: reseller, groupId: 17, clientId: 42 }
  cloudplatform:resellerNotificationSettings:
    logins:
      resellerId: "\${edgeGroupMemberships.partner.groupId}"
      email: "\${config.oncall}"
      notificationType: failed_login
      options: { provider: reseller }
  cloudplatform:outputs:
    routerId: \${routers.edge.routerId}
    summary: { address: "\${routers.edge.externalGatewayInfo.externalFixedIps[0].ipAddress}", fixed: 5 }
    recipient: mailto:\${resellerNotificationSettings.logins.email}
`;

describe("two accounts, references and secrets", () => {
  test("a preview shows all resources and changes nothing", async () => {
    platform.certificates.add({ id: 321, state: "failed" });
    declare(TWO_ACCOUNTS);
    expect(counts(await stack.preview())).toEqual({ "to create": 7 });
    expect(changes(platform)).toEqual([]);
  });

  test("up creates them with values of the entries to which they refer", async () => {
    expect(counts(await stack.up())).toEqual({ created: 7 });
    const [router] = platform.routers.all();
    expect(platform.quotas.requests()).toMatchObject([
      { description: `Router ${router?.id} needs 1 more project` },
    ]);
    expect(platform.resellers.all()).toMatchObject([{ email: EMAIL }]);
    const [retry] = await resources("CertificateForceRetry");
    expect(retry?.inputs.triggers).toEqual({ gateway: [NETWORK], name: "edge-router" });
  });

  test("each account uses its own key", async () => {
    expect(keysUsed(platform)).toEqual({ own: [], admin: [] });
    await stack.refresh();
    expect(keysUsed(platform)).toEqual({ own: ["/cloud"], admin: ["/fastedge", "/iam"] });
  });

  test("the selected outputs are outputs of the stack, and secrets remain secret", async () => {
    const [router] = platform.routers.all();
    const address = router?.external_gateway_info?.external_fixed_ips[0]?.ip_address;
    expect(await stack.outputs()).toMatchObject({
      ids: { routers: { edge: router?.id }, edgeGroupMemberships: { partner: "17/42" } },
      routerId: router?.id,
      summary: { address, fixed: 5 },
      recipient: "[secret]",
    });
    const state = await stack.export();
    expect([EMAIL, ADMIN_KEY].filter((secret) => state.includes(secret))).toEqual([]);
  });

  test("the next up changes nothing", async () => {
    expect(counts(await stack.up("--expect-no-changes"))).toEqual({ unchanged: 7 });
  });

  test("the CLI changes the stack file and keeps its comments", async () => {
    await stack.configure({ config: { "cloudplatform:routers.edge.name": "edge-2" } });
    await stack.up();
    expect(platform.routers.all()).toMatchObject([{ name: "edge-2" }]);
    expect(readFileSync(join(stack.folder, "Pulumi.dev.yaml"), "utf8")).toContain("# Comments stay.");
  });

  test("resources that are removed from the stack file are deleted", async () => {
    declare("");
    expect(counts(await stack.up())).toEqual({ deleted: 6, unchanged: 1 });
    expect(platform.routers.all()).toEqual([]);
  });
});

describe("resource options", () => {
  test("all of them reach the engine", async () => {
    const existing = platform.routers.add({ name: "existing", projectId: 1, regionId: 2 });
    const where = "projectId: 1, regionId: 2";
    declare(`
  cloudplatform:routers:
    protected: { ${where}, options: { protect: true, retainOnDelete: true, deleteBeforeReplace: true } }
    later: { ${where}, options: { dependsOn: [routers.protected], customTimeouts: { create: 5m } } }
    ignoring: { ${where}, name: ignoring, options: { ignoreChanges: [name], additionalSecretOutputs: [status] } }
    replaced: { ${where}, name: replaced, options: { replaceOnChanges: [name] } }
    old: { ${where}, name: renamed }
    imported: { ${where}, name: existing, options: { import: ${existing.id} } }
`);
    await stack.up();
    const of = new Map((await resources("Router")).map((each) => [nameOf(each), each]));
    expect(of.get("protected")).toMatchObject({ protect: true, retainOnDelete: true });
    expect(of.get("later")).toMatchObject({ dependencies: [of.get("protected")?.urn] });
    expect(of.get("later")?.inputs).toMatchObject({ __timeouts: { create: "5m" } });
    expect(of.get("imported")?.id).toBe(existing.id);
    expect(JSON.stringify(of.get("ignoring")?.outputs.status)).toContain("ciphertext");
  });

  test("retainOnDelete, ignoreChanges, replaceOnChanges and aliases have their effect", async () => {
    const where = "projectId: 1, regionId: 2";
    declare(`
  cloudplatform:routers:
    ignoring: { ${where}, name: changed, options: { ignoreChanges: [name] } }
    replaced: { ${where}, name: replaced-2, options: { replaceOnChanges: [name] } }
    new: { ${where}, name: renamed, options: { aliases: [{ name: old }] } }
`);
    await stack.pulumi("state", "unprotect", "--all", "--yes");
    expect(counts(await stack.up())).toEqual({ replaced: 1, deleted: 3, unchanged: 3 });
    // retainOnDelete
    expect(platform.routers.all()).toHaveLength(4);
    declare("");
    await stack.up();
  });
});

describe("an invalid stack file", () => {
  test("the preview reports all problems with the names of the entries, before any request", async () => {
    declare(`
  cloudplatform:ruters: {}
  cloudplatform:routers:
    edge: { projectId: 1, regionId: 2, routs: [] }
`);
    const { output } = await failing(stack.preview());
    expect(output).toContain("the stack file is invalid, and nothing was declared [stack-file-invalid]");
    expect(output.match(/(?<=^ +- ).*$/gm)).toEqual([
      'cloudplatform:ruters is neither a kind of resource nor a setting; did you mean "routers"?',
      'routers.edge.routs is not a property of this resource; did you mean "routes"?',
    ]);
    expect(platform.requests).toEqual([]);
  });
});

describe.each([
  {
    language: "CommonJS",
    manifest: { main: "index.js" },
    program: 'module.exports = require("pulumi-cloudplatform/stack");\n',
  },
  {
    language: "ES modules",
    manifest: { main: "index.js", type: "module" },
    program: 'export { default } from "pulumi-cloudplatform/stack";\n',
  },
])("a program in $language", ({ manifest, program }) => {
  test("has the selected outputs", async () => {
    stack.write("package.json", JSON.stringify({ name: "demo", private: true, ...manifest }));
    stack.write("index.js", program);
    declare(`${EDGE}
  cloudplatform:outputs: { routerName: "\${routers.edge.name}" }
`);
    await stack.up();
    const router = platform.routers.all().find(({ name }) => name === "edge-router");
    expect(await stack.outputs()).toEqual({
      ids: { routers: { edge: router?.id } },
      routerName: "edge-router",
    });
    await stack.destroy();
  });
});

function resources(type: string): Promise<StateResource[]> {
  return stack.resources(`pulumi-nodejs:dynamic/cloudplatform:${type}`);
}

function nameOf({ urn }: StateResource): string {
  return urn.slice(urn.lastIndexOf("::") + 2);
}
