import { expect, test } from "@jest/globals";
import { handler } from "../../../../sdk/src/resources/reseller-notification-settings/handler";
import { OTHERS } from "../../../../sdk/src/resources/reseller-notification-settings/state";
import type { JsonObject } from "../../../../sdk/src/util/json";
import type { SimulatorOptions } from "../../../../simulator/src";
import { handlerSetUp, logLines, requestsWithQuery } from "../../../support/handler-setup";
import { LARGEST_ID } from "../../../support/ids";
import {
  planned,
  plannedCreation,
  plannedRemoval,
  type Situation,
  settledChange,
  settledRemoval,
} from "../../../support/plan";
import { changes } from "../../../support/platform";
import type { ReceivedRequest } from "../../../support/scripted-server";
import { failureOf } from "../../../support/until";
import { LOGINS } from "./inputs";

const { setUp, setUpScripted } = handlerSetUp(handler);

/** LOGINS as the platform gets them. */
const BODY = { email: "oncall@example.com", notification_type: "failed_login" } as const;
const EQUAL = { resellerId: 8, ...BODY };
const ALL = "/iam/reselling/resellers/8/notification_settings";

/** Settings that exist before the program. */
const ADOPTED = { resellerId: 8, notificationSettingsId: 31 };
const ONE = `${ALL}/31`;
const RECORD = { email: "office@example.com", notification_type: "deletion_request", enabled: true } as const;
const KNOWN = {
  ...ADOPTED,
  email: "office@example.com",
  notificationType: "deletion_request",
  enabled: true,
};

const isCreate = ({ method }: ReceivedRequest) => method === "POST";
const isDelete = ({ method }: ReceivedRequest) => method === "DELETE";
const isRead = ({ method, path }: ReceivedRequest) => method === "GET" && /\/\d+$/.test(path);

const missing = { status: 404, body: { message: "Not Found" } };

async function startWith(
  record: object,
  options: SimulatorOptions = {},
  settings: Record<string, string> = {},
) {
  const started = await setUp(options, settings);
  return { ...started, id: started.platform.resellers.add({ resellerId: 8, ...record }).id };
}

const declared = { ...LOGINS, enabled: true };
const recorded = { ...declared, notificationSettingsId: 9 };
const put = (email: string, enabled = true) =>
  `PUT ${ALL}/9 {"email":"${email}","notification_type":"failed_login","enabled":${enabled}} | touches email, notificationType, enabled`;

test.each<[string, JsonObject, string]>([
  [
    "creates them with all declared values",
    { ...declared, ifExists: "adopt" },
    `POST ${ALL} {"email":"oncall@example.com","notification_type":"failed_login","enabled":true}`,
  ],
  ["uses those that the inputs name", { resellerId: 8, notificationSettingsId: 9 }, "uses 8/9"],
])("the plan of notification settings %s", async (_, inputs, step) => {
  expect(await plannedCreation(handler, inputs)).toBe(step);
});

const renamed = { ...declared, email: "new@example.com" };

test.each<[string, Omit<Situation, "recorded">, string[]]>([
  ["sends nothing if nothing differs", { declared }, []],
  ["sends nothing for another case", { declared: { ...declared, email: "OnCall@Example.COM" } }, []],
  ["sends them whole if one input differs", { declared: renamed }, [put("new@example.com")]],
  [
    "sends with a change what others have changed, and no declared value that the state has",
    { live: { ...recorded, enabled: false }, declared: renamed },
    [put("new@example.com", false)],
  ],
  [
    "sends what differs from the state also if a read, which may be old, shows it already",
    { live: { ...recorded, email: "new@example.com" }, declared: renamed },
    [put("new@example.com")],
  ],
  [
    "sends to settings that cannot be read what differs from the state",
    { live: "unreadable", declared: { ...declared, enabled: false } },
    [put("oncall@example.com", false)],
  ],
  ["is an error if gone", { live: "gone", declared: renamed }, ["throws notification-settings-not-found"]],
  [
    "is an error for adopted settings that are gone",
    { live: "gone", declared: { ...renamed, notificationSettingsId: 9 } },
    ["throws notification-settings-nothing-to-adopt"],
  ],
])("the plan of notification settings %s", async (_, situation, steps) => {
  expect(await planned(handler, { recorded, ...situation })).toEqual(steps);
});

test("the plan of notification settings sends the fields back that the package does not know", async () => {
  const live = { ...recorded, [OTHERS]: { language: "en" } };
  const [step] = await planned(handler, { recorded, live, declared: renamed });
  expect(step).toMatch(`PUT ${ALL}/9 {"language":"en","email":"new@example.com",`);
});

test("the plan of a deletion of notification settings sends one DELETE", async () => {
  expect(await plannedRemoval(handler, recorded)).toEqual([`DELETE ${ALL}/9 | removes the object`]);
});

test.each([404, 405, 501])(
  "a change that gets %i is a warning only for adopted settings that cannot be read",
  (status) => {
    const change = (live: Situation["live"], inputs: JsonObject) =>
      settledChange(handler, { recorded, live: live ?? recorded, declared: inputs }, { status });
    const adopted = { ...renamed, notificationSettingsId: 9 };
    expect(change("unreadable", adopted)).toBe("notification-settings-change-unsupported");
    expect(change("unreadable", renamed)).toBe("fails");
    expect(change(recorded, adopted)).toBe("fails");
  },
);

