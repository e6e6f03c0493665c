import { describe, expect, test } from "@jest/globals";
import { logLines, requestsWithQuery } from "../../../support/handler-setup";
import { changes } from "../../../support/platform";
import { failureOf } from "../../../support/until";
import { ALL, BODY, LOGINS, setUp, setUpInOneProgram, startCreated } from "./setup";

describe("new settings", () => {
  test("are searched, and created by one POST, and second ones are searched", async () => {
    const { platform, resource } = await setUp();
    expect(await resource.up(LOGINS)).toBe("create");
    expect(requestsWithQuery(platform)).toEqual([`GET ${ALL}`, `POST ${ALL}`, `GET ${ALL}`]);
    expect(changes(platform)).toEqual([[`POST ${ALL}`, BODY]]);
    const [made] = platform.resellers.all();
    expect(made).toMatchObject({ reseller: 8, ...BODY, enabled: true });
    expect(resource.state?.id).toBe(`8/${made?.id}`);
    expect(resource.outputs).toEqual({ ...LOGINS, notificationSettingsId: made?.id, enabled: true });
    expect(logLines(resource)).toEqual([]);
  });

  test("are created with all declared inputs", async () => {
    const { platform, resource } = await setUp();
    await resource.up({ ...LOGINS, notificationType: "deletion_request", enabled: false });
    expect(changes(platform)).toEqual([
      [`POST ${ALL}`, { ...BODY, notification_type: "deletion_request", enabled: false }],
    ]);
    expect(resource.outputs).toMatchObject({ notificationType: "deletion_request", enabled: false });
  });

  test("of another type, address or reseller are not duplicates", async () => {
    const { platform, resource } = await setUp();
    platform.resellers.add({ resellerId: 8, email: BODY.email, notification_type: "deletion_request" });
    platform.resellers.add({ resellerId: 8, email: "office@example.com", notification_type: "failed_login" });
    platform.resellers.add({ resellerId: 9, email: BODY.email, notification_type: "failed_login" });
    await resource.up(LOGINS);
    expect(platform.resellers.all()).toHaveLength(4);
  });
});

describe("a change", () => {
  test.each<[string, object, object]>([
    [
      "of the address",
      { email: "office@example.com" },
      { ...BODY, email: "office@example.com", enabled: true },
    ],
    [
      "of the type",
      { notificationType: "deletion_request" },
      { ...BODY, notification_type: "deletion_request", enabled: true },
    ],
    ["of enabled", { enabled: false }, { ...BODY, enabled: false }],
  ])("%s is one PUT of all values", async (_, change, body) => {
    const { platform, resource, id } = await startCreated();
    expect(await resource.up({ ...LOGINS, ...change })).toBe("update");
    expect(requestsWithQuery(platform)).toEqual([`GET ${ALL}/${id}`, `PUT ${ALL}/${id}`, `GET ${ALL}/${id}`]);
    expect(changes(platform)).toEqual([[`PUT ${ALL}/${id}`, body]]);
    expect(resource.state?.id).toBe(`8/${id}`);
    expect(resource.outputs).toMatchObject({ ...LOGINS, ...change });
    expect(await resource.up({ ...LOGINS, ...change })).toBe("same");
  });

  test("keeps undeclared values that somebody else has changed", async () => {
    const { platform, resource, id } = await startCreated();
    platform.resellers.change(id, { enabled: false });
    await resource.up({ ...LOGINS, email: "office@example.com" });
    expect(changes(platform)).toEqual([
      [`PUT ${ALL}/${id}`, { ...BODY, email: "office@example.com", enabled: false }],
    ]);
  });

  test("of the reseller creates new settings there, and deletes the old ones", async () => {
    const { platform, resource, id } = await startCreated();
    expect(await resource.up({ ...LOGINS, resellerId: 9 })).toBe("replace");
    expect(changes(platform)).toEqual([
      ["POST /iam/reselling/resellers/9/notification_settings", BODY],
      [`DELETE ${ALL}/${id}`],
    ]);
    expect(platform.resellers.all()).toMatchObject([{ reseller: 9, ...BODY }]);
  });

  test("of deleted settings is an error that says what to do, and doing it works", async () => {
    const { platform, resource, id } = await startCreated();
    platform.resellers.delete(id);
    const changed = { ...LOGINS, enabled: false };
    expect((await failureOf(resource.up(changed))).message).toBe(
      `there are no notification settings ${id} of reseller 8 [notification-settings-not-found]. They were deleted outside of Pulumi: ` +
        "run `pulumi refresh` and then `pulumi up`, which creates new ones.",
    );
    await resource.refresh();
    expect(await resource.up(changed)).toBe("create");
    expect(platform.resellers.all()).toMatchObject([{ ...BODY, enabled: false }]);
  });
});

