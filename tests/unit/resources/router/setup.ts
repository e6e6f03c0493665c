import { handler } from "../../../../sdk/src/resources/router/handler";
import type { JsonObject } from "../../../../sdk/src/util/json";
import type { RouterRecord, Simulator, SimulatorOptions } from "../../../../simulator/src";
import type { Fault } from "../../../support/faulty-proxy";
import { handlerSetUp } from "../../../support/handler-setup";
import { LAB, NETWORK, OFFICE } from "../../../support/platform";
import type { ReceivedRequest } from "../../../support/scripted-server";
import { until } from "../../../support/until";

const set = handlerSetUp(handler, { taskTime: 0 });

export const { open, setUpInOneProgram: setUpTwo } = set;

export const PLACE = { projectId: 1, regionId: 2 };
export const args = { ...PLACE, name: "edge-router" };
export const ROUTE = { destination: "192.168.7.0/24", nexthop: "10.0.1.13" };

/** The paths of the optional inputs, as states have them. */
export const OPTIONAL = [
  "routerId",
  "name",
  "externalGatewayInfo",
  "externalGatewayInfo.type",
  "externalGatewayInfo.networkId",
  "externalGatewayInfo.enableSnat",
  "routes",
  "interfaces",
  "interfaces[].ipAddress",
  "ifExists",
];

/** Inputs with a value for each property of a new router that is also an output. */
export const WHOLE = {
  ...args,
  externalGatewayInfo: { networkId: NETWORK, enableSnat: true },
  interfaces: [{ subnetId: OFFICE }, { subnetId: LAB, ipAddress: "10.0.2.7" }],
  routes: [{ destination: "192.168.7.0/24", nexthop: "10.0.2.13" }],
};

/** The id of a router that exists before the program. */
export const SHARED = "3f2504e0-4f89-41d3-9a0c-0305e82c33aa";

/** The requests that change a router, as `changes` returns them. */
const ROUTERS = "/cloud/v1/routers/1/2";
export const POST = `POST ${ROUTERS}`;
export const PATCH = "PATCH /cloud/v2/routers/1/2/{id}";
export const DELETE = `DELETE ${ROUTERS}/{id}`;
export const ATTACH = `POST ${ROUTERS}/{id}/attach`;
export const DETACH = `POST ${ROUTERS}/{id}/detach`;

const matching =
  (wanted: string, path: RegExp) =>
  ({ method, path: requested }: ReceivedRequest) =>
    method === wanted && path.test(requested);

export const isCreate = matching("POST", /\/routers\/\d+\/\d+$/);
export const isPatch = matching("PATCH", /./);
export const isDelete = matching("DELETE", /./);
export const isRead = matching("GET", /\/routers\/\d+\/\d+\/[0-9a-f-]+$/);
export const isList = matching("GET", /\/routers\/\d+\/\d+\?/);
const isTask = ({ path }: ReceivedRequest) => path.includes("/tasks/");
const isTaskList = ({ path }: ReceivedRequest) => path.startsWith("/cloud/v1/tasks?");

export const missing = { status: 404, body: { message: "Not Found" } };
export const noneListed = { body: { count: 0, results: [] } };

/** The replies of a platform that cannot list tasks, and whose tasks do not report the id of the created router. */
export function anonymousTasks(request: ReceivedRequest): Fault {
  if (isTaskList(request)) return missing;
  return isTask(request) ? { body: { state: "FINISHED", created_resources: null, error: null } } : undefined;
}

/** A gateway and a port as the platform has them. */
export const gatewayIn = (network_id: string, enable_snat = false) => ({
  network_id,
  enable_snat,
  external_fixed_ips: [],
});
export const portOf = (subnet_id: string, ip_address: string) => ({
  port_id: subnet_id,
  network_id: NETWORK,
  mac_address: "fa:16:3e:00:00:01",
  ip_assignments: [{ ip_address, subnet_id }],
});

/** The inputs or outputs of a router. */
export interface RouterValues {
  projectId?: number;
  regionId?: number;
  name?: string;
  externalGatewayInfo?: { networkId: string; enableSnat?: boolean } | null;
  routes?: Array<{ destination: string; nexthop: string }>;
  interfaces?: Array<{ subnetId: string; ipAddress?: string }>;
}

/** The inputs that declare all of a record of the platform. */
export function valuesOf({ external_gateway_info: gateway, interfaces, ...record }: RouterRecord) {
  return {
    projectId: record.project_id,
    regionId: record.region_id,
    name: record.name,
    externalGatewayInfo: gateway && { networkId: gateway.network_id, enableSnat: gateway.enable_snat },
    routes: record.routes.map((route) => ({ ...route })),
    interfaces: interfaces.flatMap(({ ip_assignments }) =>
      ip_assignments.map(({ subnet_id, ip_address }) => ({ subnetId: subnet_id, ipAddress: ip_address })),
    ),
  };
}

type Settings = Record<string, string>;

/** The platform, whose tasks end at once by default, and one router. */
export async function setUp(options: SimulatorOptions = {}, settings: Settings = {}) {
  const { platform, resource } = await open({ ...options, settings });
  return { platform, router: resource(), another: resource };
}

/** The same, but some requests fail on their way, as `faultFor` says. */
export async function setUpFaulty(...parameters: Parameters<typeof set.setUpFaulty>) {
  const { resource: router, ...others } = await set.setUpFaulty(...parameters);
  return { ...others, router };
}

/** The platform, and a router that a first run has created. The recorded requests start after that run. */
export async function setUpCreated(args: JsonObject, options?: SimulatorOptions) {
  const { platform, resource: router } = await set.setUpCreated(args, options);
  return { platform, router, id: String(router.state?.id) };
}

/** Starts an operation, and returns when the platform has a task of it. */
export async function untilTaskExists<T>(platform: Simulator, operation: Promise<T>) {
  await until(() => platform.tasks.pending().length > 0);
  return { ends: operation };
}
