import { afterEach, describe, expect, test } from "@jest/globals";
import { GLOBAL_LIMITS, REGIONAL_LIMITS } from "../../../../sdk/src/api/quota-names";
import type { JsonObject } from "../../../../sdk/src/util/json";
import { failOnce, logLines, requestLines, type SetUpOptions } from "../../../support/handler-setup";
import { changes } from "../../../support/platform";
import { isProbe, type ReceivedRequest } from "../../../support/scripted-server";
import { failureOf, until } from "../../../support/until";
import { setUp, tearDown } from "./setup";

/** Shows that the server is the API, as nothing else that a deletion asks for does. */
const PROBE_CALL = "GET /streaming/ai/tasks";

afterEach(tearDown);

const PATH = "/cloud/v2/limits_request";
const LIST = `GET ${PATH}`;
const POST = `POST ${PATH}`;

const NORTH: JsonObject = { regionId: 76, cpuCountLimit: 200, ramLimit: 524288 };
const SOUTH: JsonObject = { regionId: 80, routerCountLimit: 0 };

const args = {
  description: "Load test in March",
  requestedLimits: { globalLimits: { projectCountLimit: 40 }, regionalLimits: [NORTH, SOUTH] },
};

const body = {
  description: "Load test in March",
  requested_limits: {
    global_limits: { project_count_limit: 40 },
    regional_limits: [
      { region_id: 76, cpu_count_limit: 200, ram_limit: 524288 },
      { region_id: 80, router_count_limit: 0 },
    ],
  },
};

/** A request that was sent, and no memory of how. */
async function startAsked(options: SetUpOptions = {}, declared: JsonObject = args) {
  const started = await setUp(options);
  const request = started.request();
  await request.up(declared);
  started.platform.clearRequests();
  return { ...started, request, id: request.state?.id ?? "" };
}

describe("a new request", () => {
  test("is looked for among the open ones, sent with one POST, and then found in the list", async () => {
    const started = await setUp();
    const request = started.request();
    expect(await request.up(args)).toBe("create");
    expect(requestLines(started)).toEqual([LIST, POST, LIST]);
    expect(changes(started.platform)).toEqual([[POST, body]]);
    const [made] = started.platform.quotas.requests();
    expect(request.state?.id).toBe(made?.id);
    expect(request.outputs).toEqual({
      ...args,
      requestId: Number(made?.id),
      status: "in progress",
      createdAt: made?.created_at,
    });
    expect(logLines(request)).toEqual([]);
  });

  test("carries every limit that there is under the platform's name", async () => {
    const numbered = (names: object, from: number) =>
      Object.keys(names).map((name, index) => [name, from + index] as const);
    const [globals, regionals] = [numbered(GLOBAL_LIMITS, 1), numbered(REGIONAL_LIMITS, 1001)];
    const theirs = (limits: typeof globals, names: Record<string, string>) =>
      Object.fromEntries(limits.map(([name, limit]) => [names[name], limit]));
    const { platform, request } = await setUp();
    const all = request();
    await all.up({
      description: "All",
      requestedLimits: {
        globalLimits: Object.fromEntries(globals),
        regionalLimits: [{ regionId: 76, ...Object.fromEntries(regionals) }],
      },
    });
    expect(platform.quotas.requests()[0]?.requested_limits).toEqual({
      global_limits: theirs(globals, GLOBAL_LIMITS),
      regional_limits: [{ region_id: 76, ...theirs(regionals, REGIONAL_LIMITS) }],
    });
    expect(all.outputs.requestId).toBeDefined();
  });

  test.each<[string, JsonObject, object]>([
    [
      "limits of the account alone",
      { globalLimits: { keypairCountLimit: 5 } },
      { global_limits: { keypair_count_limit: 5 } },
    ],
    [
      "limits of a region alone",
      { regionalLimits: [{ regionId: 76, ramLimit: 1 }] },
      { regional_limits: [{ region_id: 76, ram_limit: 1 }] },
    ],
    [
      "an empty object beside them",
      { globalLimits: {}, regionalLimits: [{ regionId: 76, ramLimit: 1 }] },
      { global_limits: {}, regional_limits: [{ region_id: 76, ram_limit: 1 }] },
    ],
    [
      "an empty list beside them",
      { globalLimits: { keypairCountLimit: 5 }, regionalLimits: [] },
      { global_limits: { keypair_count_limit: 5 }, regional_limits: [] },
    ],
  ])("says what is declared and no more: %s", async (_, requestedLimits, sent) => {
    const { platform, request } = await setUp();
    const more = request();
    await more.up({ description: "More", requestedLimits });
    expect(changes(platform)).toEqual([[POST, { description: "More", requested_limits: sent }]]);
    await more.refresh();
    platform.clearRequests();
    expect(await more.up({ description: "More", requestedLimits })).toBe("same");
    expect(platform.requests).toEqual([]);
  });

  test("beyond the ten that may be open is refused in the platform's words, and nothing is kept", async () => {
    const { platform, request } = await setUp();
    for (const _ of Array(10)) platform.quotas.add();
    const more = request();
    const error = await failureOf(more.up(args));
    expect(requestLines({ platform })).toEqual([LIST, POST]);
    expect(error.message).toContain(
      `${POST} was answered 400: There are 10 unprocessed limits requests already`,
    );
    expect(error.message).toContain("Correct what the platform names above and run again.");
    expect(more.state).toBeUndefined();
    expect(platform.quotas.requests()).toHaveLength(10);
  });

  test("keeps an id beyond the whole numbers of JavaScript to its last digit", async () => {
    const { platform, request } = await setUp();
    platform.quotas.add({ id: "9007199254740992" });
    platform.quotas.nextRequestId("9007199254740993");
    const more = request();
    await more.up(args);
    expect(more.state?.id).toBe("9007199254740993");
    expect(more.outputs.requestId).toBe("9007199254740993");
    await more.refresh();
    expect(more.outputs.requestId).toBe("9007199254740993");
    await more.destroy();
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
  ])("%s asks anew and withdraws the old request", async (_, change, changed) => {
    const { platform, request, id } = await startAsked();
    expect(await request.up({ ...args, ...change })).toBe("replace");
    expect(changes(platform)).toEqual([[POST, { ...body, ...changed }], [`DELETE ${PATH}/${id}`]]);
    expect(platform.quotas.requests()).toMatchObject([changed]);
    expect(request.state?.id).toBe(platform.quotas.requests()[0]?.id);
  });

  test("of the order of the regions, or of their limits, is none", async () => {
    const { platform, request } = await startAsked();
    const regionalLimits = [SOUTH, Object.fromEntries(Object.entries(NORTH).reverse())];
    expect(await request.up({ ...args, requestedLimits: { ...args.requestedLimits, regionalLimits } })).toBe(
      "same",
    );
    expect(platform.requests).toEqual([]);
  });

  test("of waitForDecision to false, and leaving it out again, sends nothing", async () => {
    const { platform, request } = await startAsked();
    expect(await request.up({ ...args, waitForDecision: false })).toBe("update");
    expect(request.outputs.waitForDecision).toBe(false);
    expect(await request.up({ ...args, waitForDecision: false })).toBe("same");
    expect(await request.up(args)).toBe("update");
    expect(request.outputs).not.toHaveProperty("waitForDecision");
    expect(platform.requests).toEqual([]);
  });

  test("by --replace takes the very same request, which is open, and withdraws nothing", async () => {
    const { platform, request, id } = await startAsked();
    await request.replaceBy(args);
    expect(changes(platform)).toEqual([]);
    expect(request.state?.id).toBe(id);
  });

  test("by --replace with deleteBeforeReplace withdraws it first and asks anew", async () => {
    const { platform, request, id } = await startAsked();
    await request.replaceBy(args, { deleteBeforeReplace: true });
    expect(changes(platform)).toEqual([[`DELETE ${PATH}/${id}`], [POST, body]]);
    expect(request.state?.id).not.toBe(id);
  });
});

