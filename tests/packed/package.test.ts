import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Simulator } from "../../simulator/src";
import { projectEnv, type Result, root, run } from "../support/command";
import { changes, KEY, startPlatform } from "../support/platform";
import { counts, Stack } from "../support/stack";

// What users get: the packed package, installed into a project that has nothing to do with this repository.

interface Packed {
  filename: string;
  size: number;
  files: Array<{ path: string }>;
}

let platform: Simulator;
let barest: Simulator;
let stack: Stack;
let packed: Packed;

const INSTALLATION = 300_000;

beforeAll(async () => {
  platform = await startPlatform();
  barest = await startPlatform({ mode: "documented-only" });
  stack = await Stack.create({
    installs: true,
    env: { PULUMI_NODEJS_TRANSPILE_ONLY: "false" },
    config: { "cloudplatform:baseUrl": platform.url },
    secrets: { "cloudplatform:apiKey": KEY },
  });
  packed = await pack(stack.folder);
  await install(packed);
}, INSTALLATION);

afterAll(async () => {
  await platform?.close();
  await barest?.close();
  stack?.remove();
});

/** The npm that runs us, if any, as set-up does it. */
async function npm(cwd: string, ...args: string[]): Promise<Result> {
  const env = await projectEnv();
  const running = env.npm_execpath ?? "";
  return running.endsWith("npm-cli.js")
    ? run("node", [running, ...args], { cwd, env })
    : run("npm", args, { cwd, env });
}

async function pack(folder: string): Promise<Packed> {
  const { stdout } = await npm(root, "pack", "--workspace=sdk", "--json", `--pack-destination=${folder}`);
  // npm has answered with a list, and with an object by name.
  const [one] = Object.values(JSON.parse(stdout.slice(stdout.search(/^[[{]/m))));
  return one as Packed;
}

async function install({ filename }: Packed): Promise<void> {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const locked = (name: string) => `${name}@${lock.packages[`node_modules/${name}`].version}`;
  await npm(
    stack.folder,
    ...["install", `./${filename}`, locked("@pulumi/pulumi"), locked("typescript")],
    ...["--prefer-offline", "--no-audit", "--no-fund"],
  );
}

async function node(...args: string[]): Promise<string> {
  return (await run("node", args, { cwd: stack.folder, env: await projectEnv() })).stdout.trim();
}

describe("the package", () => {
  test("holds the compiled code with its types, the manual, the licence, and nothing else", () => {
    const others = packed.files
      .map(({ path }) => path)
      .filter((path) => !/^dist\/.*\.(js|d\.ts)$/.test(path));
    expect(others.sort()).toEqual(["LICENSE", "README.md", "package.json"]);
    const paths = packed.files.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        "dist/index.js",
        "dist/index.d.ts",
        "dist/provider.js",
        "dist/resources/router/router.d.ts",
      ]),
    );
    expect(paths.filter((path) => /test|spec|fixture/i.test(path))).toEqual([]);
  });

  test("has no compiled file whose source is gone", () => {
    const compiled = packed.files.map(({ path }) => path).filter((path) => path.startsWith("dist/"));
    const source = (path: string) => path.replace(/^dist/, "sdk/src").replace(/(\.d\.ts|\.js)$/, ".ts");
    expect(compiled.filter((path) => !existsSync(join(root, source(path))))).toEqual([]);
  });

  test("is small", () => {
    expect(packed.size).toBeLessThan(300_000);
  });

  test("brings two dependencies and leaves @pulumi/pulumi to the project", async () => {
    const manifest = JSON.parse(
      readFileSync(join(stack.folder, "node_modules/pulumi-cloudplatform/package.json"), "utf8"),
    );
    expect(Object.keys(manifest.dependencies).sort()).toEqual(["undici", "zod"]);
    expect(Object.keys(manifest.peerDependencies)).toEqual(["@pulumi/pulumi"]);
    const { stdout } = await npm(stack.folder, "ls", "@pulumi/pulumi", "--all", "--parseable");
    expect(stdout.trim().split("\n")).toHaveLength(1);
  });

  test("loads with require and with import, and both give the same classes", async () => {
    const names = "Object.keys(cloudplatform).filter((name) => /^[A-Z]/.test(name)).sort().join()";
    const required = await node("-p", `const cloudplatform = require("pulumi-cloudplatform"); ${names}`);
    expect(required.split(",")).toEqual([
      ...["AnalyticsError", "CertificateForceRetry", "ConfigurationError", "EdgeGroupMembership"],
      ...["InvalidArguments", "PlatformError", "Provider", "QuotaLimitRequest"],
      ...["QuotaNotificationThreshold", "ResellerNotificationSettings", "Router"],
    ]);
    const script = `
      import * as cloudplatform from "pulumi-cloudplatform";
      import { Router } from "pulumi-cloudplatform";
      import { createRequire } from "node:module";
      if (Router !== createRequire(import.meta.url)("pulumi-cloudplatform").Router) throw new Error("two classes");
      console.log(${names});`;
    stack.write("imports.mjs", script);
    const imported = await node("imports.mjs");
    expect(imported.split(",")).toEqual(expect.arrayContaining(required.split(",")));
  });

  test("has types that resolve from CommonJS and from ESM, and that refuse what is wrong", async () => {
    stack.write(
      "tsconfig.json",
      JSON.stringify({
        compilerOptions: {
          target: "es2022",
          module: "nodenext",
          moduleResolution: "nodenext",
          strict: true,
          exactOptionalPropertyTypes: true,
          types: [],
          noEmit: true,
        },
        include: ["index.ts", "typed.mts"],
      }),
    );
    stack.program(PROGRAM);
    stack.write("typed.mts", TYPED);
    await node("node_modules/typescript/bin/tsc", "-p", ".");
  });
});

