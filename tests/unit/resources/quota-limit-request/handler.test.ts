import { describe, expect, test } from "@jest/globals";
import type { JsonObject } from "../../../../sdk/src/util/json";
import { failOnce, logLines, requestLines, type SetUpOptions } from "../../../support/handler-setup";
import { changes } from "../../../support/platform";
import { isProbe } from "../../../support/scripted-server";
import { failureOf, until } from "../../../support/until";
import { args, body, isDelete, isRead, NORTH, PATH, POST, SOUTH, setUp } from "./setup";

/** The probe: nothing else in a deletion proves that the server is the API. */
const PROBE_CALL = "GET /v1/tasks/00000000-0000-0000-0000-000000000000";

const LIST = `GET ${PATH}`;

/** Creates a request. The recorded requests start after it. */
async function startRequested(options: SetUpOptions = {}, declared: JsonObject = args) {
  const { platform, request } = await setUp(options);
  await request.up(declared);
  platform.clearRequests();
  return { platform, request, id: request.state?.id ?? "" };
}

describe("a new request", () => {
  test("is searched among the open ones, sent with one POST, and then found in the list", async () => {
    const { platform, request } = await setUp();
    expect(await request.up(args)).toBe("create");
    expect(requestLines({ platform })).toEqual([LIST, POST, LIST]);
    expect(changes(platform)).toEqual([[POST, body]]);
    const [made] = platform.quotas.requests();
    expect(request.state?.id).toBe(made?.id);
    expect(request.outputs).toEqual({
      ...args,
      requestId: Number(made?.id),
      status: "in progress",
      createdAt: made?.created_at,
    });
    expect(logLines(request)).toEqual([]);
  });

  test.each<[string, JsonObject, object]>([
    [
      "limits of the account only",
      { globalLimits: { keypairCountLimit: 5 } },
      { global_limits: { keypair_count_limit: 5 } },
    ],
    [
      "limits of the account and of a region",
      { globalLimits: { keypairCountLimit: 5 }, regionalLimits: [{ regionId: 76, ramLimit: 1 }] },
      { global_limits: { keypair_count_limit: 5 }, regional_limits: [{ region_id: 76, ram_limit: 1 }] },
    ],
    [
      "an empty list in addition",
      { globalLimits: { keypairCountLimit: 5 }, regionalLimits: [] },
      { global_limits: { keypair_count_limit: 5 }, regional_limits: [] },
    ],
  ])("contains the declared limits only: %s", async (_, requestedLimits, sent) => {
    const { platform, request } = await setUp();
    await request.up({ description: "More", requestedLimits });
    expect(changes(platform)).toEqual([[POST, { description: "More", requested_limits: sent }]]);
    await request.refresh();
    platform.clearRequests();
    expect(await request.up({ description: "More", requestedLimits })).toBe("same");
    expect(platform.requests).toEqual([]);
  });

  test("has an id beyond the integers of JavaScript with every digit", async () => {
    const { platform, request } = await setUp();
    platform.quotas.add({ id: "9007199254740992" });
    platform.quotas.nextRequestId("9007199254740993");
    await request.up(args);
    expect(request.state?.id).toBe("9007199254740993");
    expect(request.outputs.requestId).toBe("9007199254740993");
    await request.refresh();
    expect(request.outputs.requestId).toBe("9007199254740993");
    await request.destroy();
    expect(platform.quotas.requests().map(({ id }) => id)).toEqual(["9007199254740992"]);
  });
});

describe("a change", () => {
  test.each<[string, JsonObject, object]>([
    ["of the description", { description: "Load test in May" }, { description: "Load test in May" }],
    [
      "of a limit",
      { requestedLimits: { globalLimits: { projectCountLimit: 41 } } },
      { requested_limits: { global_limits: { project_count_limit: 41 } } },
    ],
    [
      "of the region",
      { requestedLimits: { regionalLimits: [{ regionId: 77, cpuCountLimit: 200 }] } },
      { requested_limits: { regional_limits: [{ region_id: 77, cpu_count_limit: 200 }] } },
    ],
  ])("%s sends a new request and withdraws the old one", async (_, change, changed) => {
    const { platform, request, id } = await startRequested();
    expect(await request.up({ ...args, ...change })).toBe("replace");
    expect(changes(platform)).toEqual([[POST, { ...body, ...changed }], [`DELETE ${PATH}/${id}`]]);
    expect(platform.quotas.requests()).toMatchObject([changed]);
    expect(request.state?.id).toBe(platform.quotas.requests()[0]?.id);
  });

  test("of the order of the regions or of their limits is not a change", async () => {
    const { platform, request } = await startRequested();
    const regionalLimits = [SOUTH, Object.fromEntries(Object.entries(NORTH).reverse())];
    expect(await request.up({ ...args, requestedLimits: { regionalLimits } })).toBe("same");
    expect(platform.requests).toEqual([]);
  });

  test("of waitForDecision to false, and removing it, send nothing", async () => {
    const { platform, request } = await startRequested();
    expect(await request.up({ ...args, waitForDecision: false })).toBe("update");
    expect(request.outputs.waitForDecision).toBe(false);
    expect(await request.up({ ...args, waitForDecision: false })).toBe("same");
    expect(await request.up(args)).toBe("update");
    expect(request.outputs).not.toHaveProperty("waitForDecision");
    expect(platform.requests).toEqual([]);
  });

  test("by --replace uses the same open request, and withdraws nothing", async () => {
    const { platform, request, id } = await startRequested();
    await request.replaceBy(args);
    expect(changes(platform)).toEqual([]);
    expect(request.state?.id).toBe(id);
  });

  test("by --replace with deleteBeforeReplace withdraws the request first and sends a new one", async () => {
    const { platform, request, id } = await startRequested();
    await request.replaceBy(args, { deleteBeforeReplace: true });
    expect(changes(platform)).toEqual([[`DELETE ${PATH}/${id}`], [POST, body]]);
    expect(request.state?.id).not.toBe(id);
  });
});

