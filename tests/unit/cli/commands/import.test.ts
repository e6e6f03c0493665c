import { describe, expect, test } from "@jest/globals";
import type { StateResource } from "../../../../sdk/src/cli/pulumi";
import type { Simulator } from "../../../../simulator/src";
import { useCleanup } from "../../../support/handler-setup";
import { KEY, NO_ROUTER, startPlatform } from "../../../support/platform";
import { runCommand, type Surroundings } from "../../../support/run-command";
import { startScriptedServer, withProbe } from "../../../support/scripted-server";

const { closeLater } = useCleanup();

const TYPE = "pulumi-nodejs:dynamic/cloudplatform:Router";
const STACK = "urn:pulumi:dev::demo::pulumi:pulumi:Stack::demo-dev";
const urnOf = (name: string, type = TYPE) => `urn:pulumi:dev::demo::${type}::${name}`;

async function platformWith(...names: string[]): Promise<Simulator> {
  const platform = closeLater(await startPlatform());
  for (const name of names) platform.routers.add({ name, projectId: 1, regionId: 2 });
  return platform;
}

/** Imports the routers of a region. */
function importRouters({ url }: Simulator, surroundings: Surroundings = {}, args: string[] = []) {
  return runCommand(["import", "Router:1/2", "--yes", ...args], {
    config: { apiKey: { value: KEY, secret: true }, baseUrl: { value: url } },
    imports: true,
    ...surroundings,
  });
}

