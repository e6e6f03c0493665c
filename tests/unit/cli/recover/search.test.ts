import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { EndedRun } from "../../../../sdk/src/cli/pulumi";
import { NO_ENGINE } from "../../../../sdk/src/cli/reader";
import { lostOperations, windowOf } from "../../../../sdk/src/cli/recover/lost-run";
import { LostCreations } from "../../../../sdk/src/cli/recover/search";
import type { AnyResource } from "../../../../sdk/src/operation/resource";
import { Session } from "../../../../sdk/src/provider/session";
import { handler as requests } from "../../../../sdk/src/resources/quota-limit-request/handler";
import { handler as notifications } from "../../../../sdk/src/resources/reseller-notification-settings/handler";
import { handler as router } from "../../../../sdk/src/resources/router/handler";
import type { JsonObject } from "../../../../sdk/src/util/json";
import type { Simulator } from "../../../../simulator/src";
import { MemoryRecordStore } from "../../../support/in-process-resource";
import { createRouter, KEY, startPlatform } from "../../../support/platform";
import { settingsOf } from "../../../support/settings";

// Which object belongs to a creation of a lost run. tests/engine has the same with runs that were killed.

const EDGE = { projectId: 1, regionId: 2, name: "edge" };
const SECOND = 1_000;
const now = Date.now();
/** The lost run began a minute ago. */
const WINDOW = { from: now - 60 * SECOND, until: now + 60 * SECOND };
const DATE = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC`;
const at = (seconds: number) => new Date(now + seconds * SECOND).toISOString();

let platform: Simulator;
let session: Session;

beforeEach(() => {
  session = new Session({ process: "command", engine: NO_ENGINE, recordStore: new MemoryRecordStore() });
});

afterEach(async () => {
  await session.accounts.close();
  await platform.close();
});

interface Lost {
  handler?: unknown;
  window?: typeof WINDOW;
}

function find(inputs: JsonObject = EDGE, { handler = router, window = WINDOW }: Lost = {}) {
  const settings = settingsOf({ apiKey: KEY, baseUrl: platform.url });
  const creations = new LostCreations(handler as AnyResource, session, settings, () => {});
  const own = { handler: handler as AnyResource, known: undefined };
  return creations.find({ urn: "urn", kind: "creating", provider: undefined, inputs, ...own }, window);
}

/** Creates a router as the lost run did. */
async function create() {
  await createRouter(platform, "edge");
  const [{ id = "", creator_task_id: task } = {}] = platform.routers.all();
  return { id, task };
}

test("a router of the declared name stays unclear if the task that has created it is of another time", async () => {
  platform = await startPlatform({ taskTime: 0 });
  const { id, task } = await create();
  const later = { from: now + 3_600 * SECOND, until: now + 7_200 * SECOND };
  platform.routers.change(id, { created_at: at(3_610) });
  expect(await find(EDGE, { window: later })).toMatchObject({
    ...{ is: "unclear", reason: expect.stringMatching(`^its task ${task} began before ${DATE}$`) },
  });
  // A later run has succeeded without it.
  const over = { from: Number.POSITIVE_INFINITY, until: later.until };
  expect(await find(EDGE, { window: over })).toMatchObject({
    reason: "nothing shows when the lost run was",
  });
});

test("the only request of the time stays unclear if the key reads requests of several clients", async () => {
  platform = await startPlatform();
  const inputs = { description: "more", requestedLimits: { globalLimits: { projectCountLimit: 40 } } };
  const request = { description: "more", requested_limits: { global_limits: { project_count_limit: 40 } } };
  for (const client_id of [1, 2]) platform.quotas.add({ ...(client_id === 1 && request), client_id });
  expect(await find(inputs, { handler: requests })).toMatchObject({
    ...{ is: "unclear", reason: expect.stringContaining("several clients") },
  });
});

test("settings have no time of creation, so equal ones are unclear", async () => {
  platform = await startPlatform();
  const { id } = platform.resellers.add({
    resellerId: 8,
    email: "a@example.com",
    notification_type: "failed_login",
  });
  const inputs = { resellerId: 8, email: "a@example.com", notificationType: "failed_login" };
  expect(await find(inputs, { handler: notifications })).toMatchObject({
    ...{ is: "unclear", candidates: [{ path: `8/${id}` }] },
  });
});

test("an operation of another language is one of the package", () => {
  const resource = { urn: "urn", type: "cloudplatform:index:Router", inputs: {} };
  const state = { writtenAt: now, resources: [], pending: [{ type: "creating", resource }] };
  expect(lostOperations(state)).toMatchObject([{ urn: "urn", handler: router, kind: "creating" }]);
});

test("an operation that several lost runs have begun is one", () => {
  const resource = { urn: "urn", type: "pulumi-nodejs:dynamic/cloudplatform:Router", inputs: {} };
  const pending = [resource, resource].map((one) => ({ type: "creating", resource: one }));
  const others = [{ type: "creating", resource: { urn: "other", type: "aws:s3/bucket:Bucket" } }];
  const state = { writtenAt: now, resources: [], pending: [...pending, ...others] };
  expect(lostOperations(state)).toMatchObject([{ urn: "urn", handler: router, kind: "creating" }]);
});

describe("the time of the lost run begins", () => {
  const created = at(-100);
  const [hour, minutes, seconds] = [now - 7_200 * SECOND, now - 90 * SECOND, now - 30 * SECOND];

  const run = (end: number, result = "succeeded", kind = "update") => ({ kind, result, end });

  test.each<[what: string, runs: EndedRun[], from: number]>([
    ["with the end of the run before it", [run(seconds, "failed"), run(minutes)], seconds],
    [
      "an hour before Pulumi's last state: the run before may have ended days ago",
      [run(hour)],
      now - 3_600 * SECOND,
    ],
    ["with the stack if no run has ended before", [], Date.parse(created)],
    [
      "before all runs that have failed, if one has written the state since: any may have come later",
      [run(now + SECOND, "failed"), run(seconds, "failed"), run(minutes)],
      minutes,
    ],
    ["before a refresh that wrote the state", [run(now, "succeeded", "refresh"), run(minutes)], minutes],
    [
      "never if a run has succeeded since",
      [run(now, "succeeded", "destroy"), run(minutes)],
      Number.POSITIVE_INFINITY,
    ],
  ])("%s", (_, runs, from) => {
    const resources = [{ urn: "", type: "pulumi:pulumi:Stack", created }];
    expect(windowOf({ writtenAt: now, pending: [], resources }, runs).from).toBe(from);
  });

  test("never if nothing shows a beginning: then no object is certain", () => {
    expect(windowOf({ writtenAt: now, pending: [], resources: [] }, []).from).toBe(Number.POSITIVE_INFINITY);
  });
});
