import { describe, expect, test } from "@jest/globals";
import type { JsonObject } from "../../../../sdk/src/util/json";
import { failOnce, logLines, requestLines, type SetUpOptions } from "../../../support/handler-setup";
import { changes } from "../../../support/platform";
import type { ReceivedRequest } from "../../../support/scripted-server";
import { failureOf } from "../../../support/until";
import { setUp } from "./setup";

/** The probe: nothing else in a deletion proves that the server is the API. */
const PROBE_CALL = "GET /streaming/ai/tasks";
const CLOUD_PROBE_CALL = "GET /v1/tasks/00000000-0000-0000-0000-000000000000";

const PATH = "/cloud/v2/client_quotas/42/notification_threshold";
const GET = `GET ${PATH}`;
const PUT = `PUT ${PATH}`;
const DELETE = `DELETE ${PATH}`;

const args = { clientId: 42, threshold: 70 };

/** Creates a threshold. The recorded requests start after it. */
async function startCreated(options: SetUpOptions = {}, declared: JsonObject = args) {
  const started = await setUp(options);
  await started.threshold.up(declared);
  started.platform.clearRequests();
  return started;
}

test("a threshold that the platform sets to another value is a failure, and the next up sets it again", async () => {
  let deaf = true;
  const { platform, threshold } = await setUp({
    faultFor: ({ method }) =>
      method === "PUT" && deaf ? { body: { client_id: 42, threshold: 65 } } : undefined,
  });
  expect((await failureOf(threshold.up(args))).message).toContain(
    "still returns other values than declared: threshold",
  );
  expect(threshold.outputs.threshold).toBe(65);
  deaf = false;
  expect(await threshold.up(args)).toBe("update");
  expect(platform.quotas.threshold(42)).toMatchObject({ threshold: 70 });
  expect(await threshold.up(args)).toBe("same");
});

describe("a threshold", () => {
  test("is created by one PUT, whatever its value was", async () => {
    const { platform, threshold } = await setUp();
    platform.quotas.setThreshold(42, 95);
    expect(await threshold.up(args)).toBe("create");
    expect(requestLines({ platform })).toEqual([PUT]);
    expect(changes(platform)).toEqual([[PUT, { threshold: 70 }]]);
    expect(platform.quotas.threshold(42)).toMatchObject({ threshold: 70 });
    expect(threshold.state?.id).toBe("42");
    expect(threshold.outputs).toEqual({ ...args, lastMessage: null, lastSending: null });
  });

  test("of another client replaces it: it is set there, and then reset here", async () => {
    const { platform, threshold } = await startCreated();
    expect(await threshold.up({ ...args, clientId: 43 })).toBe("replace");
    expect(threshold.state?.id).toBe("43");
    expect(changes(platform)).toEqual([
      ["PUT /cloud/v2/client_quotas/43/notification_threshold", { threshold: 70 }],
      [DELETE],
    ]);
  });
});

describe("a change outside of Pulumi", () => {
  test("is shown by a refresh, and repaired by the next up", async () => {
    const { platform, threshold } = await startCreated();
    platform.quotas.setThreshold(42, 95);
    await threshold.refresh();
    expect(threshold.outputs.threshold).toBe(95);
    expect(threshold.inputs).toEqual({ clientId: 42, threshold: 95 });
    platform.clearRequests();
    expect(await threshold.up(args)).toBe("update");
    expect(changes(platform)).toEqual([[PUT, { threshold: 70 }]]);
    expect(platform.quotas.threshold(42)).toMatchObject({ threshold: 70 });
  });

  test("that removed the threshold is shown as the default, and the next up sets it again", async () => {
    const { platform, threshold } = await startCreated();
    platform.quotas.removeThreshold(42);
    await threshold.refresh();
    expect(threshold.outputs.threshold).toBe(80);
    await threshold.up(args);
    expect(platform.quotas.threshold(42)).toMatchObject({ threshold: 70 });
  });
});

