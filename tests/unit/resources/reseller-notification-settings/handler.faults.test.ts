import { afterEach, describe, expect, test } from "@jest/globals";
import type { Fault } from "../../../support/faulty-proxy";
import { failOnce, logLines, requestsWithQuery } from "../../../support/handler-setup";
import { PROBE, type ReceivedRequest } from "../../../support/scripted-server";
import { failureOf } from "../../../support/until";
import {
  ALL,
  BODY,
  changes,
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

/** Loses the reply of a creation, whose settings are listed only after so many requests. */
function listedLate(lists: { after: number }): (request: ReceivedRequest) => Fault {
  return (request) => {
    if (isCreate(request)) return "lose the reply";
    if (!isList(request) || lists.after-- <= 0) return undefined;
    return { body: { count: 0, next: null, results: [] } };
  };
}

describe("a creation whose reply is lost", () => {
  test("is found by its address and kind, and is not sent a second time", async () => {
    const { platform, resource } = await setUpFaulty(failOnce(isCreate, "lose the reply"));
    expect(await resource.up({ ...LOGINS, enabled: false })).toBe("create");
    expect(platform.count(POST)).toBe(1);
    const [made, ...others] = platform.resellers.all();
    expect(others).toEqual([]);
    expect(resource.state?.id).toBe(`8/${made?.id}`);
    expect(resource.outputs).toMatchObject({ ...LOGINS, enabled: false });
  });

  test("is found also where the list has it only after a while", async () => {
    const { platform, resource } = await setUpFaulty(listedLate({ after: 5 }));
    expect(await resource.up(LOGINS)).toBe("create");
    expect(platform.count(POST)).toBe(1);
    expect(resource.state?.id).toBe(`8/${platform.resellers.all()[0]?.id}`);
  });

  test("is an error where the list cannot be read then, and the next run takes what was made", async () => {
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

  test("and that did not arrive is an error, and the next run makes them", async () => {
    const { platform, resource } = await setUpFaulty(failOnce(isCreate, "break"));
    const error = await failureOf(resource.up(LOGINS));
    expect(error.message).toContain("may have taken effect");
    expect(platform.resellers.all()).toEqual([]);
    await resource.up(LOGINS);
    expect(platform.resellers.all()).toHaveLength(1);
  });
});

describe("a creation that was interrupted", () => {
  test("after its POST is taken up by the next run", async () => {
    const lists = { after: 100 };
    const { platform, resource } = await setUpFaulty(listedLate(lists));
    const error = await failureOf(resource.up(LOGINS, { create: "5s" }));
    expect(error.message).toContain("may have taken effect");
    expect(resource.state).toBeUndefined();
    lists.after = 0;
    await resource.up(LOGINS);
    expect(platform.count(POST)).toBe(1);
    expect(platform.resellers.all()).toHaveLength(1);
    expect(resource.state?.id).toBe(`8/${platform.resellers.all()[0]?.id}`);
  });

  test("between taking settings and changing them keeps their number, and the next run goes on", async () => {
    let broken = true;
    const { platform, resource } = await setUpFaulty(
      (request) => (broken && isReplace(request) ? outOfOrder : undefined),
      {},
      { maxRetries: "0" },
    );
    const { id } = platform.resellers.add(TWIN);
    const declared = { ...LOGINS, enabled: false };
    const error = await failureOf<Error & { id?: string }>(resource.up(declared));
    expect(error.message).toContain("Out of order.");
    expect(error.id).toBe(`8/${id}`);
    expect(resource.outputs).toMatchObject({ ...LOGINS, notificationSettingsId: id, enabled: true });
    broken = false;
    expect(await resource.up(declared)).toBe("update");
    expect(platform.resellers.all()).toMatchObject([{ id, enabled: false }]);
  });

  test("while adopting leaves nothing in the state: nothing is ours yet", async () => {
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

describe("a creation whose reply does not tell what was made", () => {
  test.each([
    ["has no body", undefined],
    ["is of another form", { ok: true }],
  ])("as it %s is looked for", async (_, body) => {
    const { platform, resource } = await setUpFaulty((request) => {
      if (!isCreate(request)) return undefined;
      platform.resellers.add(TWIN);
      return { status: 201, ...(body && { body }) };
    });
    expect(await resource.up(LOGINS)).toBe("create");
    expect(resource.state?.id).toBe(`8/${platform.resellers.all()[0]?.id}`);
  });

  test("and which is not listed is an error, and the next run takes it", async () => {
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

  test("where nothing can be listed is an error that does not advise to run again", async () => {
    const { resource } = await setUpScripted((request) => (isCreate(request) ? { status: 201 } : missing));
    expect((await failureOf(resource.up(LOGINS))).message).toBe(
      "the platform has accepted notification settings for oncall@example.com, but does not report their number [notification-settings-id-unknown]. " +
        "Find the number and declare it as notificationSettingsId: they are then adopted.",
    );
  });
});

describe("a creation that the platform refuses", () => {
  test("is told in the platform's words, field by field", async () => {
    const { resource } = await setUpFaulty((request) =>
      isCreate(request)
        ? { status: 400, body: { errors: { email: ["Not deliverable."], enabled: ["Not now."] } } }
        : undefined,
    );
    expect((await failureOf(resource.up(LOGINS))).message).toBe(
      `POST ${ALL} was answered 400: the request was not accepted [bad-request]\n` +
        "  email: Not deliverable.\n  enabled: Not now.\n" +
        "Correct what the platform names above and run again.",
    );
    expect(resource.state).toBeUndefined();
  });

  test("as there is no such reseller is the platform's 404 where settings can be listed", async () => {
    const { resource } = await setUpFaulty((request) =>
      isCreate(request) ? { status: 404, body: { message: "No reseller 8." } } : undefined,
    );
    const error = await failureOf(resource.up(LOGINS));
    expect(error.message).toContain(`POST ${ALL} was answered 404: No reseller 8.`);
    expect(error.message).not.toContain("cannot create");
  });

  test.each([405, 501])(
    "as it has no such operation (%i) says that existing ones can be adopted",
    async (status) => {
      const { resource } = await setUpFaulty((request) =>
        isCreate(request) ? { status, body: { message: "No." } } : undefined,
      );
      expect((await failureOf(resource.up(LOGINS))).message).toContain(
        `this deployment of the platform cannot create notification settings, or there is no reseller 8 (POST ${ALL} was answered ${status}: No.) [notification-settings-creation-unsupported]`,
      );
    },
  );

  test("is not sent where looking for equal ones fails", async () => {
    const { platform, resource } = await setUpFaulty(
      (request) => (isList(request) ? outOfOrder : undefined),
      {},
      { maxRetries: "0" },
    );
    expect((await failureOf(resource.up(LOGINS))).message).toContain(`GET ${ALL} was answered 500`);
    expect(platform.count(POST)).toBe(0);
  });

  test("for now is repeated after the pause that the platform asks for", async () => {
    const { platform, resource } = await setUpFaulty(
      failOnce(isCreate, { status: 429, body: { message: "Slow." }, headers: { "retry-after": "9" } }),
    );
    expect(await resource.up(LOGINS)).toBe("create");
    // The platform's seconds, and half of the spread.
    expect(resource.clock.pauses).toContain(9_000 * 1.05);
    expect(platform.resellers.all()).toHaveLength(1);
  });
});

describe("the list of settings", () => {
  test.each([
    ["an address", (url: string) => `${url}${ALL}?limit=1&offset=1`],
    ["an address of somebody else", () => "http://127.0.0.1:9/elsewhere?limit=1&offset=1"],
    ["a query string", () => "limit=1&offset=1"],
    ["a query string with a question mark", () => "?limit=1&offset=1"],
  ])("is read on where next is %s, and nobody else is ever asked", async (_, next) => {
    const elsewhere = await setUpScripted(() => ({ body: { results: [] } }));
    const { server, resource } = await setUpScripted((request) => {
      const second = request.path.includes("offset=1");
      const results = [
        second ? { id: 31, ...BODY, enabled: true } : { id: 30, ...BODY, email: "a@example.com" },
      ];
      return { body: { count: 2, next: second ? null : next(elsewhere.server.url), results } };
    });
    expect(await resource.up(LOGINS)).toBe("create");
    expect(resource.state?.id).toBe("8/31");
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `GET ${ALL}`,
      `GET ${ALL}?limit=1&offset=1`,
    ]);
    expect(elsewhere.server.requests).toEqual([]);
  });

  test("in which somebody else's record cannot be read is no error", async () => {
    const { resource } = await setUpScripted(() => ({
      body: {
        results: [{ id: null }, { id: 30, email: null, notification_type: null }, { id: 31, ...BODY }],
      },
    }));
    await resource.up(LOGINS);
    expect(resource.outputs).toEqual({ ...LOGINS, notificationSettingsId: 31 });
  });
});

describe("a change", () => {
  test("whose reply is lost is repeated: it may be sent twice", async () => {
    const { platform, resource } = await setUpFaulty(failOnce(isReplace, "lose the reply"));
    await resource.up(LOGINS);
    expect(await resource.up({ ...LOGINS, enabled: false })).toBe("update");
    expect(platform.resellers.all()).toMatchObject([{ enabled: false }]);
  });

  test("that the platform refuses is told in its words, and the state stays as it was", async () => {
    const { resource } = await setUpFaulty((request) =>
      isReplace(request) ? { status: 400, body: { errors: { email: ["Not deliverable."] } } } : undefined,
    );
    await resource.up(LOGINS);
    const error = await failureOf(resource.up({ ...LOGINS, email: "office@example.com" }));
    expect(error.message).toMatch(/ was answered 400: email: Not deliverable\./);
    expect(resource.outputs.email).toBe(LOGINS.email);
  });

  test.each([missing, notAllowed])(
    "that the platform has no operation for ($status) is an error where the settings can be read",
    async (answer) => {
      const { resource } = await setUpFaulty((request) => (isReplace(request) ? answer : undefined));
      await resource.up(LOGINS);
      const error = await failureOf(resource.up({ ...LOGINS, enabled: false }));
      expect(error.message).toContain(`was answered ${answer.status}`);
      expect(resource.outputs.enabled).toBe(true);
    },
  );
});

describe("a change that is answered as done, and has no effect", () => {
  test("is a failure that names what is otherwise, and is made by the next up", async () => {
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

  test("is not known of where nothing can be read: the next run takes neither for certain", async () => {
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

  test("is as it is declared where the platform does not tell it", async () => {
    const { resource } = await setUpFaulty((request) => {
      const { email, notificationType: notification_type } = LOGINS;
      return isRead(request) ? { body: { id: 70_001, email, notification_type } } : undefined;
    });
    await resource.up(LOGINS);
    await resource.up({ ...LOGINS, enabled: false });
    expect(resource.outputs).toMatchObject({ enabled: false });
    expect(await resource.up({ ...LOGINS, enabled: false })).toBe("same");
  });

  test("is waited for where it is only seen late", async () => {
    const { platform, resource } = await setUpFaulty(() => undefined);
    await resource.up(LOGINS);
    platform.faults.add("lagging-list:reads=3@PUT");
    await resource.up({ ...LOGINS, enabled: false });
    expect(resource.outputs).toMatchObject({ enabled: false });
  });
});

describe("a deletion", () => {
  test("whose reply is lost is repeated, and done", async () => {
    const { platform, resource } = await setUpFaulty(failOnce(isDelete, "lose the reply"));
    await resource.up(LOGINS);
    await resource.destroy();
    expect(platform.resellers.all()).toEqual([]);
    expect(resource.state).toBeUndefined();
  });

  test("that is answered 404 is done where the settings are not there", async () => {
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
    "that is answered $status is an error where the settings are there",
    async (answer) => {
      const { platform, resource } = await setUpFaulty((request) => (isDelete(request) ? answer : undefined));
      await resource.up(LOGINS);
      const error = await failureOf(resource.destroy());
      expect(error.message).toContain(`was answered ${answer.status}`);
      expect(platform.resellers.all()).toHaveLength(1);
      expect(resource.state).toBeDefined();
    },
  );

  test("that is answered 405 is an error where nothing can be looked for", async () => {
    const { resource } = await setUpScripted((request) => (isDelete(request) ? notAllowed : missing));
    await resource.up({ resellerId: 8, notificationSettingsId: 31 });
    expect((await failureOf(resource.destroy())).message).toContain(`DELETE ${ALL}/31 was answered 405`);
    expect(resource.state).toBeDefined();
  });

  test.each([
    ["a page", "<html><title>404 Not Found</title></html>"],
    ["no body", undefined],
    ["a gateway's message", { message: "Not Found" }],
  ])("that is answered 404 with %s is an error where nothing can be looked for", async (_what, body) => {
    const { resource } = await setUpScripted((request) =>
      isDelete(request) ? { status: 404, ...(body !== undefined && { body }) } : missing,
    );
    await resource.up({ resellerId: 8, notificationSettingsId: 31 });
    expect((await failureOf(resource.destroy())).message).toContain(`DELETE ${ALL}/31 was answered 404`);
    expect(resource.state).toBeDefined();
  });

  test("that is answered 404 with errors, as is documented, is done where nothing can be looked for", async () => {
    const { resource } = await setUpScripted((request) =>
      isDelete(request) ? { status: 404, body: { errors: {} } } : missing,
    );
    await resource.up({ resellerId: 8, notificationSettingsId: 31 });
    await resource.destroy();
    expect(resource.state).toBeUndefined();
  });

  test("that the platform refuses is told in its words", async () => {
    const { platform, resource } = await setUpFaulty((request) =>
      isDelete(request) ? { status: 403, body: { errors: { detail: ["Not yours."] } } } : undefined,
    );
    await resource.up(LOGINS);
    expect((await failureOf(resource.destroy())).message).toContain("was answered 403: detail: Not yours.");
    expect(platform.resellers.all()).toHaveLength(1);
    expect(changes(platform)).toHaveLength(1);
  });
});