describe("a change by others", () => {
  test.each<["approve" | "reject", string]>([
    ["approve", "done"],
    ["reject", "rejected"],
  ])(
    "that is a decision (%s) is read by a refresh, and the next preview shows no change",
    async (decide, status) => {
      const { platform, request, id } = await startRequested();
      const decided = platform.quotas[decide](id);
      await request.refresh();
      expect(request.outputs).toEqual({
        ...args,
        requestId: Number(id),
        status,
        createdAt: decided.created_at,
        updatedAt: decided.updated_at,
      });
      expect(request.inputs).toEqual(args);
      platform.clearRequests();
      expect(await request.up(args)).toBe("same");
      expect(platform.requests).toEqual([]);
    },
  );

  test("of the content is drift in a refresh, and the next up sends a new request", async () => {
    const { platform, request, id } = await startRequested();
    platform.quotas.remove(id);
    platform.quotas.add({ ...body, id, requested_limits: { global_limits: { project_count_limit: 30 } } });
    await request.refresh();
    expect(request.inputs.requestedLimits).toEqual({ globalLimits: { projectCountLimit: 30 } });
    expect(await request.up(args)).toBe("replace");
    expect(platform.quotas.requests()).toMatchObject([body]);
  });

  test.each<[string, object]>([
    ["to an unknown status is shown as it is", { ...body, reviewer: "Kim" }],
    ["that leaves a field out keeps the earlier value", { description: null, created_at: null }],
  ])("%s", async (_, record) => {
    const { request, id } = await startRequested({
      faultFor: (seen) =>
        isRead(seen) ? { body: { id: 5000001, status: "escalated", ...record } } : undefined,
    });
    const { createdAt } = request.outputs;
    await request.refresh();
    expect(request.outputs).toEqual({ ...args, requestId: Number(id), status: "escalated", createdAt });
    expect(await request.up(args)).toBe("same");
  });
});

