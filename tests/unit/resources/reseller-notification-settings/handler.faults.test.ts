import { describe, expect, test } from "@jest/globals";
import { failOnce, logLines, requestsWithQuery } from "../../../support/handler-setup";
import { PROBE } from "../../../support/scripted-server";
import { failureOf } from "../../../support/until";
import {
  ALL,
  BODY,
  isCreate,
  isDelete,
  isList,
  isRead,
  isReplace,
  LOGINS,
  missing,
  notAllowed,
  outOfOrder,
  setUpFaulty,
  setUpScripted,
} from "./setup";

const POST = { method: "POST" };
const EQUAL = { resellerId: 8, email: BODY.email, notification_type: "failed_login" } as const;

describe("an interrupted creation", () => {
  test("between finding settings and changing them leaves them to their owner, and the next run continues", async () => {
    let broken = true;
    const { platform, resource } = await setUpFaulty(
      (request) => (broken && isReplace(request) ? outOfOrder : undefined),
      {},
      { maxRetries: "0" },
    );
    const { id } = platform.resellers.add(EQUAL);
    const declared = { ...LOGINS, enabled: false, ifExists: "adopt" };
    const error = await failureOf<Error & { id?: string }>(resource.up(declared));
    expect(error.message).toContain("Out of order.");
    expect(error.id).toBeUndefined();
    expect(resource.state).toBeUndefined();
    broken = false;
    expect(await resource.up(declared)).toBe("create");
    expect(platform.resellers.all()).toMatchObject([{ id, enabled: false }]);
  });
});

describe("a creation whose reply does not contain the settings", () => {
  test.each([
    ["has no body", undefined],
    ["is of another form", { ok: true }],
  ])("because it %s is searched in the list", async (_, body) => {
    const { platform, resource } = await setUpFaulty((request) => {
      if (!isCreate(request)) return undefined;
      platform.resellers.add(EQUAL);
      return { status: 201, ...(body && { body }) };
    });
    expect(await resource.up(LOGINS)).toBe("create");
    expect(resource.state?.id).toBe(`8/${platform.resellers.all()[0]?.id}`);
  });

  test("and which is not listed fails, and the next run uses it", async () => {
    const { platform, resource } = await setUpFaulty(failOnce(isCreate, { status: 201 }));
    expect((await failureOf(resource.up(LOGINS))).message).toBe(
      "the platform has accepted notification settings for oncall@example.com, but does not list them, so their number is not known [notification-settings-not-listed]. " +
        "Run `pulumi up` again, which continues with them once they are listed.",
    );
    expect(resource.state).toBeUndefined();
    const { id } = platform.resellers.add(EQUAL);
    await resource.up(LOGINS);
    expect(resource.state?.id).toBe(`8/${id}`);
  });
});

describe("a creation that the platform refuses", () => {
  test("is not sent if the search for existing settings fails", async () => {
    const { platform, resource } = await setUpFaulty(
      (request) => (isList(request) ? outOfOrder : undefined),
      {},
      { maxRetries: "0" },
    );
    expect((await failureOf(resource.up(LOGINS))).message).toContain(`GET ${ALL} was answered 500`);
    expect(platform.count(POST)).toBe(0);
  });
});

describe("the list of settings", () => {
  test("with an invalid record of somebody else is accepted", async () => {
    const { resource } = await setUpScripted(() => ({
      body: {
        results: [{ id: null }, { id: 30, email: null, notification_type: null }, { id: 31, ...BODY }],
      },
    }));
    await resource.up({ ...LOGINS, ifExists: "adopt" });
    expect(resource.outputs).toEqual({ ...LOGINS, notificationSettingsId: 31 });
  });
});

describe("a change", () => {
  test.each([missing, notAllowed])(
    "for which the deployment has no operation ($status) fails if the settings can be read",
    async (answer) => {
      const { resource } = await setUpFaulty((request) => (isReplace(request) ? answer : undefined));
      await resource.up(LOGINS);
      const error = await failureOf(resource.up({ ...LOGINS, enabled: false }));
      expect(error.message).toContain(`was answered ${answer.status}`);
      expect(resource.outputs.enabled).toBe(true);
    },
  );
});

describe("a change that succeeds without an effect", () => {
  test("is recorded as declared if the platform does not return the value", async () => {
    const { resource } = await setUpFaulty((request) => {
      const { email, notificationType: notification_type } = LOGINS;
      return isRead(request) ? { body: { id: 70_001, email, notification_type } } : undefined;
    });
    await resource.up(LOGINS);
    await resource.up({ ...LOGINS, enabled: false });
    expect(resource.outputs).toMatchObject({ enabled: false });
    expect(await resource.up({ ...LOGINS, enabled: false })).toBe("same");
  });
});

describe("a deletion", () => {
  test("that is answered with 404 succeeds if the settings do not exist", async () => {
    const { platform, resource } = await setUpFaulty(() => undefined);
    await resource.up(LOGINS);
    const id = Number(resource.outputs.notificationSettingsId);
    platform.resellers.delete(id);
    platform.clearRequests();
    await resource.destroy();
    expect(requestsWithQuery(platform)).toEqual([
      `DELETE ${ALL}/${id}`,
      PROBE,
      `GET ${ALL}/${id}`,
      `GET ${ALL}`,
    ]);
    expect(logLines(resource)).toEqual([]);
  });

  test.each([missing, notAllowed, { status: 404, body: { errors: {} } }])(
    "that is answered with $status fails if the settings exist",
    async (answer) => {
      const { platform, resource } = await setUpFaulty((request) => (isDelete(request) ? answer : undefined));
      await resource.up(LOGINS);
      const error = await failureOf(resource.destroy());
      expect(error.message).toContain(`was answered ${answer.status}`);
      expect(platform.resellers.all()).toHaveLength(1);
      expect(resource.state).toBeDefined();
    },
  );

  test("that is answered with 404 and errors, as documented, succeeds if nothing can be read", async () => {
    const { resource } = await setUpScripted((request) =>
      isDelete(request) ? { status: 404, body: { errors: {} } } : missing,
    );
    await resource.up({ resellerId: 8, notificationSettingsId: 31 });
    await resource.destroy();
    expect(resource.state).toBeUndefined();
  });
});

test("settings remain in the state if a gateway answers in the form of the API that nothing is found", async () => {
  let isLost = false;
  const { platform, resource } = await setUpFaulty(({ path }) =>
    isLost && path.startsWith("/iam/")
      ? { status: 404, body: { errors: { path: ["no route matched"] } } }
      : undefined,
  );
  await resource.up(LOGINS);
  isLost = true;
  resource.restart();
  await failureOf(resource.refresh());
  expect(resource.state?.id).toBe(`8/${platform.resellers.all()[0]?.id}`);
});