describe("a change by somebody else", () => {
  const declared = { ...LOGINS, enabled: true };

  test.each<[string, object, object]>([
    ["email", { email: "office@example.com" }, { email: "office@example.com" }],
    ["notificationType", { notification_type: "deletion_request" }, { notificationType: "deletion_request" }],
    ["enabled", { enabled: false }, { enabled: false }],
  ])("of %s is noticed by a refresh, and repaired by the next run", async (_, change, seen) => {
    const { platform, resource, id } = await startCreated(declared);
    platform.resellers.change(id, change);
    await resource.refresh();
    expect(requestsWithQuery(platform)).toEqual([`GET ${ALL}/${id}`]);
    expect(resource.outputs).toEqual({ ...declared, ...seen, notificationSettingsId: id });
    expect(resource.inputs).toEqual({ ...declared, ...seen });
    platform.clearRequests();
    expect(await resource.up(declared)).toBe("update");
    expect(changes(platform)).toEqual([[`PUT ${ALL}/${id}`, { ...BODY, enabled: true }]]);
    expect(resource.outputs).toEqual({ ...declared, notificationSettingsId: id });
  });
});

describe("a deletion", () => {
  test("is one DELETE, and leaves all others", async () => {
    const { platform, resource, id } = await startCreated();
    platform.resellers.add({ resellerId: 8, email: "office@example.com" });
    await resource.destroy();
    expect(requestsWithQuery(platform)).toEqual([`DELETE ${ALL}/${id}`, `GET ${ALL}`]);
    expect(platform.resellers.all()).toMatchObject([{ email: "office@example.com" }]);
    expect(resource.state).toBeUndefined();
    expect(logLines(resource)).toEqual([]);
  });
});

