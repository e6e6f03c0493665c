import { expect, test } from "@jest/globals";
import { handler } from "../../../../sdk/src/resources/quota-notification-threshold/handler";
import type { JsonObject } from "../../../../sdk/src/util/json";
import { handlerSetUp, logLines, requestLines } from "../../../support/handler-setup";
import {
  planned,
  plannedCreation,
  plannedRemoval,
  readIn,
  type Situation,
  settledRemoval,
} from "../../../support/plan";
import { changes } from "../../../support/platform";

const { setUp, setUpCreated } = handlerSetUp(handler);

const PATH = "/cloud/v2/client_quotas/42/notification_threshold";
const [GET, PUT, DELETE] = [`GET ${PATH}`, `PUT ${PATH}`, `DELETE ${PATH}`];

const args = { clientId: 42, threshold: 70 };

test("one PUT creates a threshold, whatever its value was", async () => {
  const { platform, resource } = await setUp();
  platform.quotas.setThreshold(42, 95);
  expect(await resource.up(args)).toBe("create");
  expect(requestLines({ platform })).toEqual([PUT]);
  expect(changes(platform)).toEqual([[PUT, { threshold: 70 }]]);
  expect(platform.quotas.threshold(42)).toMatchObject({ threshold: 70 });
  expect(resource.state?.id).toBe("42");
  expect(resource.outputs).toEqual({ ...args, lastMessage: null, lastSending: null });
});

test("a threshold is changed by a PUT whose reply has no body, and then it is read", async () => {
  const { platform, resource } = await setUpCreated(args);
  platform.faults.add("empty@PUT");
  platform.clearRequests();
  expect(await resource.up({ ...args, threshold: 90 })).toBe("update");
  // The first success without a body needs a server that has proved to be the API.
  expect(requestLines({ platform })).toEqual([PUT, "GET /streaming/ai/tasks", GET]);
  expect(resource.outputs).toEqual({ ...args, threshold: 90, lastMessage: null, lastSending: null });
});

const recorded = { ...args, lastMessage: null, lastSending: null };
const set = (body: string, ...touched: string[]) =>
  `${PUT} {${body}} | touches ${["threshold", ...touched].join(", ")}`;
const emptyMessage = '"threshold":70,"last_message":{"global_quotas":{},"regional_quotas":[]}';

test.each<[string, JsonObject, string]>([
  ["the threshold", {}, set('"threshold":70')],
  [
    "the absence of a message",
    { lastMessage: null },
    set('"threshold":70,"last_message":null', "lastMessage"),
  ],
  ["an empty message with all parts", { lastMessage: {} }, set(emptyMessage, "lastMessage")],
  ["both parts of a message", { lastMessage: { regionalQuotas: [] } }, set(emptyMessage, "lastMessage")],
])("the creation of a threshold sets %s", async (_, declared, step) => {
  expect(await plannedCreation(handler, { ...args, ...declared })).toBe(step);
});

test.each<[string, Omit<Situation, "recorded">, string[]]>([
  ["sets nothing if the threshold is as declared", { declared: args }, []],
  ["sets nothing if the platform has the declared time", { declared: { ...args, lastSending: null } }, []],
  [
    "sets a time that is declared for the first time",
    { declared: { ...args, lastSending: "now" } },
    [set('"threshold":70,"last_sending":"now"', "lastSending")],
  ],
  [
    "sets another declared time, also the one that the platform has",
    { before: { lastSending: "once" }, declared: { ...args, lastSending: null } },
    [set('"threshold":70,"last_sending":null', "lastSending")],
  ],
  [
    "sets no time that is declared as before, whatever the platform has",
    { before: { lastSending: "once" }, declared: { ...args, lastSending: "once" } },
    [],
  ],
  [
    "sets the threshold alone beside a time that is declared as before",
    { before: { lastSending: "once" }, declared: { clientId: 42, threshold: 90, lastSending: "once" } },
    [set('"threshold":90')],
  ],
  [
    "sets a time again that an unfinished operation has touched",
    { before: { lastSending: "once" }, declared: { ...args, lastSending: "once" }, touched: ["lastSending"] },
    [set('"threshold":70,"last_sending":"once"', "lastSending")],
  ],
  [
    "sets a threshold that may be another one after an unfinished operation",
    { declared: args, touched: ["threshold"] },
    [set('"threshold":70')],
  ],
  [
    "sets a changed threshold that the platform cannot show",
    { live: "unreadable", declared: { ...args, threshold: 90 } },
    [set('"threshold":90')],
  ],
])("the plan of a threshold %s", async (_, situation, steps) => {
  expect(await planned(handler, { recorded, ...situation })).toEqual(steps);
});

