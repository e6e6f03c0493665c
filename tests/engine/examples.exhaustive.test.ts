import { afterEach, expect, test } from "@jest/globals";
import type { Simulator, SimulatorOptions } from "../../simulator/src";
import { EXAMPLES } from "../support/example-fixtures";
import { ADMIN_KEY, KEY, keysUsed, NETWORK, startPlatform } from "../support/platform";
import { counts, Stack } from "../support/stack";

// The examples, run like their readers do. With resources, the same `up` once more changes nothing, so that no example
// teaches a program that does not converge. declarative.exhaustive.test.ts runs examples/declarative.

let platform: Simulator;
let stack: Stack;

interface Start {
  config: Record<string, string>;
  options?: SimulatorOptions;
  actsOnEachRun?: true;
}

async function start(example: string, { config, options = {}, actsOnEachRun }: Start) {
  platform = await startPlatform({ adminKeys: [ADMIN_KEY], ...options });
  stack = await Stack.create({
    project: `examples/${example}`,
    config: { "cloudplatform:baseUrl": platform.url, ...config },
    secrets: { "cloudplatform:apiKey": KEY },
  });
  if (actsOnEachRun) return;
  const up = stack.up.bind(stack);
  stack.up = async (...args) => {
    const result = await up(...args);
    await up("--expect-no-changes", ...args);
    return result;
  };
}

afterEach(async () => {
  await platform?.close();
  stack?.remove();
});

test.each(EXAMPLES)("$folder: $summary", async ({ folder, kind, run, ...how }) => {
  await start(folder, { ...how, ...(kind === "functions" && { actsOnEachRun: true }) });
  await run({ platform, stack });
});

test("yaml: a stack in Pulumi YAML with two accounts, references and a function", async () => {
  await start("yaml", {
    config: { projectId: "1234", regionId: "76", externalNetworkId: NETWORK, resellerId: "8" },
  });
  await stack.configure({ secrets: { resellerKey: ADMIN_KEY } });
  expect(counts(await stack.up())).toEqual({ created: 5 });
  expect(keysUsed(platform).admin).toEqual(["/iam"]);
  const [edge, branch] = ["edge", "branch"].map((name) =>
    platform.routers.all().find((router) => router.name === `${name}-router`),
  );
  expect(await stack.outputs()).toMatchObject({
    routerId: edge?.id,
    address: edge?.external_gateway_info?.external_fixed_ips[0]?.ip_address,
    routers: expect.arrayContaining(
      [edge, branch].map((one) => expect.objectContaining({ routerId: one?.id })),
    ),
  });
  await stack.pulumi("state", "unprotect", "--all", "--yes");
  await stack.destroy();
  expect(platform.routers.all()).toEqual([]);
});

test("testing: the program of the component has the address of its router", async () => {
  await start("testing", { config: { projectId: "1234", regionId: "76", headquarters: "headquarters" } });
  const external_gateway_info = { network_id: NETWORK, enable_snat: true, external_fixed_ips: [] };
  platform.routers.add({ projectId: 1234, regionId: 76, name: "headquarters", external_gateway_info });
  expect(counts(await stack.up())).toEqual({ created: 3 });
  expect(await stack.outputs()).toEqual({ address: expect.stringMatching(/^[\d.]+$/) });
});

test("branch-office: one stack with three accounts uses the right key for each request, and destroy leaves nothing", async () => {
  await start("branch-office", {
    config: {
      projectId: "1234",
      regionId: "76",
      externalNetworkId: NETWORK,
      clientId: "42",
      resellerId: "8",
      groupId: "17",
      certId: "321",
      videoId: "5001",
    },
  });
  await stack.configure({ secrets: { resellerKey: ADMIN_KEY, edgeAdminKey: ADMIN_KEY } });
  platform.certificates.add({ id: 321, state: "failed" });
  platform.streaming.addVideo({ id: 5001, subtitles: [{ language: "lb" }] });
  expect(counts(await stack.up())).toEqual({ created: 9 });
  const { own, admin } = keysUsed(platform);
  expect(admin).toEqual(["/fastedge", "/iam"]);
  // A task that has ended at the first poll is not polled alone, under /v1.
  expect(own.filter((area) => area !== "/v1")).toEqual(["/cdn", "/cloud", "/streaming"]);
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
  await stack.destroy();
  const { routers, quotas, edgeGroups, resellers } = platform;
  const left = [
    routers.all(),
    quotas.thresholds(),
    quotas.requests(),
    edgeGroups.members("17"),
    resellers.all(),
  ];
  expect(left.flat()).toEqual([]);
});
