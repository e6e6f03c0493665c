import { afterEach, describe, expect, test } from "@jest/globals";
import type { Simulator, SimulatorOptions } from "../../simulator/src";
import { ADMIN_KEY, changes, KEY, keysUsed, NETWORK, OFFICE, startPlatform } from "../support/platform";
import { counts, Stack } from "../support/stack";

// The examples as their readers run them. (examples/declarative is the root project's program and has its own tests.)

let platform: Simulator;
let stack: Stack;

async function start(example: string, config: Record<string, string>, options: SimulatorOptions = {}) {
  platform = await startPlatform({ adminKeys: [ADMIN_KEY], ...options });
  stack = await Stack.create({
    project: `examples/${example}`,
    config: { "cloudplatform:baseUrl": platform.url, "cloudplatform:minPollInterval": "50ms", ...config },
    secrets: { "cloudplatform:apiKey": KEY },
  });
}

afterEach(async () => {
  await platform?.close();
  stack?.remove();
});

const PLACE = { projectId: "1234", regionId: "76" };

test("router: creates one with a way out, adopts another one, and destroy leaves that", async () => {
  await start("router", { ...PLACE, externalNetworkId: NETWORK });
  const route = { destination: "192.168.1.0/24", nexthop: "10.0.1.9" };
  const shared = platform.routers.add({ projectId: 1234, regionId: 76, name: "shared", routes: [route] }).id;
  await stack.up();
  expect(changes(platform)).toEqual([
    [
      "POST /cloud/v1/routers/1234/76",
      {
        name: expect.stringMatching(/^edge-[0-9a-f]{7}$/),
        external_gateway_info: { type: "manual", network_id: NETWORK, enable_snat: true },
      },
    ],
  ]);
  const edge = platform.routers.all().find(({ name }) => name.startsWith("edge-"));
  expect(await stack.outputs()).toEqual({
    routerId: edge?.id,
    address: edge?.external_gateway_info?.external_fixed_ips[0]?.ip_address,
  });
  await stack.configure({ config: { sharedRouterId: shared } });
  platform.clearRequests();
  expect(counts(await stack.up())).toEqual({ created: 1, unchanged: 2 });
  expect(changes(platform)).toEqual([["PATCH /cloud/v2/routers/1234/76/{id}", { routes: [] }]]);
  await stack.destroy();
  expect(platform.routers.all().map(({ id }) => id)).toEqual([shared]);
});

test("quota-notification-threshold: is set, and set back by destroy", async () => {
  await start("quota-notification-threshold", { clientId: "42" });
  await stack.up();
  expect(platform.quotas.threshold(42)).toMatchObject({ threshold: 70 });
  expect(await stack.outputs()).toEqual({ lastWarning: "never" });
  await stack.destroy();
  expect(platform.quotas.threshold(42)).toBeUndefined();
});

test("quota-limit-request: is sent, followed by refresh, and stays when it is decided", async () => {
  await start("quota-limit-request", { regionId: "76" });
  await stack.up();
  const [request] = platform.quotas.requests();
  expect(request?.requested_limits).toEqual({
    global_limits: { project_count_limit: 10 },
    regional_limits: [{ region_id: 76, cpu_count_limit: 200, ram_limit: 524288 }],
  });
  expect(await stack.outputs()).toEqual({ requestId: Number(request?.id), status: "in progress" });
  platform.quotas.approve(String(request?.id));
  await stack.refresh();
  await stack.up("--expect-no-changes");
  expect((await stack.outputs()).status).toBe("done");
});

test("edge-group-membership: with the administrator's key, and ids of 64 bits", async () => {
  await start("edge-group-membership", { groupId: "9223372036854775807", clientId: "4711" });
  await stack.configure({ secrets: { edgeAdminKey: ADMIN_KEY } });
  await stack.up();
  expect(changes(platform)).toEqual([["POST /fastedge/v1/admin/groups/9223372036854775807/client/4711"]]);
  expect(keysUsed(platform)).toEqual({ own: [], admin: ["/fastedge"] });
  expect(await stack.outputs()).toEqual({ membership: "9223372036854775807/4711" });
});

test("reseller-notification-settings: makes some, and turns others off", async () => {
  await start("reseller-notification-settings", { resellerId: "8" });
  const existing = platform.resellers.add({
    resellerId: 8,
    email: "boss@example.com",
    notification_type: "deletion_request",
  });
  await stack.configure({
    config: { existingSettingsId: String(existing.id) },
    secrets: { resellerKey: ADMIN_KEY },
  });
  await stack.up();
  const all = platform.resellers.all();
  expect(all).toContainEqual({ ...existing, enabled: false });
  const made = all.find(({ email }) => email === "oncall@example.com");
  expect(await stack.outputs()).toEqual({ settingsId: Number(made?.id) });
  await stack.destroy();
  expect(platform.resellers.all()).toEqual([]);
});

test("certificate-force-retry: fires once, and once more when the domain changes", async () => {
  await start("certificate-force-retry", { certId: "321", domain: "www.example.com" });
  platform.certificates.add({ id: 321, state: "failed" });
  const fired = () => platform.count({ method: "POST", path: "/cdn/sslData/321/force-retry" });
  await stack.up();
  expect((await stack.outputs()).outcome).toBe("started");
  await stack.up("--expect-no-changes");
  expect(fired()).toBe(1);
  await stack.configure({ config: { domain: "shop.example.com" } });
  await stack.up();
  expect(fired()).toBe(2);
  expect((await stack.outputs()).outcome).toBe("inProgress");
  await stack.destroy();
  expect(fired()).toBe(2);
});