describe("existing settings of the same address and type", () => {
  const ADOPT = { ...LOGINS, ifExists: "adopt" };
  const EQUAL = { resellerId: 8, ...BODY, notification_type: "failed_login" } as const;

  async function startWithTwin(settings?: Record<string, string>) {
    const started = await setUp({}, settings);
    return { ...started, id: started.platform.resellers.add(EQUAL).id };
  }

  const adopted = (id: number) =>
    `info: adopts notification settings ${id}, which are for the same address and kind (ifExists: "adopt"): the stack owns it from then on, and destroying the resource deletes it`;

  test("are left to their owner by default, and the error says how to adopt them", async () => {
    const { platform, resource, id } = await startWithTwin();
    expect((await failureOf(resource.up({ ...LOGINS, enabled: false }))).message).toBe(
      `notification settings of reseller 8 for oncall@example.com and this kind of notification already exist: ${id} [notification-settings-exist]\nNothing was created. ` +
        'If no other stack manages these settings, declare ifExists: "adopt": this stack then owns them, and destroying the stack deletes them. Other ways:\n' +
        `  notificationSettingsId: ${id}  does the same with these settings, whatever their address\n` +
        '  aliases: [{ name: "<old name>" }]  (a resource option) if you renamed their resource in the program',
    );
    expect(changes(platform)).toEqual([]);
    expect(resource.state).toBeUndefined();
  });

  test.each([
    ["adopt", "create"],
    ["create", "fails"],
  ])("with ifExists: %s of the stack, the creation: %s", async (ifExists, outcome) => {
    const { platform, resource } = await startWithTwin({ ifExists });
    expect(await resource.up(LOGINS).catch(() => "fails")).toBe(outcome);
    expect(changes(platform)).toEqual([]);
  });

  test("are used with ifExists: adopt, and nothing is sent", async () => {
    const { platform, resource, id } = await startWithTwin();
    expect(await resource.up(ADOPT)).toBe("create");
    expect(changes(platform)).toEqual([]);
    expect(resource.state?.id).toBe(`8/${id}`);
    expect(resource.outputs).toEqual({ ...LOGINS, notificationSettingsId: id, enabled: true });
    expect(logLines(resource)).toEqual([adopted(id)]);
    expect(await resource.up(LOGINS)).toBe("same");
  });

  test("get the declared value of enabled, by one PUT of all values", async () => {
    const { platform, resource, id } = await startWithTwin();
    await resource.up({ ...ADOPT, enabled: false });
    expect(changes(platform)).toEqual([[`PUT ${ALL}/${id}`, { ...BODY, enabled: false }]]);
    expect(resource.outputs.enabled).toBe(false);
  });

  test("remain disabled if enabled is not declared", async () => {
    const { platform, resource } = await setUp();
    platform.resellers.add({ ...EQUAL, enabled: false });
    await resource.up(ADOPT);
    expect(changes(platform)).toEqual([]);
    expect(resource.outputs.enabled).toBe(false);
  });

  test("are found after the first page", async () => {
    const { platform, resource } = await setUp();
    for (let index = 0; index < 250; index++)
      platform.resellers.add({ resellerId: 8, email: `person-${index}@example.com` });
    const { id } = platform.resellers.add(EQUAL);
    await resource.up(ADOPT);
    expect(requestsWithQuery(platform)).toEqual([
      `GET ${ALL}`,
      `GET ${ALL}?limit=100&offset=100`,
      `GET ${ALL}?limit=100&offset=200`,
    ]);
    expect(resource.state?.id).toBe(`8/${id}`);
  });

  test("are the same if the platform returns the address in another case, now and in every run", async () => {
    const { platform, resource, id } = await startWithTwin();
    const shouted = { ...ADOPT, email: "OnCall@Example.com" };
    await resource.up(shouted);
    expect(resource.state?.id).toBe(`8/${id}`);
    expect(await resource.up(shouted)).toBe("same");
    await resource.refresh();
    expect(await resource.up(shouted)).toBe("same");
    expect(changes(platform)).toEqual([]);
  });

  test("are used by a replacement, and are not deleted with the old resource", async () => {
    const { platform, resource, id } = await startWithTwin();
    await resource.up({ resellerId: 8, notificationSettingsId: id });
    expect(await resource.up(ADOPT)).toBe("replace");
    expect(platform.resellers.all()).toMatchObject([{ id }]);
    expect(resource.state?.id).toBe(`8/${id}`);
  });
});

describe("two resources of one program", () => {
  test("for the same address and different types each have their own settings", async () => {
    const { platform, one, other } = await setUpInOneProgram();
    await Promise.all([one.up(LOGINS), other.up({ ...LOGINS, notificationType: "deletion_request" })]);
    expect(platform.resellers.all()).toHaveLength(2);
    expect(one.state?.id).not.toBe(other.state?.id);
  });
});

test("a key that does not belong to a reseller is an error that says so", async () => {
  const { platform, resource } = await setUp({ adminKeys: ["another-key"] });
  const error = await failureOf(resource.up(LOGINS));
  expect(error.message).toMatch(
    /^GET \/iam\/reselling\/resellers\/8\/notification_settings was answered 403: /,
  );
  expect(error.message).toContain("a second Provider with such a key");
  expect(changes(platform)).toEqual([]);
});