describe("what others do to a request", () => {
  test.each<["approve" | "reject", string]>([
    ["approve", "done"],
    ["reject", "rejected"],
  ])("%s: a refresh tells the decision, and there is nothing to do", async (decide, status) => {
    const { platform, request, id } = await startAsked();
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
  });

  test("removed behind Pulumi's back: a refresh forgets it, and the next up asks again", async () => {
    const { platform, request, id } = await startAsked();
    platform.quotas.remove(id);
    await request.refresh();
    expect(request.state).toBeUndefined();
    expect(await request.up(args)).toBe("create");
    expect(platform.quotas.requests()).toHaveLength(1);
    expect(request.state?.id).not.toBe(id);
  });

  test("written otherwise: a refresh shows it as drift, and the next up asks anew", async () => {
    const { platform, request, id } = await startAsked();
    platform.quotas.remove(id);
    platform.quotas.add({ ...body, id, requested_limits: { global_limits: { project_count_limit: 30 } } });
    await request.refresh();
    expect(request.inputs.requestedLimits).toEqual({ globalLimits: { projectCountLimit: 30 } });
    expect(await request.up(args)).toBe("replace");
    expect(platform.quotas.requests()).toMatchObject([body]);
  });

  test.each<[string, object]>([
    ["words that nobody knows are shown as they are", { ...body, reviewer: "Kim" }],
    ["what is not told stays as it was", { description: null, created_at: null }],
  ])("%s", async (_, record) => {
    const { request, id } = await startAsked({
      faultFor: (seen) =>
        isRead(seen) ? { body: { id: 5000001, status: "escalated", ...record } } : undefined,
    });
    const { createdAt } = request.outputs;
    await request.refresh();
    expect(request.outputs).toEqual({ ...args, requestId: Number(id), status: "escalated", createdAt });
    expect(await request.up(args)).toBe("same");
  });
});

