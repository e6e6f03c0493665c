import { afterEach, expect, test } from "@jest/globals";
import * as contract from "../../simulator/src/contract";
import { closeAll, collection, start, unknownId, v1, v2 } from "../../simulator/testing/client";
import { CONTRACT_AREAS } from "../support/contract-areas";

afterEach(closeAll);

const threshold = "/cloud/v2/client_quotas/42/notification_threshold";
const request = "/cloud/v2/limits_request/5000001";
const member = "/fastedge/v1/admin/groups/3/client/7";
const settings = "/iam/reselling/resellers/12/notification_settings";
const setting = { email: "ops@example.com", notification_type: "failed_login" };

/** A request to each operation, in an order in which each succeeds. */
const successes: Readonly<
  Record<string, Readonly<Record<string, readonly [method: string, path: string, body?: object]>>>
> = {
  routers: {
    create: ["POST", collection, { name: "main" }],
    list: ["GET", collection],
    get: ["GET", v1(unknownId)],
    update: ["PATCH", v2(unknownId), { name: "renamed" }],
    attach: ["POST", `${v1(unknownId)}/attach`, { subnet_id: unknownId }],
    detach: ["POST", `${v1(unknownId)}/detach`, { subnet_id: unknownId }],
    delete: ["DELETE", v1(unknownId)],
  },
  tasks: {
    get: ["GET", "/v1/tasks/{first}"],
    getPublished: ["GET", "/cloud/v1/tasks/{first}"],
    list: ["GET", "/cloud/v1/tasks"],
  },
  quotas: {
    setThreshold: ["PUT", threshold, { threshold: 75 }],
    getThreshold: ["GET", threshold],
    deleteThreshold: ["DELETE", threshold],
    createRequest: ["POST", "/cloud/v2/limits_request", { description: "More.", requested_limits: {} }],
    listRequests: ["GET", "/cloud/v2/limits_request"],
    getRequest: ["GET", request],
    deleteRequest: ["DELETE", request],
  },
  edgeGroups: {
    add: ["POST", member],
    listClients: ["GET", "/fastedge/v1/admin/clients"],
    remove: ["DELETE", member],
  },
  resellers: {
    create: ["POST", settings, setting],
    list: ["GET", `${settings}?limit=1`],
    get: ["GET", `${settings}/70001`],
    change: ["PATCH", `${settings}/70001`, { enabled: false }],
    replace: ["PUT", `${settings}/70001`, setting],
    delete: ["DELETE", `${settings}/70001`],
  },
  certificates: {
    forceRetry: ["POST", "/cdn/sslData/7/force-retry"],
    status: ["GET", "/cdn/sslData/7/status"],
  },
  streaming: {
    listSubtitles: ["GET", "/streaming/videos/5/subtitles"],
    listAiTasks: ["GET", "/streaming/ai/tasks"],
  },
  analytics: { query: ["POST", "/cdn/advanced/v2/query", { query: "{ traffic { bytes } }" }] },
};

test("each area of the contract is here", () => {
  expect(Object.keys(successes).sort()).toEqual(Object.keys(CONTRACT_AREAS).sort());
});

async function startWithObjects() {
  const { sim, call } = await start();
  sim.routers.add({ projectId: 1, regionId: 2, id: unknownId });
  sim.quotas.mailSent(42);
  sim.certificates.add({ id: 7, state: "failed" });
  sim.streaming.addVideo({ id: 5, subtitles: [{}] });
  sim.streaming.addAiTask();
  await call("POST", collection, { name: "first" });
  const resolved = (path: string) => path.replace("{first}", sim.tasks.all()[0]?.id ?? "");
  return { sim, call, resolved };
}

test.each(Object.entries(successes))(
  "each operation of %s replies as the contract describes",
  async (area, requests) => {
    const { call, resolved } = await startWithObjects();
    const described = CONTRACT_AREAS[area] ?? {};
    expect(Object.keys(requests).sort()).toEqual(Object.keys(described).sort());
    for (const [name, [method, path, body]] of Object.entries(requests)) {
      const { status, text } = await call(method, resolved(path), body);
      const { replies } = described[name] ?? {};
      const schema = replies?.[status];
      expect([name, status, schema]).toEqual([name, status, replies && Object.values(replies)[0]]);
      if (schema) expect([name, schema.safeParse(JSON.parse(text)).error]).toEqual([name, undefined]);
      else expect([name, text]).toEqual([name, ""]);
    }
  },
);

test.each(Object.entries(successes))(
  "refusals of %s have the form of the contract, as errors of faults do",
  async (_, requests) => {
    const { sim, call, resolved } = await startWithObjects();
    for (const [method, path, body] of Object.values(requests)) {
      const address = resolved(path).split("?", 1)[0] ?? "";
      const refused = [
        await call(method, address, body, { key: null }),
        await call(method, `${address.replace(/[^/]+$/, "%ZZ")}`, body),
      ];
      for (const code of [400, 404, 409, 422, 429, 503]) {
        sim.faults.add(`status:code=${code}#1`);
        refused.push(await call(method, address, body));
        sim.faults.clear();
      }
      for (const { status, text } of refused) {
        const schema = contract.errorForms[contract.errorFormOf(address, status)];
        const error = schema === null ? text : schema.safeParse(JSON.parse(text)).error;
        expect([method, address, status, error]).toEqual([
          method,
          address,
          status,
          schema === null ? "" : undefined,
        ]);
      }
    }
  },
);