describe("functions", () => {
  test("force-retry-certificate: fires at up and not in a preview", async () => {
    await start("force-retry-certificate", { certId: "321" });
    platform.certificates.add({ id: 321, state: "failed" });
    const preview = await stack.preview();
    expect(preview.stdout).toMatch(/outcome\s*: \[unknown\]/);
    expect(platform.requests).toEqual([]);
    await stack.up();
    expect((await stack.outputs()).outcome).toBe("started");
  });

  test("get-router: the addresses of a router, by its name", async () => {
    await start("get-router", { ...PLACE, routerName: "shared" });
    const { id } = platform.routers.add({
      projectId: 1234,
      regionId: 76,
      name: "shared",
      external_gateway_info: {
        network_id: NETWORK,
        enable_snat: true,
        external_fixed_ips: [{ ip_address: "203.0.113.7", subnet_id: OFFICE }],
      },
    });
    await stack.up();
    expect(await stack.outputs()).toEqual({ routerId: id, addresses: ["203.0.113.7"] });
  });

  test("get-routers: the names of all routers", async () => {
    await start("get-routers", PLACE);
    for (const name of ["edge", "branch"]) platform.routers.add({ projectId: 1234, regionId: 76, name });
    await stack.up();
    expect(await stack.outputs()).toEqual({ names: ["edge", "branch"] });
  });

  test("get-video-subtitles: the languages of a video", async () => {
    await start("get-video-subtitles", { videoId: "5001" });
    platform.streaming.addVideo({ id: 5001, subtitles: [{ language: "de" }] });
    await stack.up();
    expect(await stack.outputs()).toEqual({ languages: ["de"] });
  });

  test("get-ai-tasks: how many there are, and which have failed, from all pages", async () => {
    await start("get-ai-tasks", {});
    const url = (index: number) => `https://videos.example.com/${index}.mp4`;
    for (let index = 0; index < 120; index++)
      platform.streaming.addAiTask({
        status: index % 2 ? "FAILURE" : "SUCCESS",
        task_data: { task_name: "transcription", url: url(index) },
      });
    await stack.up();
    const outputs = await stack.outputs();
    expect(outputs.tasks).toBe(120);
    expect((outputs.failedTasks as Array<{ url: string }>).map((task) => task.url).sort()).toEqual(
      Array.from({ length: 60 }, (_, index) => url(index * 2 + 1)).sort(),
    );
  });

  test("query-analytics: what the platform answers", async () => {
    await start("query-analytics", { resourceId: "1701" });
    const traffic = [{ country: "LU", bytes: 12345 }];
    platform.analytics.answer(({ variables }) => ({ data: { traffic, asked: variables } }));
    await stack.up();
    expect(await stack.outputs()).toEqual({ traffic: { traffic, asked: { resource: 1701 } } });
  });

  test("get-task: how a task stands", async () => {
    await start("get-task", {}, { taskTime: 0 });
    const region = `${platform.url}/cloud/v1/routers/1/2`;
    await fetch(region, {
      method: "POST",
      headers: { authorization: `apikey ${KEY}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "edge" }),
    });
    const [task] = platform.tasks.all();
    await stack.configure({ config: { taskId: task?.id ?? "" } });
    await stack.up();
    expect(await stack.outputs()).toMatchObject({
      state: "FINISHED",
      createdResources: { routers: [platform.routers.all()[0]?.id] },
    });
  });
});

test("branch-office: one stack, two accounts, each request with the right key, and nothing left in the end", async () => {
  await start("branch-office", {
    ...PLACE,
    externalNetworkId: NETWORK,
    clientId: "42",
    resellerId: "8",
    groupId: "17",
    certId: "321",
    videoId: "5001",
  });
  await stack.configure({ secrets: { resellerKey: ADMIN_KEY } });
  platform.certificates.add({ id: 321, state: "failed" });
  platform.streaming.addVideo({ id: 5001, subtitles: [{ language: "lb" }] });
  expect(counts(await stack.up())).toEqual({ created: 8 });
  expect(keysUsed(platform)).toEqual({
    own: ["/cdn", "/cloud", "/streaming", "/v1"],
    admin: ["/fastedge", "/iam"],
  });
  expect(await stack.outputs()).toEqual({
    routerId: platform.routers.all()[0]?.id,
    lastWarning: "never",
    requestStatus: "in progress",
    membership: "17/42",
    notifications: Number(platform.resellers.all()[0]?.id),
    certificate: "started",
    failedAiTasks: 0,
    languages: ["lb"],
  });
  expect(counts(await stack.up("--expect-no-changes"))).toEqual({ unchanged: 8 });
  await stack.destroy();
  expect(platform.routers.all()).toEqual([]);
  expect(platform.quotas.threshold(42)).toBeUndefined();
  expect(platform.quotas.requests()).toEqual([]);
  expect(platform.edgeGroups.members("17")).toEqual([]);
  expect(platform.resellers.all()).toEqual([]);
});