describe("a deletion", () => {
  test("is one DELETE", async () => {
    const { platform, threshold } = await startCreated();
    await threshold.destroy();
    expect(requestLines({ platform })).toEqual([DELETE, CLOUD_PROBE_CALL]);
    expect(platform.quotas.threshold(42)).toBeUndefined();
  });

  test("sets the default if there is no DELETE", async () => {
    const { platform, threshold } = await startCreated({ mode: "documented-only" });
    await threshold.destroy();
    expect(requestLines({ platform })).toEqual([DELETE, PROBE_CALL, GET, PUT]);
    expect(changes(platform)).toEqual([[DELETE], [PUT, { threshold: 80 }]]);
  });

  test("sends nothing else if no threshold is set, which a platform may answer with 404", async () => {
    const faultFor = ({ method }: ReceivedRequest) => (method === "DELETE" ? NOT_FOUND : undefined);
    const { platform, threshold } = await startCreated({ faultFor }, { ...args, threshold: 80 });
    await threshold.destroy();
    expect(changes(platform)).toEqual([]);
    expect(logLines(threshold)).toEqual([]);
  });

  test("succeeds if the client does not exist", async () => {
    let isDeleted = false;
    const { threshold } = await startCreated({ faultFor: () => (isDeleted ? NOT_FOUND : undefined) });
    isDeleted = true;
    await threshold.destroy();
    expect(threshold.state).toBeUndefined();
    expect(logLines(threshold)).toEqual([]);
  });
});

const NOT_FOUND = {
  status: 404,
  body: { exception_class: "NotFoundError", message: "Client 42 was not found", request_id: "req-2" },
};

const MESSAGE = {
  globalQuotas: { keypairCountUsage: { limit: 10, usage: 9 } },
  regionalQuotas: [
    { regionId: 76, regionName: "North", ramLimit: { limit: 512, usage: 400 } },
    { regionId: 77, regionName: "South" },
  ],
};

