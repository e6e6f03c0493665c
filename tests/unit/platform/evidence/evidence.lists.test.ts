import { describe, expect, test } from "@jest/globals";
import type { Evidence } from "../../../../sdk/src/platform/evidence/evidence";
import type { PlatformError } from "../../../../sdk/src/platform/http/error";
import { TestClock } from "../../../support/clock";
import { platformError } from "../../../support/platform-error";
import { evidenceOf } from "../../../support/test-api";
import { failureOf, settle } from "../../../support/until";

// That a deployment does not have an operation is a fact with evidence, never the conclusion of one reply.

const ROUTERS = { operation: "routers", path: "/cloud/v1/routers/1/2", parent: "projectId and regionId" };
const CLIENTS = { operation: "clients", path: "/fastedge/v1/admin/clients" };
const SETTINGS = { operation: "settings", path: "/iam/reselling/resellers/8/notification_settings" };

/** The replies to a list, one after the other: the last one again and again. A number is a status without the form of the area. */
function replying(path: string, ...replies: Array<number | object[] | PlatformError>) {
  let requests = 0;
  const call = async () => {
    const reply = replies[Math.min(requests, replies.length - 1)] as (typeof replies)[number];
    requests += 1;
    if (typeof reply === "number") throw platformError({ status: reply, path });
    if (Array.isArray(reply)) return reply;
    throw reply;
  };
  return { call, requests: () => requests };
}

function start(answers = true) {
  const clock = new TestClock();
  const evidence = evidenceOf(answers, clock);
  const list = (which: Parameters<Evidence["optional"]>[0], call: () => Promise<object[]>) =>
    settle(clock, evidence.optional(which, call));
  return { clock, list };
}

describe("a list that a deployment may lack", () => {
  test.each([404, 405, 501])("counts as missing if it is answered %i again after a pause", async (status) => {
    const { clock, list } = start();
    const { call, requests } = replying(ROUTERS.path, status);
    expect(await list(ROUTERS, call)).toBeUndefined();
    expect(clock.pauses).toEqual([1_000]);
    expect(requests()).toBe(2);
    expect(await list(ROUTERS, call)).toBeUndefined();
    expect(requests()).toBe(2);
  });

  test("exists if a gateway answered in its place for a moment", async () => {
    const { list } = start();
    const { call } = replying(ROUTERS.path, 404, [{ id: 1 }]);
    expect(await list(ROUTERS, call)).toEqual([{ id: 1 }]);
  });

  test("fails if nothing of its area has answered as the API, and the area has a documented GET", async () => {
    const { list } = start(false);
    const { call } = replying(ROUTERS.path, 404);
    const error = await failureOf<PlatformError>(list(ROUTERS, call));
    expect(error.message).toContain(
      "but nothing of this area of the API has answered [operation-not-confirmed]",
    );
    expect(error.status).toBeUndefined();
  });

  test.each([CLIENTS, SETTINGS])(
    "counts as missing also if no documented GET can show its area: $path",
    async (which) => {
      const { list } = start(false);
      expect(await list(which, replying(which.path, 404).call)).toBeUndefined();
    },
  );

  test("fails if the operation has answered before, in whatever place", async () => {
    const { list } = start();
    await list({ ...ROUTERS, path: "/cloud/v1/routers/1/3" }, replying("", []).call);
    const error = await failureOf(list(ROUTERS, replying(ROUTERS.path, 404).call));
    expect(error.message).toContain("but it has answered before in this run [operation-not-confirmed]");
  });

  test.each([
    [
      "names the inputs if its parent does not exist",
      true,
      "[parent-object-not-found]\nCheck projectId and regionId.",
    ],
    ["does not name the parent if nothing of its area is found", false, "[operation-not-confirmed]"],
  ])("fails with an error that %s", async (_, answers, text) => {
    const { list } = start(answers);
    const noProject = platformError({ status: 404, path: ROUTERS.path, form: "class" });
    const { call } = replying(ROUTERS.path, noProject);
    expect((await failureOf(list(ROUTERS, call))).message).toContain(text);
  });

  test("fails if its parent existed before in this run", async () => {
    const { list } = start();
    const noProject = platformError({ status: 404, path: ROUTERS.path, form: "class" });
    const { call } = replying(ROUTERS.path, [], noProject);
    await list(ROUTERS, call);
    expect((await failureOf(list(ROUTERS, call))).message).toContain("[operation-not-confirmed]");
  });

  test("may exist in one place and be missing in another", async () => {
    const { list } = start();
    await list(ROUTERS, replying(ROUTERS.path, 404).call);
    expect(await list({ ...ROUTERS, path: "/cloud/v1/routers/1/3" }, replying("", []).call)).toEqual([]);
  });

  test.each([400, 401, 403, 500, 503])(
    "fails if it is answered %i, and the next call requests it again",
    async (status) => {
      const { list } = start();
      const { call } = replying(ROUTERS.path, status, []);
      await expect(list(ROUTERS, call)).rejects.toMatchObject({ status });
      expect(await list(ROUTERS, call)).toEqual([]);
    },
  );
});
