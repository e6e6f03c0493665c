import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import * as cloudplatform from "../../sdk/src";
import type { AnyHandler } from "../../sdk/src/contract/resource";
import type { JsonObject } from "../../sdk/src/util/json";
import type { Simulator } from "../../simulator/src";
import { root } from "../support/command";
import { KEY, startPlatform } from "../support/platform";
import { ResourceLife } from "../support/resource-life";
import { foldersOf } from "./register";

// docs/operations.md lists the documented operations with the resources and functions that use them. These tests use all
// resources and functions, on a deployment that has only the documented operations.

const [documentedPart = ""] = readFileSync(join(root, "docs", "operations.md"), "utf8").split(
  "## In most deployments",
);
const rows = documentedPart.matchAll(/^\| `([A-Z]+ \/\S+)` \| (.+) \|$/gm);
const documented = [...rows].map(([, operation = "", users = ""]) => ({ operation, users }));

let platform: Simulator;
let objects: { routerId: string; settingsId: number };

beforeAll(async () => {
  platform = await startPlatform({ mode: "documented-only", taskTime: 0 });
  process.env.CLOUDPLATFORM_BASE_URL = platform.url;
  process.env.CLOUDPLATFORM_API_KEY = KEY;
  const { id: routerId } = platform.routers.add({ projectId: 1, regionId: 2, name: "edge" });
  const { id: settingsId } = platform.resellers.add({ resellerId: 8 });
  platform.certificates.add({ id: 321, state: "failed" });
  platform.streaming.addVideo({ id: 5001 });
  objects = { routerId, settingsId: Number(settingsId) };
});

afterAll(() => platform?.close());

/** The arguments with which each resource is created and deleted, by its folder. */
const resourceArguments: Record<string, () => JsonObject> = {
  "certificate-force-retry": () => ({ certId: 321 }),
  "edge-group-membership": () => ({ groupId: 17, clientId: 42 }),
  "quota-limit-request": () => ({
    description: "More",
    requestedLimits: { globalLimits: { projectCountLimit: 9 } },
  }),
  "quota-notification-threshold": () => ({ clientId: 42, threshold: 70 }),
  "reseller-notification-settings": () => ({ resellerId: 8, notificationSettingsId: objects.settingsId }),
  router: () => ({ projectId: 1, regionId: 2, routerId: objects.routerId, name: "edge-2" }),
};

/** A call of each function, by its folder. */
const calls: Record<string, () => Promise<unknown>> = {
  "force-retry-certificate": () => cloudplatform.forceRetryCertificate({ certId: 321 }),
  "get-ai-tasks": () => cloudplatform.getAiTasks(),
  "get-task": () => cloudplatform.getTask({ taskId: platform.tasks.all()[0]?.id ?? "" }),
  "get-video-subtitles": () => cloudplatform.getVideoSubtitles({ videoId: 5001 }),
  "query-analytics": () => cloudplatform.queryAnalytics({ query: "{ traffic { bytes } }" }),
};

async function served(): Promise<string[]> {
  const reply = await fetch(`${platform.url}/_simulator`);
  return ((await reply.json()) as { operations: string[] }).operations;
}

/** The requested operations, with the templates of their paths. */
function requested(operations: string[]): string[] {
  return operations.filter((operation) => {
    const [method = "", path = ""] = operation.split(" ");
    const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`);
    return platform.count({ method, path: pattern }) > 0;
  });
}

test("the page has each operation that the platform documents", async () => {
  expect(documented.map(({ operation }) => operation).sort()).toEqual((await served()).sort());
});

test("the page names exported resources and functions", () => {
  for (const { users } of documented)
    for (const [, name = ""] of users.matchAll(/`(\w+)`/g)) expect(cloudplatform).toHaveProperty(name);
});

test("this file has arguments for each resource and a call of each function", () => {
  expect(Object.keys(resourceArguments).sort()).toEqual(foldersOf("resources").sort());
  expect(Object.keys(calls).sort()).toEqual(foldersOf("functions").sort());
});

test("the resources and functions use each documented operation", async () => {
  for (const [folder, args] of Object.entries(resourceArguments)) {
    const { handler }: { handler: AnyHandler } = require(`../../sdk/src/resources/${folder}/handler`);
    const life = new ResourceLife(handler, { baseUrl: platform.url, apiKey: KEY });
    await life.up(args());
    await life.destroy();
  }
  for (const call of Object.values(calls)) await call();

  const operations = await served();
  expect(requested(operations).sort()).toEqual(operations.sort());
});