describe("a deletion", () => {
  test("of an open request withdraws it", async () => {
    const { platform, request, id } = await startRequested();
    await request.destroy();
    expect(requestLines({ platform })).toEqual([`DELETE ${PATH}/${id}`, PROBE_CALL]);
    expect(platform.quotas.requests()).toEqual([]);
    expect(logLines(request)).toEqual([]);
  });

  test("of a decided request leaves it if the platform refuses, and a log line says so", async () => {
    const { platform, request, id } = await startRequested();
    platform.quotas.approve(id);
    await request.destroy();
    expect(request.state).toBeUndefined();
    expect(platform.quotas.requests()).toHaveLength(1);
    expect(logLines(request)).toEqual([
      `info: the quota limit request ${id} stays at the platform, as it is decided`,
    ]);
  });

  test.each([400, 403, 409, 422])(
    "of a decided request leaves it also if the refusal is a %i",
    async (status) => {
      const { platform, request, id } = await startRequested({
        faultFor: (seen) => (isDelete(seen) ? { status, body: { message: "It is decided." } } : undefined),
      });
      platform.quotas.reject(id);
      await request.destroy();
      expect(logLines(request)).toEqual([
        `info: the quota limit request ${id} stays at the platform, as it is decided`,
      ]);
    },
  );

  test("of a decided request removes it if the platform allows that", async () => {
    const { platform, request, id } = await startRequested({ deleteDecidedRequests: true });
    platform.quotas.reject(id);
    await request.destroy();
    expect(platform.quotas.requests()).toEqual([]);
    expect(logLines(request)).toEqual([]);
  });

  test.each([400, 403, 409, 422])(
    "of an open request fails if the platform refuses with %i",
    async (status) => {
      const { platform, request, id } = await startRequested({
        faultFor: failOnce(isDelete, { status, body: { message: "Not now." } }),
      });
      const error = await failureOf(request.destroy());
      expect(error.message).toContain(`DELETE ${PATH}/${id} was answered ${status}: Not now.`);
      expect(request.state?.id).toBe(id);
      await request.destroy();
      expect(platform.quotas.requests()).toEqual([]);
    },
  );

  test("of a request with an unknown status fails if the platform refuses", async () => {
    const { request, id } = await startRequested({
      faultFor: (seen) => {
        if (isDelete(seen)) return { status: 409, body: { message: "Not now." } };
        return isRead(seen) ? { body: { id: 5000001, ...body, status: "escalated" } } : undefined;
      },
    });
    const error = await failureOf(request.destroy());
    expect(error.message).toContain("Not now.");
    expect(request.state?.id).toBe(id);
  });

  test.each([404, 405, 501])(
    "of an open request that was listed fails if it is answered %i, and the request stays in the state",
    async (status) => {
      const { platform, request, id } = await startRequested({
        faultFor: (seen) => (isDelete(seen) ? { status, body: { message: "Not Found" } } : undefined),
      });
      expect((await failureOf(request.destroy())).message).toContain(
        `the quota limit request ${id} was not withdrawn, and stays in the state`,
      );
      expect(request.state?.id).toBe(id);
      expect(platform.quotas.requests()).toHaveLength(1);
    },
  );

  test("fails if it is answered with 404 and the request is still open", async () => {
    const { platform, request, id } = await startRequested({
      faultFor: (seen) => (isDelete(seen) ? NOT_FOUND : undefined),
    });
    expect((await failureOf(request.destroy())).message).toContain("was answered 404: No such request.");
    expect(request.state?.id).toBe(id);
    expect(platform.quotas.requests()).toHaveLength(1);
  });

  test("succeeds if it is answered with 404, also if the request cannot be read", async () => {
    let isBare = false;
    const { request } = await startRequested({
      faultFor: (seen) => {
        if (!isBare || isProbe(seen)) return undefined;
        return isDelete(seen) ? NOT_FOUND : { status: 404, body: "<html><title>404</title></html>" };
      },
    });
    isBare = true;
    await request.destroy();
    expect(request.state).toBeUndefined();
    expect(logLines(request)).toEqual([]);
  });
});

const NOT_FOUND = {
  status: 404,
  body: { exception_class: "NotFoundError", message: "No such request.", request_id: "r-1" },
};

describe("two resources of one program", () => {
  test("with different limits are two requests, created at the same time, each with its own id", async () => {
    const { platform, another } = await setUp({ sharedProcess: true });
    const [one, other] = [another("one"), another("other")];
    const others = { ...args, requestedLimits: { globalLimits: { projectCountLimit: 41 } } };
    await Promise.all([one.up(args), other.up(others)]);
    expect(platform.count({ method: "POST" })).toBe(2);
    expect(platform.quotas.request(one.state?.id ?? "")).toMatchObject(body);
    expect(platform.quotas.request(other.state?.id ?? "")).toMatchObject({
      requested_limits: { global_limits: { project_count_limit: 41 } },
    });
  });

  test("wait for each other until their own timeout at most", async () => {
    const { platform, another } = await setUp({ sharedProcess: true });
    platform.faults.add(`lagging-list:reads=1000@POST ${PATH}`);
    const [one, other] = [another("one"), another("other")];
    const first = one.up(args);
    await until(() => platform.count({ method: "POST" }) === 1);
    const error = await failureOf(other.up({ ...args, description: "Another" }, { create: "5s" }));
    expect(error.message).toBe(
      "the timeout of 5s has passed, while waiting for another quota limit request [queued-too-long]",
    );
    expect(other.state).toBeUndefined();
    await first;
    expect(platform.count({ method: "POST" })).toBe(1);
  });
});

describe("a decided request", () => {
  test("is not sent again by the run after a refresh if the platform no longer keeps it", async () => {
    const { platform, request, id } = await startRequested();
    platform.quotas.approve(id);
    await request.refresh();
    platform.quotas.remove(id);
    platform.clearRequests();
    await request.refresh();
    expect(await request.up(args)).toBe("same");
    expect(request.outputs).toMatchObject({ requestId: Number(id), status: "done" });
    expect(changes(platform)).toEqual([]);
  });

  test("that was granted with other limits shows them, and is not sent again", async () => {
    const granted = { global_limits: { project_count_limit: 7 } };
    const { platform, request } = await startRequested({
      faultFor: (seen) =>
        isRead(seen)
          ? { body: { id: 5000001, ...body, requested_limits: granted, status: "Done" } }
          : undefined,
    });
    await request.refresh();
    expect(request.outputs).toMatchObject({
      status: "Done",
      requestedLimits: args.requestedLimits,
      grantedLimits: { globalLimits: { projectCountLimit: 7 } },
    });
    platform.clearRequests();
    expect(await request.up(args)).toBe("same");
    expect(changes(platform)).toEqual([]);
  });
});