/** Right uses of everything that the package has, and wrong ones. */
const TYPED = `
import * as cloudplatform from "pulumi-cloudplatform";
import { Provider, Router, type RouterArgs } from "pulumi-cloudplatform";
import { output, type Output } from "@pulumi/pulumi";

const provider = new Provider("other", { apiKey: "key" });
const args: RouterArgs = { projectId: 1, regionId: 2, externalGatewayInfo: null };
export const id: Output<string> = new Router("edge", args, { provider }).routerId;
// @ts-expect-error a project is a number
new Router("wrong", { projectId: "one", regionId: 2 });
// @ts-expect-error there is no such property
new Router("wrong", { projectId: 1, regionId: 2, colour: "red" });

const early = new cloudplatform.QuotaNotificationThreshold("early", { clientId: 42, threshold: output(70), lastMessage: null });
export const used: Output<number | undefined> = early.lastMessage.apply((told) => told?.globalQuotas.projectCountLimit?.usage);
// @ts-expect-error a threshold is required
new cloudplatform.QuotaNotificationThreshold("wrong", { clientId: 42 });
// @ts-expect-error there is no such quota
new cloudplatform.QuotaNotificationThreshold("wrong", { clientId: 42, threshold: 70, lastMessage: { globalQuotas: { moonCountLimit: { limit: 1, usage: 1 } } } });

const regions: cloudplatform.RegionalLimits[] = [{ regionId: 76, cpuCountLimit: output(200) }];
const more = new cloudplatform.QuotaLimitRequest("more", { description: "More", requestedLimits: { regionalLimits: regions } });
export const status: Output<string | undefined> = more.status;
// @ts-expect-error a region is named by its number
new cloudplatform.QuotaLimitRequest("wrong", { description: "More", requestedLimits: { regionalLimits: [{ cpuCountLimit: 200 }] } });
// @ts-expect-error there is no such limit of a region
new cloudplatform.QuotaLimitRequest("wrong", { description: "More", requestedLimits: { regionalLimits: [{ regionId: 76, projectCountLimit: 1 }] } });

const partner = new cloudplatform.EdgeGroupMembership("partner", { groupId: "9223372036854775807", clientId: 42 }, { provider });
export const group: Output<number | string> = partner.groupId;
// @ts-expect-error a group is required
new cloudplatform.EdgeGroupMembership("wrong", { clientId: 42 });

const logins = new cloudplatform.ResellerNotificationSettings("logins", { resellerId: 8, notificationSettingsId: 31, enabled: undefined });
export const settings: Output<number | string> = logins.notificationSettingsId;
// @ts-expect-error there is no such kind of notification
new cloudplatform.ResellerNotificationSettings("wrong", { resellerId: 8, email: "a@example.com", notificationType: "birthday" });

const www = new cloudplatform.CertificateForceRetry("www", { certId: 321, triggers: { of: [partner.id, 7] } });
export const outcome: Output<"started" | "inProgress" | "completed"> = www.outcome;
// @ts-expect-error a trigger stands in a list or in an object
new cloudplatform.CertificateForceRetry("wrong", { certId: 321, triggers: "today" });

export const retried: Promise<cloudplatform.ForceRetryCertificateResult> = cloudplatform.forceRetryCertificate({ certId: 321 });
export const tasks: Output<number> = cloudplatform.getAiTasksOutput({ search: partner.id }).count;
export const pages: AsyncGenerator<cloudplatform.GetAiTasksResult, void> = cloudplatform.paginateAiTasks({ status: "FAILURE" });
export const task: Promise<string> = cloudplatform.getTask({ taskId: "1" }, { provider }).then(({ state }) => state);
export const texts: Output<string[]> = cloudplatform.getVideoSubtitlesOutput({ videoId: output(5) }).subtitles.apply((list) => list.map(({ vtt }) => vtt));
export const data: Promise<unknown> = cloudplatform.queryAnalytics({ query: "{ traffic }" }).then((result) => result.data);
export const told = (error: unknown) => error instanceof cloudplatform.PlatformError || error instanceof cloudplatform.AnalyticsError;
// @ts-expect-error there is no such status
cloudplatform.getAiTasks({ status: "LOST" });
// @ts-expect-error the plain form takes no outputs
cloudplatform.getVideoSubtitles({ videoId: output(5) });
// @ts-expect-error a query is required
cloudplatform.queryAnalyticsOutput({ variables: {} });
`;