describe("deleting", () => {
  test("an open request withdraws it", async () => {
    const started = await startAsked();
    await started.request.destroy();
    expect(requestLines(started)).toEqual([`DELETE ${PATH}/${started.id}`, PROBE_CALL]);
    expect(started.platform.quotas.requests()).toEqual([]);
    expect(logLines(started.request)).toEqual([]);
  });

  test("a decided one leaves it, where the platform refuses, and says so", async () => {
    const { platform, request, id } = await startAsked();
    platform.quotas.approve(id);
    await request.destroy();
    expect(request.state).toBeUndefined();
    expect(platform.quotas.requests()).toHaveLength(1);
    expect(logLines(request)).toEqual([
      `info: the quota limit request ${id} stays at the platform, as it is decided`,
    ]);
  });

  test.each([400, 403, 409, 422])(
    "a decided one leaves it also where the refusal is a %i",
    async (status) => {
      const { platform, request, id } = await startAsked({
        faultFor: (seen) => (isDelete(seen) ? { status, body: { message: "It is decided." } } : undefined),
      });
      platform.quotas.reject(id);
      await request.destroy();
      expect(logLines(request)).toEqual([
        `info: the quota limit request ${id} stays at the platform, as it is decided`,
      ]);
    },
  );

  test("a decided one removes it, where the platform lets it", async () => {
    const { platform, request, id } = await startAsked({ deleteDecidedRequests: true });
    platform.quotas.reject(id);
    await request.destroy();
    expect(platform.quotas.requests()).toEqual([]);
    expect(logLines(request)).toEqual([]);
  });

  test.each([400, 403, 409, 422])(
    "an open one that the platform refuses with %i is an error",
    async (status) => {
      const { platform, request, id } = await startAsked({
        faultFor: failOnce(isDelete, { status, body: { message: "Not now." } }),
      });
      const error = await failureOf(request.destroy());
      expect(error.message).toContain(`DELETE ${PATH}/${id} was answered ${status}: Not now.`);
      expect(request.state?.id).toBe(id);
      await request.destroy();
      expect(platform.quotas.requests()).toEqual([]);
    },
  );

  test("one with a status that nobody knows is no decided one: a refusal is an error", async () => {
    const { request, id } = await startAsked({
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
    "leaves an open one where there is no operation for it (%i), and says so",
    async (status) => {
      const { platform, request, id } = await startAsked({
        faultFor: (seen) => (isDelete(seen) ? { status, body: { message: "Not Found" } } : undefined),
      });
      await request.destroy();
      expect(request.state).toBeUndefined();
      expect(platform.quotas.requests()).toHaveLength(1);
      expect(logLines(request)).toEqual([
        `info: the quota limit request ${id} stays at the platform: this deployment has no operation to withdraw it. Ask those who decide it to drop it.`,
      ]);
    },
  );

  test("that the platform does not know and shows as open all the same is an error", async () => {
    const { platform, request, id } = await startAsked({
      faultFor: (seen) => (isDelete(seen) ? NOT_FOUND : undefined),
    });
    expect((await failureOf(request.destroy())).message).toContain("was answered 404: No such request.");
    expect(request.state?.id).toBe(id);
    expect(platform.quotas.requests()).toHaveLength(1);
  });

  test("that the platform does not know is gone, also where nothing can be looked for", async () => {
    let isBare = false;
    const { request } = await startAsked({
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

  test("whose reply is lost is done", async () => {
    const { platform, request } = await startAsked({ faultFor: failOnce(isDelete, "lose the reply") });
    await request.destroy();
    expect(request.state).toBeUndefined();
    expect(platform.quotas.requests()).toEqual([]);
    expect(logLines(request)).toEqual([]);
  });
});

const NOT_FOUND = {
  status: 404,
  body: { exception_class: "NotFoundError", message: "No such request.", request_id: "r-1" },
};

const isDelete = ({ method }: ReceivedRequest) => method === "DELETE";
const isRead = ({ method, path }: ReceivedRequest) => method === "GET" && path.startsWith(`${PATH}/`);

describe("two resources of one program", () => {
  test("that ask for different things are two requests, made at the same time, each knowing its own", async () => {
    const { platform, request } = await setUp({ sharedProcess: true });
    const [one, other] = [request("one"), request("other")];
    const others = { ...args, requestedLimits: { globalLimits: { projectCountLimit: 41 } } };
    await Promise.all([one.up(args), other.up(others)]);
    expect(platform.count({ method: "POST" })).toBe(2);
    expect(platform.quotas.request(one.state?.id ?? "")).toMatchObject(body);
    expect(platform.quotas.request(other.state?.id ?? "")).toMatchObject({
      requested_limits: { global_limits: { project_count_limit: 41 } },
    });
  });

  test("wait for each other no longer than their own time-out", async () => {
    const { platform, request } = await setUp({ sharedProcess: true });
    platform.faults.add(`lagging-list:reads=1000@POST ${PATH}`);
    const [one, other] = [request("one"), request("other")];
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

describe("a request that is imported from a file", () => {
  test("is read by its number, and is the declared one from then on", async () => {
    const { platform, request } = await setUp();
    const { id } = platform.quotas.add(body);
    platform.quotas.add(body);
    const more = request();
    more.state = { id, inputs: args, outputs: args };
    await more.refresh();
    expect(more.outputs).toMatchObject({ ...args, requestId: Number(id), status: "in progress" });
    expect(await more.up(args)).toBe("same");
    expect(changes(platform)).toEqual([]);
  });
});
