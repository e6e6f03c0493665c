import { afterEach, expect, test } from "@jest/globals";
import {
  closeAll,
  collection,
  networkId,
  start,
  subnetA,
  unknownId,
  v1,
  v2,
} from "../../simulator/testing/client";

// The bodies, paths and queries that the contract does not allow.

afterEach(closeAll);

const threshold = "/cloud/v2/client_quotas/7/notification_threshold";
const requests = "/cloud/v2/limits_request";
const settings = "/iam/reselling/resellers/12/notification_settings";
const aiTasks = "/streaming/ai/tasks";

const gateway = (external_gateway_info: object) => ({ name: "main", external_gateway_info });
const manual = { type: "manual", network_id: networkId };
const via = (destination: string, nexthop = "10.0.0.9") => ({ routes: [{ destination, nexthop }] });
const message = (last_message: object) => ({ threshold: 80, last_message });
const limits = (requested_limits: object) => ({ description: "A fourth router", requested_limits });
const setting = { email: "ops@example.com", notification_type: "failed_login" };

/** Bodies, and the field because of which each is refused, by request. */
const BODIES: Record<string, Array<[body: object, field: string]>> = {
  [`POST ${collection}`]: [
    [{}, "name"],
    [{ name: "ab" }, "name"],
    [{ name: "a".repeat(64) }, "name"],
    [{ name: "main " }, "name"],
    [{ name: 123 }, "name"],
    [{ name: "main", nmae: "x" }, "nmae"],
    [gateway({}), "external_gateway_info.type"],
    [gateway({ type: "manual" }), "external_gateway_info.network_id"],
    [gateway({ type: "default", network_id: networkId }), "external_gateway_info.network_id"],
    [gateway({ ...manual, enable_snat: "true" }), "external_gateway_info.enable_snat"],
    [{ name: "main", interfaces: [{ subnet_id: subnetA }, { subnet_id: subnetA }] }, "interfaces"],
    [{ name: "main", ...via("10.9.0.0/16") }, "routes.0.nexthop"],
  ],
  [`PATCH ${v2(unknownId)}`]: [
    [{ interfaces: [] }, "interfaces"],
    [{ name: null }, "name"],
    [{ external_gateway_info: { type: "default", network_id: networkId } }, "external_gateway_info.type"],
    [{ external_gateway_info: { enable_snat: false } }, "external_gateway_info.network_id"],
    [{ routes: null }, "routes"],
    [via("10.0.0.1/24"), "routes.0.destination"],
    [via("fd00::/64"), "routes.0.nexthop"],
  ],
  [`PUT ${threshold}`]: [
    [{}, "threshold"],
    [{ threshold: 59 }, "threshold"],
    [{ threshold: 80.5 }, "threshold"],
    [{ threshold: 80, last_sending: "yesterday" }, "last_sending"],
    [
      message({ global_quotas: { router_count_limit: { limit: 1, usage: 0 } } }),
      "last_message.global_quotas.router_count_limit",
    ],
    [message({ regional_quotas: [{ region_id: 2 }] }), "last_message.regional_quotas.0.region_name"],
  ],
  [`POST ${requests}`]: [
    [{ ...limits({}), description: "" }, "description"],
    [{ ...limits({}), description: "d".repeat(1001) }, "description"],
    [{ description: "Nothing" }, "requested_limits"],
    [limits({ limits: {} }), "requested_limits.limits"],
    [
      limits({ global_limits: { router_count_limit: 1 } }),
      "requested_limits.global_limits.router_count_limit",
    ],
    [
      limits({ global_limits: { keypair_count_limit: -1 } }),
      "requested_limits.global_limits.keypair_count_limit",
    ],
    [
      limits({ regional_limits: [{ router_count_limit: 1 }] }),
      "requested_limits.regional_limits.0.region_id",
    ],
  ],
  ...Object.fromEntries(
    [`POST ${settings}`, `PUT ${settings}/70001`].map((request) => [
      request,
      [
        [{ notification_type: "failed_login" }, "email"],
        [{ ...setting, email: "ops" }, "email"],
        [{ ...setting, email: `ops@${"a.".repeat(125)}example.com` }, "email"],
        [{ email: "ops@example.com" }, "notification_type"],
        [{ ...setting, notification_type: "login" }, "notification_type"],
        [{ ...setting, enabled: "true" }, "enabled"],
        [{ ...setting, id: 1 }, "id"],
      ],
    ]),
  ),
};

/** Requests without a body, and the parameter because of which each is refused. */
const PARAMETERS: Record<string, string> = {
  [`GET /cloud/v1/routers/one/2/${unknownId}`]: "project_id",
  [`GET /cloud/v1/routers/1/2.5/${unknownId}`]: "region_id",
  [`GET ${v1("router")}`]: "router_id",
  "GET /v1/tasks/task": "task_id",
  [`GET ${collection}?limit=0`]: "limit",
  [`GET ${collection}?limit=1001`]: "limit",
  [`GET ${collection}?offset=-1`]: "offset",
  [`GET ${collection}?nmae=x`]: "nmae",
  [`GET ${collection}?name=a&name=b`]: "name",
  [`GET ${requests}?limit=1001`]: "limit",
  [`GET ${requests}?status=open`]: "status.0",
  [`GET ${requests}?id=1`]: "id",
  [`GET ${aiTasks}?task_id=task`]: "task_id",
  [`GET ${aiTasks}?date_created=yesterday`]: "date_created",
  [`GET ${aiTasks}?ordering=-started_at`]: "ordering",
  [`GET ${aiTasks}?page=0`]: "page",
  [`GET ${aiTasks}?limit=101`]: "limit",
  [`GET ${aiTasks}?offset=10`]: "offset",
  [`GET ${aiTasks}?status=SUCCESS&status=FAILURE`]: "status",
};

/** The fields that a refusal names, in the form of each area. */
function fieldsOf(body: Record<string, unknown>): string[] {
  const { invalid_fields, errors, error } = body;
  if (typeof error === "string") return error.split("; ").map((sentence) => sentence.split(":")[0] ?? "");
  return Object.keys((invalid_fields ?? errors) as object);
}

async function expectRefusal(request: string, body: object | undefined, field: string): Promise<void> {
  const { sim, call } = await start();
  sim.routers.add({ projectId: 1, regionId: 2, id: unknownId });
  sim.resellers.add({ resellerId: 12 });
  const state = async () => (await call("GET", "/_simulator/state")).text;
  const before = await state();
  const [method = "", path = ""] = request.split(" ");
  const refused = await call(method, path, body);
  expect([refused.status, fieldsOf(refused.body)]).toEqual([400, [field]]);
  expect(await state()).toBe(before);
}

const rows = Object.entries(BODIES).flatMap(([request, bodies]) =>
  bodies.map(([body, field]) => [request, body, field] as const),
);

test.each(rows)("%s refuses the body %j because of %s, and changes nothing", expectRefusal);

test.each(Object.entries(PARAMETERS))("%s is refused because of %s, and changes nothing", (request, field) =>
  expectRefusal(request, undefined, field),
);
