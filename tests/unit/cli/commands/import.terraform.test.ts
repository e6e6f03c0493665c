import { expect, test } from "@jest/globals";
import { nameOf } from "../../../../sdk/src/cli/import/terraform";
import type { Simulator } from "../../../../simulator/src";
import { useCleanup } from "../../../support/handler-setup";
import { KEY, startPlatform } from "../../../support/platform";
import { runCommand, type Surroundings } from "../../../support/run-command";

// The command import with a state of Terraform.

const { closeLater } = useCleanup();

const EDGE = 'module.network["eu.west"].x_router.edge[1]';
const SECRET = "correct-horse-battery";

/** A resource as `terraform show -json` prints it. */
const resource = (address: string, values: object, others: object = {}) => ({
  address,
  mode: "managed",
  type: /([a-z_]+)\.[^.]+$/.exec(address.replace(/\[[^\]]*\]/g, ""))?.[1],
  provider_name: "registry.terraform.io/example/example",
  values,
  sensitive_values: {},
  ...others,
});

const stateOf = (resources: object[]) => ({
  format_version: "1.0",
  terraform_version: "1.9.0",
  values: { root_module: { resources } },
});

function importState(content: object | string, { url }: Simulator, args: string[] = ["--yes"]) {
  const state = typeof content === "string" ? content : JSON.stringify(content);
  const surroundings: Surroundings = {
    files: { "Pulumi.yaml": "name: demo\n", "state.json": state },
    config: { apiKey: { value: KEY, secret: true }, baseUrl: { value: url } },
    imports: true,
  };
  return runCommand(["import", "--terraform", "state.json", ...args], surroundings);
}

async function platformWith(...names: string[]) {
  const platform = closeLater(await startPlatform());
  const routers = names.map((name) => platform.routers.add({ name, projectId: 1, regionId: 2 }));
  platform.clearRequests();
  return { platform, place: routers.map(({ id }) => ({ id, project_id: 1, region_id: 2 })) };
}

const declared = (output: string) => output.match(/new cloudplatform\.Router\("[^"]+"/g) ?? [];

test("what the package does not have is listed by its address, without values, and data sources are left out", async () => {
  const { platform, place } = await platformWith("one");
  const state = stateOf([
    resource(EDGE, { ...place[0], user_data: SECRET }, { sensitive_values: { user_data: true } }),
    resource("x_secret.key", { id: SECRET }, { sensitive_values: { id: true } }),
    resource("other_compute_router.edge", { id: SECRET }),
    resource("data.x_router.known", place[0] ?? {}, { mode: "data" }),
  ]);
  const output = await importState(state, platform);
  expect(declared(output)).toEqual(['new cloudplatform.Router("network-eu.west-edge-1"']);
  expect(output).toContain(`terraform state rm '${EDGE}'\n`);
  expect(output).toContain(
    "Not imported, because this package has no such resources:\n- x_secret.key\n- other_compute_router.edge\n\n",
  );
  expect(output).not.toContain(SECRET);
  expect(output).not.toContain("data.x_router");
});

test.each([
  [
    "without the number of its region",
    { region_id: null, region_name: SECRET },
    {},
    "the state has no region_id",
  ],
  ["whose id is sensitive", { id: SECRET }, { sensitive_values: { id: true } }, "id is sensitive"],
  ["that is deposed", {}, { deposed_key: "4a1b2c3d" }, "it is a deposed object"],
  ["whose id has another form", { id: "edge" }, {}, "routerId must be the UUID of a router"],
])("a router %s is named, and the others are imported", async (_, values, others, problem) => {
  const { platform, place } = await platformWith("one");
  const state = stateOf([
    resource("x_router.bad", { ...place[0], ...values }, others),
    resource("x_router.edge", place[0] ?? {}),
  ]);
  const output = await importState(state, platform);
  expect(output).toContain(`x_router.bad cannot be imported: `);
  expect(output).toContain(problem);
  expect(output).toContain(
    "[terraform-resource-left-out]. Import the object by its id, <projectId>/<regionId>/<routerId>.",
  );
  expect(output).toContain("1 object or list could not be imported [not-all-imported]");
  expect(output).not.toContain(SECRET);
  expect(declared(output)).toEqual(['new cloudplatform.Router("edge"']);
});

test("a dry run does not ask to remove anything from the state of Terraform", async () => {
  const { platform, place } = await platformWith("one");
  const output = await importState(stateOf([resource("x_router.edge", place[0] ?? {})]), platform, [
    "--dry-run",
  ]);
  expect(output).toContain("This was a dry run");
  expect(output).not.toContain("terraform state rm");
});

test("the state before a plan counts, and an empty state has nothing to import", async () => {
  const { platform, place } = await platformWith("one");
  const { values } = stateOf([resource("x_router.edge", place[0] ?? {})]);
  const plan = { format_version: "1.2", planned_values: {}, prior_state: { format_version: "1.0", values } };
  expect(declared(await importState(plan, platform))).toHaveLength(1);
  expect(await importState({ format_version: "1.0" }, platform)).toContain("There is nothing to import.");
});

test.each([
  ["text", "Terraform will perform", "it is not JSON"],
  ["a state file", '{ "version": 4, "resources": [] }', "it is a state file"],
  ["other JSON", "{}", "it has no format_version"],
])("the file must be the output of terraform show -json, not %s", async (_, text, problem) => {
  const { platform } = await platformWith();
  expect(await importState(text, platform)).toContain(
    `state.json is not the output of "terraform show -json": ${problem} [not-a-terraform-state]`,
  );
});

test.each([
  ["x_router.edge", "edge"],
  ["x_router.edge[0]", "edge-0"],
  ['x_router.edge["a.b"]', "edge-a.b"],
  ["module.module.x_router.module", "module-module"],
  ['module.net["a\\"]b"].x_router.edge', 'net-a\\"]b-edge'],
])("the address %s becomes the name %s", (address, name) => {
  expect(nameOf(address)).toBe(name);
});