describe("the last warning", () => {
  test.each<[string, JsonObject, JsonObject]>([
    ["null", { lastMessage: null, lastSending: null }, { last_message: null, last_sending: null }],
    ["empty", { lastMessage: {} }, { last_message: { global_quotas: {}, regional_quotas: [] } }],
    [
      "incomplete",
      { lastMessage: { globalQuotas: {} } },
      { last_message: { global_quotas: {}, regional_quotas: [] } },
    ],
  ])("is sent also if it is %s", async (_, declared, sent) => {
    const { platform, threshold } = await setUp();
    await threshold.up({ ...args, ...declared });
    expect(changes(platform)).toEqual([[PUT, { threshold: 70, ...sent }]]);
  });

  test("that is changed or removed in the program is not a change", async () => {
    const { platform, threshold } = await startCreated(
      {},
      { ...args, lastMessage: MESSAGE, lastSending: null },
    );
    expect(await threshold.up({ ...args, lastMessage: null })).toBe("same");
    // The state does not contain it either, so a refresh shows no difference to the inputs.
    expect(threshold.inputs).toEqual(args);
    await threshold.refresh();
    expect(threshold.inputs).toEqual(args);
    platform.clearRequests();
    expect(await threshold.up({ ...args, lastMessage: MESSAGE })).toBe("same");
    expect(await threshold.up({ ...args, lastSending: "2026-01-31T12:00:00Z" })).toBe("same");
    expect(await threshold.up(args)).toBe("same");
    expect(platform.requests).toEqual([]);
  });

  test("that the platform changes is not drift, and the output is typed and complete", async () => {
    const { platform, threshold } = await startCreated();
    platform.quotas.mailSent(42, {
      lastMessage: {
        global_quotas: { keypair_count_usage: { limit: 10, usage: 9 } },
        regional_quotas: [{ region_id: 76, region_name: "North", ram_limit: { limit: 512, usage: 400 } }],
      },
      lastSending: "2026-02-01T00:00:00+0000",
    });
    await threshold.refresh();
    const { lastMessage, lastSending } = threshold.outputs as unknown as {
      lastMessage: { globalQuotas: object; regionalQuotas: object[] };
      lastSending: string;
    };
    expect(lastSending).toBe("2026-02-01T00:00:00+0000");
    expect(lastMessage.globalQuotas).toMatchObject({
      keypairCountUsage: { limit: 10, usage: 9 },
      projectCountLimit: { limit: 0, usage: 0 },
    });
    expect(Object.keys(lastMessage.globalQuotas)).toHaveLength(2 * 8);
    expect(lastMessage.regionalQuotas).toMatchObject([
      { regionId: 76, regionName: "North", ramLimit: { limit: 512, usage: 400 } },
    ]);
    expect(Object.keys(lastMessage.regionalQuotas[0] ?? {})).toHaveLength(2 + 2 * 50);
    expect(threshold.inputs).toEqual(args);
    platform.clearRequests();
    expect(await threshold.up(args)).toBe("same");
    expect(platform.requests).toEqual([]);
  });

  test.each<[string, object, object]>([
    ["missing", {}, { lastMessage: null, lastSending: null }],
    ["a text", { last_message: "mail", last_sending: null }, { lastMessage: null, lastSending: null }],
    [
      "without its parts",
      { last_message: {}, last_sending: "now" },
      { lastMessage: { globalQuotas: {}, regionalQuotas: [] }, lastSending: "now" },
    ],
    [
      "of unknown or invalid quotas",
      {
        last_message: {
          global_quotas: {
            quantum_count_limit: { limit: 1, usage: 1 },
            project_count_limit: { limit: 3, usage: 1, unit: "count" },
            project_count_usage: null,
            keypair_count_limit: { limit: "many", usage: 1 },
            keypair_count_usage: { limit: 1 },
          },
          regional_quotas: [{ region_id: 76, region_name: null, qpu_limit: { limit: 1, usage: 1 } }, null],
        },
      },
      {
        lastMessage: {
          globalQuotas: { projectCountLimit: { limit: 3, usage: 1 } },
          regionalQuotas: [{ regionId: 76 }],
        },
        lastSending: null,
      },
    ],
  ])("may be returned in any form: %s", async (_, record, outputs) => {
    const { threshold } = await setUp({
      faultFor: () => ({ status: 200, body: { client_id: 42, threshold: 70, ...record } }),
    });
    await threshold.up(args);
    expect(threshold.outputs).toEqual({ ...args, ...outputs });
  });
});

describe("a reply without a threshold", () => {
  test("is an error that names the field, and the next run sets the threshold again", async () => {
    const { platform, threshold } = await setUp({
      faultFor: failOnce(({ method }) => method === "PUT", { status: 200, body: { client_id: 42 } }),
    });
    const error = await failureOf(threshold.up(args));
    expect(error.message).toContain(
      `${PUT} was answered 200: the reply is not of the form that the interface describes (threshold:`,
    );
    expect(await threshold.up(args)).toBe("update");
    expect(platform.quotas.threshold(42)).toMatchObject({ threshold: 70 });
  });
});

describe("a deletion that sets the default where the platform cannot delete, and that fails half-way", () => {
  test.each(["status:code=403@DELETE", "reset-before@PUT", "reset-after@PUT", "status:code=403@PUT"])(
    "with %s keeps the resource, and the next one completes it",
    async (fault) => {
      const settings = { maxRetries: "0" };
      const { platform, threshold } = await startCreated({ mode: "documented-only", settings });
      platform.faults.add(fault);
      await failureOf(threshold.destroy());
      expect(threshold.state).toMatchObject({ id: "42" });
      platform.faults.clear();
      await threshold.destroy();
      expect(threshold.state).toBeUndefined();
      expect(platform.quotas.threshold(42)).toMatchObject({ threshold: 80 });
    },
  );
});
