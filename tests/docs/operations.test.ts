import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import * as cloudplatform from "../../sdk/src";
import { handler as retry } from "../../sdk/src/resources/certificate-force-retry/handler";
import { handler as membership } from "../../sdk/src/resources/edge-group-membership/handler";
import { handler as request } from "../../sdk/src/resources/quota-limit-request/handler";
import { handler as threshold } from "../../sdk/src/resources/quota-notification-threshold/handler";
import { handler as settings } from "../../sdk/src/resources/reseller-notification-settings/handler";
import { handler as router } from "../../sdk/src/resources/router/handler";
import type { JsonObject } from "../../sdk/src/util/json";
import type { Simulator } from "../../simulator/src";
import { root } from "../support/command";
import { KEY, startPlatform } from "../support/platform";
import { ResourceLife } from "../support/resource-life";

// docs/operations.md says by what each operation is used. Here all of that is used, on the barest deployment.

const page = join(root, "docs", "operations.md");
const rows = readFileSync(page, "utf8")
  .split("## Where the deployment")[0]
  ?.matchAll(/^\| `([A-Z]+ \/\S+)` \| (.+) \|$/gm);
const documented = [...(rows ?? [])].map(([, operation, users]) => ({ operation, users: users ?? "" }));

let platform: Simulator;

beforeAll(async () => {
  platform = await startPlatform({ mode: "documented-only", taskTime: 0 });
  process.env.CLOUDPLATFORM_BASE_URL = platform.url;
  process.env.CLOUDPLATFORM_API_KEY = KEY;
});

afterAll(() => platform?.close());

async function served(): Promise<string[]> {
  const reply = await fetch(`${platform.url}/_simulator`);
  return ((await reply.json()) as { operations: string[] }).operations;
}

/** The operations that were asked for, by the templates of their paths. */
function asked(operations: string[]): string[] {
  return operations.filter((operation) => {
    const [method = "", path = ""] = operation.split(" ");
    const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`);
    return platform.count({ method, path: pattern }) > 0;
  });
}

test("the page has each operation that the platform documents", async () => {
  expect(documented.map(({ operation }) => operation).sort()).toEqual((await served()).sort());
});

test("what it names is exported, and has a page", () => {
  for (const { users } of documented) {
    for (const [, name = ""] of users.matchAll(/`(\w+)`/g)) expect(cloudplatform).toHaveProperty(name);
    for (const [, link = ""] of users.matchAll(/\]\((\S+?)\)/g))
      expect([link, existsSync(join(dirname(page), link))]).toEqual([link, true]);
  }
});

test("each operation is reached by what the package exports", async () => {
  const { id } = platform.routers.add({ projectId: 1, regionId: 2, name: "edge" });
  const { id: settingsId } = platform.resellers.add({ resellerId: 8 });
  platform.certificates.add({ id: 321, state: "failed" });
  platform.streaming.addVideo({ id: 5001 });

  const live = async (handler: { type: string }, args: JsonObject) => {
    const life = new ResourceLife(handler, { baseUrl: platform.url, apiKey: KEY });
    await life.up(args);
    await life.destroy();
  };
  await live(router, { projectId: 1, regionId: 2, routerId: id, name: "edge-2" });
  await live(threshold, { clientId: 42, threshold: 70 });
  await live(request, { description: "More", requestedLimits: { globalLimits: { projectCountLimit: 9 } } });
  await live(membership, { groupId: 17, clientId: 42 });
  await live(settings, { resellerId: 8, notificationSettingsId: Number(settingsId) });
  await live(retry, { certId: 321 });
  await cloudplatform.getVideoSubtitles({ videoId: 5001 });
  await cloudplatform.getAiTasks();
  await cloudplatform.queryAnalytics({ query: "{ traffic { bytes } }" });
  const [task] = platform.tasks.all();
  await cloudplatform.getTask({ taskId: task?.id ?? "" });

  const operations = await served();
  expect(asked(operations).sort()).toEqual(operations.sort());
});