test("a deletion that gets 404, 405 or 501 sets the threshold to the default, unless it is the default", async () => {
  expect(await plannedRemoval(handler, args)).toEqual([`${DELETE} | touches threshold | removes the object`]);
  for (const status of [404, 405, 501]) {
    expect(settledRemoval(handler, args, { status }, { threshold: 80 })).toBe("done");
    expect(settledRemoval(handler, args, { status }, { threshold: 70 })).toBe("takes another step");
    expect(settledRemoval(handler, args, { status }, "unreadable")).toBe("takes another step");
  }
  expect(settledRemoval(handler, args, { status: 403 }, { threshold: 80 })).toBe("fails");
});

test("a threshold that is not declared is 80, also if another one was declared before", async () => {
  const { platform, resource } = await setUp();
  expect(await resource.up({ clientId: 42 })).toBe("create");
  expect(changes(platform)).toEqual([[PUT, { threshold: 80 }]]);
  expect(await resource.up({ clientId: 42, threshold: 80 })).toBe("same");
  await resource.up(args);
  expect(await resource.up({ clientId: 42 })).toBe("update");
  expect(platform.quotas.threshold(42)).toMatchObject({ threshold: 80 });
});

test("a change of a declared message is sent once, and what the platform writes later is no difference", async () => {
  const { platform, resource } = await setUpCreated({ ...args, lastSending: "2026-03-20T12:00:00Z" });
  const next = { ...args, lastMessage: {}, lastSending: "2026-06-20T12:00:00Z" };
  expect(await resource.previewed(next)).toBe("update");
  expect(logLines(resource)).toEqual([
    "info: lastMessage was changed in the program: `up` sends it",
    "info: lastSending was changed in the program: `up` sends it",
  ]);
  expect(await resource.up(next)).toBe("update");
  const message = { global_quotas: {}, regional_quotas: [] };
  const body = { threshold: 70, last_message: message, last_sending: "2026-06-20T12:00:00Z" };
  expect(changes(platform)).toEqual([[PUT, body]]);
});

test("a warning that the platform sends is no drift, and all its quotas are outputs", async () => {
  const { platform, resource } = await setUpCreated(args);
  platform.quotas.mailSent(42);
  await resource.refresh();
  const { globalQuotas, regionalQuotas } = resource.outputs.lastMessage as Record<string, object[]>;
  expect(Object.keys(globalQuotas ?? {})).toHaveLength(2 * 8);
  for (const region of regionalQuotas ?? []) expect(Object.keys(region)).toHaveLength(2 + 2 * 50);
  expect(resource.inputs).toEqual(args);
  expect(await resource.up(args)).toBe("same");
});

const NONE = { lastMessage: null, lastSending: null };
const odd = {
  global_quotas: {
    quantum_count_limit: { limit: 1, usage: 1 },
    project_count_limit: { limit: 3, usage: 1, unit: "count" },
    project_count_usage: null,
    keypair_count_limit: { limit: "many", usage: 1 },
    keypair_count_usage: { limit: 1 },
  },
  regional_quotas: [{ region_id: 76, region_name: null, qpu_limit: { limit: 1, usage: 1 } }, null],
};
const read = {
  globalQuotas: { projectCountLimit: { limit: 3, usage: 1 } },
  regionalQuotas: [{ regionId: 76 }],
};

test.each<[string, object, object]>([
  ["missing", {}, NONE],
  ["a text", { last_message: "mail" }, NONE],
  ["without parts", { last_message: {} }, { ...NONE, lastMessage: { globalQuotas: {}, regionalQuotas: [] } }],
  [
    "of unknown or invalid quotas",
    { last_message: odd, last_sending: "now" },
    { lastMessage: read, lastSending: "now" },
  ],
])("the last warning may be returned in any form: %s", async (_, record, outputs) => {
  const found = await readIn(handler, args, { client_id: 42, threshold: 70, ...record });
  expect(JSON.parse(JSON.stringify(found))).toEqual({ ...args, ...outputs });
});
