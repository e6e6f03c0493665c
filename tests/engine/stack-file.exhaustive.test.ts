import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "@jest/globals";
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

async function resourcesByName(type: string): Promise<Record<string, StateResource>> {
  const all = await stack.resources(`pulumi-nodejs:dynamic/cloudplatform:${type}`);
  return Object.fromEntries(all.map((each) => [each.urn.slice(each.urn.lastIndexOf("::") + 2), each]));
}

const TWO_ACCOUNTS = `
  # Comments stay.
  cloudplatform:accounts:
    reseller: { apiKey: "\${config.resellerKey}" }
  cloudplatform:routers:
    edge:
      projectId: 1
      regionId: 2
      name: edge-router
      externalGatewayInfo: { networkId: ${NETWORK} }
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

test("resources of two accounts are created with the values of the entries to which they refer", async () => {
  platform.certificates.add({ id: 321, state: "failed" });
  declare(TWO_ACCOUNTS);
  expect(counts(await stack.preview())).toEqual({ "to create": 7 });
  expect(changes(platform)).toEqual([]);
  expect(counts(await stack.up())).toEqual({ created: 7 });
  const [router] = platform.routers.all();
  expect(platform.quotas.requests()).toMatchObject([
    { description: `Router ${router?.id} needs 1 more project` },
  ]);
  expect(platform.resellers.all()).toMatchObject([{ email: EMAIL }]);
  const { www } = await resourcesByName("CertificateForceRetry");
  expect(www?.inputs.triggers).toEqual({ gateway: [NETWORK], name: "edge-router" });
  await stack.refresh();
  expect(keysUsed(platform)).toEqual({
    own: expect.arrayContaining(["/cloud"]),
    admin: ["/fastedge", "/iam"],
  });
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
  for (const secret of [EMAIL, ADMIN_KEY]) expect(state).not.toContain(secret);
});

test("the CLI changes the stack file and keeps its comments, and removed entries are deleted", async () => {
  await stack.up("--expect-no-changes");
  await stack.configure({ config: { "cloudplatform:routers.edge.name": "edge-2" } });
  await stack.up();
  expect(platform.routers.all()).toMatchObject([{ name: "edge-2" }]);
  expect(readFileSync(join(stack.folder, "Pulumi.dev.yaml"), "utf8")).toContain("# Comments stay.");
  declare("");
  expect(counts(await stack.up())).toEqual({ deleted: 6, unchanged: 1 });
});

test("resource options reach the engine", async () => {
  const existing = platform.routers.add({ name: "existing", projectId: 1, regionId: 2 });
  const where = "projectId: 1, regionId: 2";
  declare(`
  cloudplatform:routers:
    protected: { ${where}, options: { protect: true, retainOnDelete: true, deleteBeforeReplace: true } }
    later: { ${where}, options: { dependsOn: [routers.protected], customTimeouts: { create: 5m } } }
    part: { ${where}, options: { deletedWith: routers.later, replaceWith: [routers.later], replacementTrigger: 1, hideDiffs: [name] } }
    ignoring: { ${where}, name: ignoring, options: { ignoreChanges: [name], additionalSecretOutputs: [status] } }
    replaced: { ${where}, name: replaced, options: { replaceOnChanges: [name] } }
    old: { ${where}, name: renamed }
    imported: { ${where}, name: existing, options: { import: ${existing.id} } }
`);
  await stack.up();
  const { protected: first, later, part, imported, ignoring } = await resourcesByName("Router");
  expect(first).toMatchObject({ protect: true, retainOnDelete: true });
  expect(later).toMatchObject({ dependencies: [first?.urn], inputs: { __timeouts: { create: "5m" } } });
  expect(part).toMatchObject({
    deletedWith: later?.urn,
    replaceWith: [later?.urn],
    replacementTrigger: 1,
    hideDiff: ["name"],
  });
  expect(imported?.id).toBe(existing.id);
  expect(JSON.stringify(ignoring?.outputs.status)).toContain("ciphertext");

  declare(`
  cloudplatform:routers:
    ignoring: { ${where}, name: changed, options: { ignoreChanges: [name] } }
    replaced: { ${where}, name: replaced-2, options: { replaceOnChanges: [name] } }
    new: { ${where}, name: renamed, options: { aliases: [{ name: old }] } }
`);
  await stack.pulumi("state", "unprotect", "--all", "--yes");
  expect(counts(await stack.up())).toEqual({ replaced: 1, deleted: 4, unchanged: 3 });
  // retainOnDelete; and deletedWith, as the platform deletes no router with another one
  expect(platform.routers.all()).toHaveLength(5);
});

test("a program of one line in ES modules has the selected outputs", async () => {
  stack.write("package.json", JSON.stringify({ private: true, main: "index.js", type: "module" }));
  stack.write("index.js", 'export { default } from "pulumi-cloudplatform/stack";\n');
  declare(`
  cloudplatform:quotaNotificationThresholds: { early: { clientId: 42, threshold: 70 } }
  cloudplatform:outputs: { client: "\${quotaNotificationThresholds.early.clientId}" }
`);
  await stack.up();
  expect(await stack.outputs()).toEqual({
    ids: { quotaNotificationThresholds: { early: "42" } },
    client: 42,
  });
});
