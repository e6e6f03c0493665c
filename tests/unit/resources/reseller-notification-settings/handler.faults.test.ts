import { afterEach, describe, expect, test } from "@jest/globals";
import type { Fault } from "../../../support/faulty-proxy";
import { failOnce, logLines, requestsWithQuery } from "../../../support/handler-setup";
import { PROBE, type ReceivedRequest } from "../../../support/scripted-server";
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
  tearDown,
} from "./setup";

afterEach(tearDown);

const POST = { method: "POST" };
const TWIN = { resellerId: 8, email: BODY.email, notification_type: "failed_login" } as const;

/** Loses the reply to a creation. The settings are listed only after this number of requests. */
function listedLate(lists: { after: number }): (request: ReceivedRequest) => Fault {
  return (request) => {
    if (isCreate(request)) return "lose the reply";
    if (!isList(request) || lists.after-- <= 0) return undefined;
    return { body: { count: 0, next: null, results: [] } };
  };
}

describe("a creation whose reply is lost", () => {
  test("is found also if the list lags", async () => {
    const { platform, resource } = await setUpFaulty(listedLate({ after: 5 }));
    expect(await resource.up(LOGINS)).toBe("create");
    expect(platform.count(POST)).toBe(1);
    expect(resource.state?.id).toBe(`8/${platform.resellers.all()[0]?.id}`);
  });

  test("fails if the list cannot be read, and the next run uses the created settings", async () => {
    let posted = false;
    const { platform, resource } = await setUpFaulty((request) => {
      posted ||= isCreate(request);
      if (isCreate(request)) return "lose the reply";
      return posted && isList(request) ? outOfOrder : undefined;
    });
    const error = await failureOf(resource.up(LOGINS));
    expect(error.message).toMatch(/^POST .* failed: the connection broke before the whole reply had come/);
    expect(error.message).toContain(
      "The request may have taken effect; the next run checks this before it creates anything again.",
    );
    expect(resource.state).toBeUndefined();
    posted = false;
    expect(await resource.up(LOGINS)).toBe("create");
    expect(platform.count(POST)).toBe(1);
    expect(resource.state?.id).toBe(`8/${platform.resellers.all()[0]?.id}`);
  });
});

describe("an interrupted creation", () => {
  test("between finding settings and changing them leaves them to their owner, and the next run continues", async () => {
    let broken = true;
    const { platform, resource } = await setUpFaulty(
      (request) => (broken && isReplace(request) ? outOfOrder : undefined),
      {},
      { maxRetries: "0" },
    );
    const { id } = platform.resellers.add(TWIN);
    const declared = { ...LOGINS, enabled: false, ifExists: "adopt" };
    const error = await failureOf<Error & { id?: string }>(resource.up(declared));
    expect(error.message).toContain("Out of order.");
    expect(error.id).toBeUndefined();
    expect(resource.state).toBeUndefined();
    broken = false;
    expect(await resource.up(declared)).toBe("create");
    expect(platform.resellers.all()).toMatchObject([{ id, enabled: false }]);
  });

  test("during an adoption leaves the state empty", async () => {
    const { platform, resource } = await setUpFaulty(
      (request) => (isReplace(request) ? outOfOrder : undefined),
      {},
      { maxRetries: "0" },
    );
    platform.resellers.add({ ...TWIN, id: 31 });
    await failureOf(resource.up({ resellerId: 8, notificationSettingsId: 31, enabled: false }));
    expect(resource.state).toBeUndefined();
  });
});

