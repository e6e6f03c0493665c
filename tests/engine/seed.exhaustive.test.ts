import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { useDeployment } from "../support/deployment";
import { packageCommand } from "../support/package-command";
import { KEY, LAB, NETWORK, OFFICE, startPlatform } from "../support/platform";

// `pulumi-cloudplatform seed`: a copy of the objects of a stack in another simulator, with the same ids.

const { platform, stack } = useDeployment({ taskTime: 0 });
const seed = (...args: string[]) => packageCommand(stack, ["seed", ...args]);
const file = (name: string) => join(stack.folder, name);

test("a change of a stack can be tried on a copy: the copy has no drift, and gets the change", async () => {
  stack.program(`
const place = { projectId: 1, regionId: 2 };
new cloudplatform.Router("edge", {
  ...place,
  name: "edge",
  externalGatewayInfo: { networkId: "${NETWORK}" },
  interfaces: [{ subnetId: "${OFFICE}", ipAddress: "10.0.1.9" }, { subnetId: "${LAB}" }],
  routes: [{ destination: "10.9.0.0/24", nexthop: "10.0.1.7" }],
});
new cloudplatform.Router("branch", { ...place, name: "branch" });
new cloudplatform.QuotaNotificationThreshold("alarm", { clientId: 42, threshold: 70 });
new cloudplatform.EdgeGroupMembership("member", { groupId: 7, clientId: 42 });
new cloudplatform.ResellerNotificationSettings("mail", {
  resellerId: 8,
  email: "ops@example.com",
  notificationType: "failed_login",
});
new cloudplatform.QuotaLimitRequest("cpus", {
  description: "Load test",
  requestedLimits: { globalLimits: { projectCountLimit: 9 } },
});`);
  await stack.up();
  platform.clearRequests();
  const { code, output } = await seed("--out", file("seed.json"));
  expect([code, output]).toEqual([0, expect.stringContaining("Start the simulator with --seed-file")]);
  expect(platform.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  const text = readFileSync(file("seed.json"), "utf8");
  expect(text).not.toContain(KEY);

  const copy = await startPlatform({ taskTime: 0, objects: JSON.parse(text) });
  try {
    await stack.configure({ config: { "cloudplatform:baseUrl": copy.url } });
    await stack.up("--refresh", "--expect-no-changes");
    const ids = (all: readonly { id: string }[]) => all.map(({ id }) => id).sort();
    expect(ids(copy.routers.all())).toEqual(ids(platform.routers.all()));
    stack.program("");
    await stack.up("--refresh");
    expect([copy.routers.all(), platform.routers.all().length]).toEqual([[], 2]);
  } finally {
    await stack.configure({ config: { "cloudplatform:baseUrl": platform.url } });
    await copy.close();
  }
});

test("resources of another account are named as left out, and read with the Provider", async () => {
  stack.program(`
const other = new cloudplatform.Provider("other", { maxRetries: 2 });
new cloudplatform.QuotaNotificationThreshold("own", { clientId: 51, threshold: 70 });
new cloudplatform.QuotaNotificationThreshold("theirs", { clientId: 52, threshold: 71 }, { provider: other });`);
  await stack.up();
  const own = await seed();
  expect(own.stderr).toContain("Left out: 1 of other accounts. Name their Provider with --provider.");
  expect(JSON.parse(own.stdout).thresholds).toEqual([{ client_id: 51, threshold: 70 }]);
  const theirs = await seed("--provider", "other");
  expect(JSON.parse(theirs.stdout).thresholds).toEqual([{ client_id: 52, threshold: 71 }]);
});

test("named objects are printed, also if no stack has them", async () => {
  const { id } = platform.routers.add({ projectId: 5, regionId: 6, name: "other" });
  const { code, stdout } = await seed("Router:5/6", "QuotaNotificationThreshold:43");
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    routers: [
      { id, name: "other", project_id: 5, region_id: 6, interfaces: [], external_gateway_info: null },
    ],
    thresholds: [{ client_id: 43, threshold: 80 }],
  });
});

test("where the key lacks a right, nothing is written, and the error names the request", async () => {
  platform.faults.add("status:code=403@GET /cloud/v1/routers/{project_id}/{region_id}");
  const { code, output } = await seed("Router:5/6", "--out", file("refused.json"));
  platform.faults.clear();
  expect([code, existsSync(file("refused.json"))]).toEqual([1, false]);
  expect(output).toMatch(/GET \/cloud\/v1\/routers\/5\/6\S* was answered 403/);
  expect(output).toContain("[not-all-read]");
});

test.each([
  [["Router:5/6", "--out", "Pulumi.yaml"], "Pulumi.yaml cannot be written: "],
  [["Roter:5/6"], "there is no resource Roter"],
])("%j is refused with one sentence", async (args, message) => {
  const { code, output } = await seed(...args);
  expect([code, output]).toEqual([1, expect.stringContaining(message)]);
});