const declared = (output: string) => output.match(/new cloudplatform\.Router\("[\w:-]+"/g) ?? [];

test("an object that cannot be declared is named, and the others are imported", async () => {
  const platform = await platformWith("one", "two", "three");
  const id = platform.routers.all()[1]?.id as string;
  platform.routers.change(id, { name: "-" });
  const output = await importRouters(platform);
  expect(declared(output)).toEqual(['new cloudplatform.Router("one"', 'new cloudplatform.Router("three"']);
  expect(output).toContain(`Router ${id} cannot be declared as it is: name must have `);
  expect(output).toContain("[object-not-declarable]");
  expect(output).toContain("\nAdd this to your program:\n");
  expect(output).toContain(
    "\nImported: 2 Router.\nThen run pulumi preview, which should show no change of these resources.\n",
  );
  expect(output).toMatch(
    /^pulumi-cloudplatform: 1 object or list could not be imported \[not-all-imported\]/m,
  );
});

test("--json prints the failure of the only target too", async () => {
  const { url } = await platformWith();
  const config = { apiKey: { value: KEY, secret: true }, baseUrl: { value: url } };
  const output = await runCommand(
    ["import", "Router:1/2/1e3a6f0c-52b4-4d0b-9a57-0c1f4c7d9e21", "--yes", "--json"],
    {
      config,
      imports: true,
    },
  );
  const result = JSON.parse(output.slice(output.indexOf("\n{") + 1, output.lastIndexOf("\n}") + 2));
  expect(result).toMatchObject({ objects: [], failures: [{ code: "object-not-found" }] });
  expect(output).toContain("[not-all-imported]");
});

test("--json prints the objects, the program and the failures as one object", async () => {
  const platform = await platformWith("one", "-x");
  const [one, two] = platform.routers.all();
  platform.routers.change(two?.id ?? "", { name: "-" });
  const stdout = await importRouters(platform, {}, ["--json"]);
  expect(stdout).not.toContain("Add this to your");
  const result = JSON.parse(stdout.slice(stdout.indexOf("{"), stdout.lastIndexOf("\n}") + 2));
  expect(result).toMatchObject({
    version: 1,
    isDryRun: false,
    objects: [{ type: "Router", name: "one", id: one?.id, isInState: false }],
    skipped: {},
    failures: [{ code: "object-not-declarable", message: expect.stringContaining(two?.id ?? "") }],
    program: expect.stringContaining('new cloudplatform.Router("one"'),
  });
});

describe("an object of a list that cannot be read is named, with its fields", () => {
  const lists = { routes: [], interfaces: [], external_gateway_info: null };
  const router = { id: "r-1", name: "one", ...lists };
  const odd = { id: "r-odd", name: "two", ...lists, routes: "none" };
  const withoutId = { id: "two words", name: "three", ...lists };
  const request = { id: 5, description: ["More"], status: "done" };
  const settings = { id: 6, email: "a@example.com", notification_type: "failed_login", enabled: "yes" };
  const LISTS = [
    "/cloud/v1/routers/1/2",
    "/cloud/v2/limits_request",
    "/iam/reselling/resellers/7/notification_settings",
  ];
  const WITHOUT_ID =
    "a listed Router without a valid id cannot be read: these fields cannot be read: id [object-left-out]";

  test.each<[what: string, target: string, records: Array<{ id: unknown }>, ...lines: string[]]>([
    [
      "routers, of which the others are imported",
      "Router:1/2",
      [router, odd, withoutId],
      "Router r-odd cannot be read: the reply is not of the form that the interface describes (routes: ",
      WITHOUT_ID,
      "2 objects and lists could not be imported [not-all-imported]",
    ],
    ["the only router", "Router:1/2", [withoutId], WITHOUT_ID],
    ["a quota limit request", "QuotaLimitRequest", [request], "QuotaLimitRequest 5 cannot be read: "],
    [
      "the settings of a reseller",
      "ResellerNotificationSettings:7",
      [settings],
      "ResellerNotificationSettings 6 cannot be read: these fields cannot be read: enabled [",
    ],
  ])("%s", async (_, target, records, ...lines) => {
    const script = withProbe(({ path }) => {
      if (LISTS.includes(path.split("?")[0] ?? ""))
        return { body: { count: records.length, results: records } };
      const record = records.find(({ id }) => path.endsWith(`/${id}`));
      return record ? { body: record } : { status: 404, body: {} };
    });
    const server = closeLater(await startScriptedServer(script));
    const config = { apiKey: { value: KEY, secret: true }, baseUrl: { value: server.url } };
    const output = await runCommand(["import", target, "--yes"], { config, imports: true });
    const printed = output.replaceAll("pulumi-cloudplatform: ", "").split("\n");
    for (const line of lines) expect(printed).toContainEqual(expect.stringContaining(line));
    expect(output).not.toContain("the platform has no Router");
    expect(declared(output)).toEqual(records.includes(router) ? ['new cloudplatform.Router("one"'] : []);
  });
});

describe("routers that are in the state", () => {
  /** In the order of the state. */
  const ROUTER = {
    externalGatewayInfo: null,
    interfaces: [],
    name: "edge",
    projectId: 1,
    regionId: 2,
    routes: [],
  };

  /** As `pulumi import` adds it to the state. */
  const imported = (
    id: string | undefined,
    name: string,
    others: Partial<StateResource> = {},
  ): StateResource => ({
    ...{ urn: urnOf(name), type: TYPE, id: id ?? "", parent: STACK, protect: true },
    ...{ inputs: ROUTER, outputs: { routerId: id ?? "" } },
    ...others,
  });
  const stack: StateResource = { urn: STACK, type: "pulumi:pulumi:Stack" };

  test("stay in the printed program until a program declares them", async () => {
    const platform = await platformWith("edge", "edge", "edge", "edge");
    const [first, second, third] = platform.routers.all().map(({ id }) => id);
    const resources = [
      stack,
      imported(first, "one", { propertyDependencies: { name: [] } }),
      imported(second, "a::b"),
      imported(third, "three", { inputs: { ...ROUTER, ifExists: "create" } }),
    ];
    const output = await importRouters(platform, { resources });
    expect(output).toContain("Already in the stack, and skipped: 1 Router.\n");
    expect(output).toContain("as no `pulumi up` has declared them yet: 2 Router.\n");
    expect(declared(output)).toEqual(
      ["a::b", "three", "edge"].map((name) => `new cloudplatform.Router("${name}"`),
    );
    expect(output.match(/ifExists: "create"/g)).toHaveLength(3);
    expect(output).toContain("\nImported: 1 Router.\nThen run pulumi preview");
  });

  test("appear in a dry run, which has nothing to import", async () => {
    const platform = await platformWith("edge");
    const resources = [stack, imported(platform.routers.all()[0]?.id, "edge")];
    const output = await importRouters(platform, { resources }, ["--dry-run"]);
    expect(declared(output)).toHaveLength(1);
    expect(output).not.toContain("To import");
  });

  test("do not appear again with another parent or Provider", async () => {
    const platform = await platformWith("edge", "core");
    const [edge, core] = platform.routers.all().map(({ id }) => id);
    const resources = [
      stack,
      imported(edge, "edge", { parent: urnOf("office", "my:Office") }),
      imported(core, "core", { provider: `${urnOf("other", "pulumi:providers:pulumi-nodejs")}::1` }),
    ];
    const output = await importRouters(platform, { resources });
    expect(output).toBe("Already in the stack, and skipped: 2 Router.\nThere is nothing to import.\n");
  });

  test("may be those of an interrupted creation, which the next `pulumi up` finds by their name", async () => {
    const platform = await platformWith("edge");
    const resources = [stack, imported("pending:1", "edge", { propertyDependencies: {}, outputs: {} })];
    const output = await importRouters(platform, { resources });
    expect(output).toBe("Already in the stack, and skipped: 1 Router.\nThere is nothing to import.\n");
  });
});

test("children get the Provider of their parent", async () => {
  const platform = await platformWith("edge");
  const provider = urnOf("other", "pulumi:providers:pulumi-nodejs");
  const inputs = { "cloudplatform:baseUrl": platform.url, "cloudplatform:apiKey": KEY };
  const resources = [
    { urn: provider, type: "pulumi:providers:pulumi-nodejs", inputs },
    { urn: urnOf("parent"), type: TYPE, id: NO_ROUTER, provider: `${provider}::1` },
  ];
  const output = await importRouters(platform, { resources, config: {} }, [
    ...["--dry-run", "--parent", urnOf("parent")],
  ]);
  expect(output).toContain("}, { provider: other, parent: parent });\n");
});