test.each([404, 405, 501])(
  "a deletion that gets %i fails if the settings exist, or nothing can be read",
  (status) => {
    expect(settledRemoval(handler, recorded, { status }, recorded)).toBe("fails");
    expect(settledRemoval(handler, recorded, { status }, "unreadable")).toBe(
      "throws notification-settings-not-deleted",
    );
  },
);

test("new settings are searched, and created by one POST", async () => {
  const { platform, resource } = await setUp();
  expect(await resource.up(LOGINS)).toBe("create");
  expect(requestsWithQuery(platform)).toEqual([`GET ${ALL}`, `POST ${ALL}`]);
  expect(changes(platform)).toEqual([[`POST ${ALL}`, BODY]]);
  const [made] = platform.resellers.all();
  expect(made).toMatchObject({ reseller: 8, ...BODY, enabled: true });
  expect(resource.state?.id).toBe(`8/${made?.id}`);
  expect(resource.outputs).toEqual({ ...LOGINS, notificationSettingsId: made?.id, enabled: true });
  expect(logLines(resource)).toEqual([]);
});

test("ids of 64 bits are exact in the state, the resource id and the paths", async () => {
  const path = `/iam/reselling/resellers/${LARGEST_ID}/notification_settings`;
  const record = `{"id":${LARGEST_ID},"reseller":${LARGEST_ID},"email":"oncall@example.com","notification_type":"failed_login","enabled":true}`;
  const { server, resource } = await setUpScripted((request) => {
    if (isDelete(request)) return { status: 204 };
    return { body: isCreate(request) || isRead(request) ? record : '{"count":0,"results":[]}' };
  });
  const args = { ...LOGINS, resellerId: LARGEST_ID };
  await resource.up(args);
  expect(resource.state?.id).toBe(`${LARGEST_ID}/${LARGEST_ID}`);
  expect(resource.outputs).toEqual({ ...args, notificationSettingsId: LARGEST_ID, enabled: true });
  await resource.refresh();
  await resource.destroy();
  const sent = server.requests.map((request) => `${request.method} ${request.path}`);
  const one = `${path}/${LARGEST_ID}`;
  const probe = "GET /streaming/ai/tasks?limit=1";
  expect(sent).toEqual([`GET ${path}`, `POST ${path}`, `GET ${one}`, `DELETE ${one}`, probe]);
});

const ADOPT = { ...LOGINS, ifExists: "adopt" };

test("equal settings are left to their owner by default, and the error says how to adopt them", async () => {
  const { platform, resource, id } = await startWith(EQUAL);
  expect((await failureOf(resource.up({ ...LOGINS, enabled: false }))).message).toBe(
    `notification settings of reseller 8 for oncall@example.com and this kind of notification already exist: ${id} [notification-settings-exist]\nNothing was created. ` +
      'If no other stack manages these settings, declare ifExists: "adopt": this stack then owns them, and destroying the stack deletes them. Other ways:\n' +
      `  notificationSettingsId: ${id}  does the same with these settings, whatever their address\n` +
      "  the resource option aliases with the old name, if you renamed their resource in the program",
  );
  expect(changes(platform)).toEqual([]);
});

test("ifExists: adopt uses equal settings whatever the case of the address, and a log line says so", async () => {
  const { platform, resource, id } = await startWith({ ...EQUAL, enabled: false });
  const shouted = { ...ADOPT, email: "OnCall@Example.com" };
  expect(await resource.up(shouted)).toBe("create");
  expect(resource.state?.id).toBe(`8/${id}`);
  expect(resource.outputs.enabled).toBe(false);
  expect(logLines(resource)).toEqual([
    `info: adopts notification settings ${id}, which are for the same address and kind (ifExists: "adopt"): the stack owns it from then on, and destroying the resource deletes it`,
  ]);
  await resource.refresh();
  expect(await resource.up(shouted)).toBe("same");
  expect(changes(platform)).toEqual([]);
});

test.each<[string, JsonObject, sent: string[]]>([
  ["not sent if all values are the same", KNOWN, []],
  ["sent as a whole if a value differs", { enabled: false }, [`PUT ${ONE}`, `GET ${ONE}`]],
])("adopted settings are read, and %s", async (_, values, sent) => {
  const { platform, resource } = await startWith({ id: 31, ...RECORD });
  expect(await resource.up({ ...ADOPTED, ...values })).toBe("create");
  expect(requestsWithQuery(platform)).toEqual([`GET ${ONE}`, ...sent]);
  expect(changes(platform)).toEqual(sent.length > 0 ? [[`PUT ${ONE}`, { ...RECORD, ...values }]] : []);
  expect(resource.state?.id).toBe("8/31");
  expect(resource.outputs).toEqual({ ...KNOWN, ...values });
  expect(logLines(resource)).toEqual([]);
});

test("the 404 of a deletion in another form, where nothing can be read, keeps the settings, and the advice helps", async () => {
  const { resource } = await setUpScripted(() => missing);
  await resource.up(ADOPTED);
  const { message } = await failureOf(resource.destroy());
  expect(message).toContain(`DELETE ${ONE} was answered 404: Not Found`);
  expect(message).toContain("`pulumi state delete`");
  expect(message).not.toContain("pulumi refresh");
  expect(resource.state).toBeDefined();
});

test("the error says if a key does not belong to a reseller", async () => {
  const { platform, resource } = await setUp({ adminKeys: ["another-key"] });
  const { message } = await failureOf(resource.up(LOGINS));
  expect(message).toContain(`GET ${ALL} was answered 403: `);
  expect(message).toContain("a second Provider with such a key");
  expect(changes(platform)).toEqual([]);
});
