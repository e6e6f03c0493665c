import { describe, expect, test } from "@jest/globals";
import type { StateResource } from "../../../../sdk/src/cli/pulumi";
import type { Simulator } from "../../../../simulator/src";
import { useCleanup } from "../../../support/handler-setup";
import { KEY, NO_ROUTER, startPlatform } from "../../../support/platform";
import { runCommand } from "../../../support/run-command";
import { startScriptedServer, withProbe } from "../../../support/scripted-server";

const { closeLater } = useCleanup();

const TYPE = "pulumi-nodejs:dynamic/cloudplatform:Router";
const urnOf = (name: string, type = TYPE) => `urn:pulumi:dev::demo::${type}::${name}`;

async function platformWith(...names: string[]): Promise<Simulator> {
  const platform = closeLater(await startPlatform());
  for (const name of names) platform.routers.add({ name, projectId: 1, regionId: 2 });
  return platform;
}

/** Imports the routers of a region. */
function importRouters({ url }: Simulator, resources: StateResource[] = []) {
  const config = { apiKey: { value: KEY, secret: true }, baseUrl: { value: url } };
  return runCommand(["import", "Router:1/2", "--yes"], { config, resources, imports: true });
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
  expect(output).toContain(
    "\nAdd the printed program to yours. Then `pulumi preview` should show no change of these resources.\n",
  );
  expect(output).toMatch(
    /^pulumi-cloudplatform: 1 object or list could not be imported \[not-all-imported\]/m,
  );
});

describe("an object of a list that cannot be read is named, with its fields", () => {
  const lists = { routes: [], interfaces: [], external_gateway_info: null };
  const router = { id: "r-1", name: "one", ...lists };
  const odd = { id: "r-odd", name: "two", ...lists, routes: "none" };
  const request = { id: 5, description: ["More"], status: "done" };
  const settings = { id: 6, email: "a@example.com", notification_type: "failed_login", enabled: "yes" };
  const LISTS = [
    "/cloud/v1/routers/1/2",
    "/cloud/v2/limits_request",
    "/iam/reselling/resellers/7/notification_settings",
  ];

  test.each<[what: string, target: string, records: Array<{ id: unknown }>, ...lines: string[]]>([
    [
      "routers, of which the others are imported",
      "Router:1/2",
      [router, odd],
      "Router r-odd cannot be read: the reply is not of the form that the interface describes (routes: ",
      "1 object or list could not be imported [not-all-imported]",
    ],
    ["a quota limit request", "QuotaLimitRequest", [request], "QuotaLimitRequest 5 cannot be read: "],
    [
      "the settings of a reseller",
      "ResellerNotificationSettings:7",
      [settings],
      "ResellerNotificationSettings 6 cannot be read: these fields cannot be read: enabled [object-left-out]",
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
    expect(output).not.toContain("[nothing-to-import]");
    expect(declared(output)).toEqual(records.includes(router) ? ['new cloudplatform.Router("one"'] : []);
  });
});

describe("a router with the name of another one", () => {
  const inputs = { projectId: 1, regionId: 2, name: "edge" };
  const other: StateResource = { urn: urnOf("edge"), type: TYPE, id: NO_ROUTER, inputs };
  const provider = `${urnOf("other", "pulumi:providers:pulumi-nodejs")}::1`;

  test.each<[what: string, resources: StateResource[], seconds: number]>([
    ["of the stack", [other], 2],
    ["of the stack, with another Provider", [{ ...other, provider }], 1],
    ["that is imported as well", [], 1],
  ])("%s is declared as a second one", async (_, resources, seconds) => {
    const output = await importRouters(await platformWith("edge", "edge"), resources);
    expect(declared(output)).toHaveLength(2);
    expect(output.match(/ifExists: "create"/g)).toHaveLength(seconds);
  });
});