describe("a creation whose reply does not contain the settings", () => {
  test.each([
    ["has no body", undefined],
    ["is of another form", { ok: true }],
  ])("because it %s is searched in the list", async (_, body) => {
    const { platform, resource } = await setUpFaulty((request) => {
      if (!isCreate(request)) return undefined;
      platform.resellers.add(TWIN);
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
    const { id } = platform.resellers.add(TWIN);
    await resource.up(LOGINS);
    expect(resource.state?.id).toBe(`8/${id}`);
  });

  test("fails without the advice to run again if settings cannot be listed", async () => {
    const { resource } = await setUpScripted((request) => (isCreate(request) ? { status: 201 } : missing));
    expect((await failureOf(resource.up(LOGINS))).message).toBe(
      "the platform has accepted notification settings for oncall@example.com, but does not report their number [notification-settings-id-unknown]. " +
        "Find the number and declare it as notificationSettingsId: they are then adopted.",
    );
  });
});

describe("a creation that the platform refuses", () => {
  test("because the reseller does not exist fails with the platform's 404 if settings can be listed", async () => {
    const { resource } = await setUpFaulty((request) =>
      isCreate(request) ? { status: 404, body: { message: "No reseller 8." } } : undefined,
    );
    const error = await failureOf(resource.up(LOGINS));
    expect(error.message).toContain(`POST ${ALL} was answered 404: No reseller 8.`);
    expect(error.message).not.toContain("cannot create");
  });

  test.each([405, 501])(
    "because the operation does not exist (%i) fails with the advice to adopt existing settings",
    async (status) => {
      const { resource } = await setUpFaulty((request) =>
        isCreate(request) ? { status, body: { message: "No." } } : undefined,
      );
      expect((await failureOf(resource.up(LOGINS))).message).toContain(
        `this deployment of the platform cannot create notification settings, or there is no reseller 8 (POST ${ALL} was answered ${status}: No.) [notification-settings-creation-unsupported]`,
      );
    },
  );

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
  test("fails with the names of the properties, and is sent again by the next up", async () => {
    let deaf = true;
    const { platform, resource } = await setUpFaulty((request) =>
      isReplace(request) && deaf ? { status: 204 } : undefined,
    );
    await resource.up(LOGINS);
    const off = { ...LOGINS, email: "office@example.com", enabled: false };
    expect((await failureOf(resource.up(off))).message).toContain(
      "still returns other values than declared: email, enabled",
    );
    expect(resource.outputs).toMatchObject({ email: LOGINS.email, enabled: true });
    deaf = false;
    expect(await resource.up(off)).toBe("update");
    expect(platform.resellers.all()).toMatchObject([{ email: "office@example.com", enabled: false }]);
  });

  test("is not noticed if nothing can be read: the next run treats both values as possible", async () => {
    let isDown = false;
    const { platform, resource } = await setUpFaulty(
      (request) => {
        if (isReplace(request)) isDown = true;
        return isDown && isRead(request) ? outOfOrder : undefined;
      },
      {},
      { maxRetries: "0" },
    );
    await resource.up(LOGINS);
    const error = await failureOf(resource.up({ ...LOGINS, enabled: false }));
    expect(error.message).toContain("was answered 500");
    expect(resource.state?.outputs.__unsure).toEqual(["email", "notificationType", "enabled"]);
    expect(platform.resellers.all()).toMatchObject([{ enabled: false }]);
  });

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

  test.each([missing, notAllowed])(
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

  test("that is answered with 405 fails if nothing can be read", async () => {
    const { resource } = await setUpScripted((request) => (isDelete(request) ? notAllowed : missing));
    await resource.up({ resellerId: 8, notificationSettingsId: 31 });
    expect((await failureOf(resource.destroy())).message).toContain(`DELETE ${ALL}/31 was answered 405`);
    expect(resource.state).toBeDefined();
  });

  test.each([
    ["an HTML page", "<html><title>404 Not Found</title></html>"],
    ["no body", undefined],
    ["a gateway's message", { message: "Not Found" }],
  ])("that is answered with 404 and %s fails if nothing can be read", async (_what, body) => {
    const { resource } = await setUpScripted((request) =>
      isDelete(request) ? { status: 404, ...(body !== undefined && { body }) } : missing,
    );
    await resource.up({ resellerId: 8, notificationSettingsId: 31 });
    expect((await failureOf(resource.destroy())).message).toContain(`DELETE ${ALL}/31 was answered 404`);
    expect(resource.state).toBeDefined();
  });

  test("that is answered with 404 and errors, as documented, succeeds if nothing can be read", async () => {
    const { resource } = await setUpScripted((request) =>
      isDelete(request) ? { status: 404, body: { errors: {} } } : missing,
    );
    await resource.up({ resellerId: 8, notificationSettingsId: 31 });
    await resource.destroy();
    expect(resource.state).toBeUndefined();
  });
});
