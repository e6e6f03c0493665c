import { describe, expect, test } from "@jest/globals";
import { isMissing } from "../../../../sdk/src/platform/evidence/answers";
import type { DeploymentSetting } from "../../../../sdk/src/platform/evidence/areas";
import { Evidence } from "../../../../sdk/src/platform/evidence/evidence";
import type { Call, Send } from "../../../../sdk/src/platform/http/call";
import { NotOffered, NotTheApi, type PlatformError } from "../../../../sdk/src/platform/http/error";
import { systemClock } from "../../../../sdk/src/util/clock";
import { platformError } from "../../../support/platform-error";
import { failureOf } from "../../../support/until";

const LIST: Call = { method: "GET", path: "/cloud/v1/routers/1/2" };
const TASK: Call = { method: "GET", path: "/v1/tasks/t1" };

const PAGE = { count: 0, results: [] };

/** The account of a server that is the API. A probe gets its documented page, and each other call this reply. */
function sendWith(deployment: DeploymentSetting, reply: Send): Evidence {
  const next: Send = async (call) => (call.query?.limit === 1 ? { status: 200, body: PAGE } : reply(call));
  return new Evidence(next, { baseUrl: "https://api.example.com", deployment, clock: systemClock });
}

const answering = (error: Error) => async () => Promise.reject(error);

// api.contract.test.ts has which operations are documented.

describe("deployment: documented", () => {
  const { send } = sendWith("documented", async () => ({ status: 200, body: "sent" }));

  test("sends documented operations", async () => {
    expect(await send(TASK)).toMatchObject({ body: "sent" });
  });

  test("sends no others: they are missing, and the error says why", async () => {
    const error = await failureOf<PlatformError>(send(LIST));
    expect(error).toBeInstanceOf(NotOffered);
    expect(isMissing(error)).toBe(true);
    expect(error.message).toContain(
      "GET /cloud/v1/routers/1/2 failed: this deployment has only the documented operations",
    );
    expect(error.message).toContain("[operation-not-offered]");
    expect(error.mayHaveTakenEffect).toBe(false);
  });
});

describe("deployment: full", () => {
  const sent = (error: Error, call = LIST) =>
    failureOf<PlatformError>(sendWith("full", answering(error)).send(call));

  test.each([404, 405, 501])(
    "an undocumented operation that is answered %i is an error, and not missing",
    async (status) => {
      const error = await sent(platformError({ status, path: LIST.path }));
      expect(error).toBeInstanceOf(NotTheApi);
      expect(isMissing(error)).toBe(false);
      expect(error.message).toContain(
        `the server answered ${status} (no), but cloudplatform:deployment is full`,
      );
      expect(error.message).toContain("[operation-missing-in-full]");
    },
  );

  test("the documented answer that an object does not exist is passed on", async () => {
    const gone = platformError({ status: 404, path: LIST.path, form: "class" });
    expect(await sent(gone)).toBe(gone);
  });

  test("a task that is not known at one of its two paths is passed on", async () => {
    for (const path of ["/v1/tasks/t1", "/cloud/v1/tasks/t1"]) {
      const unknown = platformError({ status: 404, path });
      expect(await sent(unknown, { method: "GET", path })).toBe(unknown);
    }
  });
});

test("deployment: auto sends everything, and passes on each answer", async () => {
  const missing = platformError({ status: 404, path: LIST.path });
  const { send } = sendWith("auto", answering(missing));
  expect(await failureOf(send(LIST))).toBe(missing);
});