const PROGRAM = `
const edge = new cloudplatform.Router("edge", {
  projectId: 1,
  regionId: 2,
  name: "edge-router",
  externalGatewayInfo: { type: "default" },
});
export const routerId = edge.routerId;
export const address = edge.externalGatewayInfo.apply((gateway) => gateway?.externalFixedIps?.[0]?.ipAddress);`;

describe("a project with the package", () => {
  beforeAll(() => {
    stack.program(PROGRAM);
    platform.clearRequests();
  });

  test("preview", async () => {
    expect(counts(await stack.preview())).toEqual({ "to create": 2 });
    expect(platform.requests).toEqual([]);
  });

  test("up", async () => {
    expect(counts(await stack.up())).toEqual({ created: 2 });
    const [router] = platform.routers.all();
    expect(await stack.outputs()).toEqual({
      routerId: router?.id,
      address: router?.external_gateway_info?.external_fixed_ips[0]?.ip_address,
    });
    expect(counts(await stack.up("--expect-no-changes"))).toEqual({ unchanged: 2 });
  });

  test("destroy", async () => {
    await stack.destroy();
    expect(changes(platform).map(([call]) => call)).toEqual([
      "POST /cloud/v1/routers/1/2",
      "DELETE /cloud/v1/routers/1/2/{id}",
    ]);
    expect(platform.routers.all()).toEqual([]);
  });
});

describe("a project with every other resource and a function", () => {
  const program = `
const early = new cloudplatform.QuotaNotificationThreshold("early", { clientId: 42, threshold: 70 });
new cloudplatform.QuotaLimitRequest("more", {
  description: "More",
  requestedLimits: { globalLimits: { projectCountLimit: 10 } },
});
const partner = new cloudplatform.EdgeGroupMembership("partner", { groupId: 17, clientId: 42 });
const logins = new cloudplatform.ResellerNotificationSettings("logins", { resellerId: 8, notificationSettingsId: 31, enabled: false });
const www = new cloudplatform.CertificateForceRetry("www", { certId: 321, triggers: [partner.id] });
export const threshold = early.threshold;
export const settings = logins.enabled;
export const outcome = www.outcome;
export const languages = cloudplatform
  .getVideoSubtitlesOutput({ videoId: 5 }, { dependsOn: [www] })
  .subtitles.apply((list) => list.map(({ language }) => language));`;

  test.each([
    { name: "a full deployment", deployment: () => platform, requestsLeft: 0, membersLeft: [] },
    {
      name: "a deployment of the documented operations",
      deployment: () => barest,
      requestsLeft: 1,
      membersLeft: ["42"],
    },
  ])("on $name", async ({ deployment, requestsLeft, membersLeft }) => {
    const { url, certificates, streaming, resellers, quotas, edgeGroups } = deployment();
    certificates.add({ id: 321, state: "failed" });
    streaming.addVideo({ id: 5, subtitles: [{ language: "lb" }] });
    resellers.add({ resellerId: 8, id: 31 });
    await stack.configure({ config: { "cloudplatform:baseUrl": url } });
    stack.program(program);
    expect(counts(await stack.up())).toEqual({ created: 6 });
    expect(await stack.outputs()).toEqual({
      threshold: 70,
      settings: false,
      outcome: "started",
      languages: ["lb"],
    });
    expect(quotas.requests()).toHaveLength(1);
    expect(edgeGroups.members(17)).toEqual(["42"]);
    await stack.destroy();
    expect(resellers.all()).toEqual([]);
    expect(quotas.requests()).toHaveLength(requestsLeft);
    expect(edgeGroups.members(17)).toEqual(membersLeft);
  });
});
