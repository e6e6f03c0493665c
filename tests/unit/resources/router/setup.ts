import { handler } from "../../../../sdk/src/resources/router/handler";
import type { JsonObject } from "../../../../sdk/src/util/json";
import type { Simulator, SimulatorOptions } from "../../../../simulator/src";
import type { Fault } from "../../../support/faulty-proxy";
import { handlerSetUp, type SetUpOptions } from "../../../support/handler-setup";
import type { InProcessResource } from "../../../support/in-process-resource";
import { NETWORK } from "../../../support/platform";
import type { ReceivedRequest, ScriptedServer } from "../../../support/scripted-server";
import { until } from "../../../support/until";

const set = handlerSetUp(handler, { taskTime: 0 });

export const { open, setUpInOneProgram: setUpTwo } = set;

/** Resources for consecutive runs, which do not repeat requests. */
export const setUpRuns = (options: SimulatorOptions = {}, faultFor?: () => Fault) =>
  set.setUpRuns(options, { maxRetries: "0" }, faultFor);

export const PLACE = { projectId: 1, regionId: 2 };
export const args = { ...PLACE, name: "edge-router" };
export const ROUTE = { destination: "192.168.7.0/24", nexthop: "10.0.1.13" };

/** The requests that change a router, as `changes` returns them. */
const ROUTERS = "/cloud/v1/routers/1/2";
export const POST = `POST ${ROUTERS}`;
export const PATCH = "PATCH /cloud/v2/routers/1/2/{id}";
export const DELETE = `DELETE ${ROUTERS}/{id}`;
export const ATTACH = `POST ${ROUTERS}/{id}/attach`;
export const DETACH = `POST ${ROUTERS}/{id}/detach`;

export const isCreate = ({ method, path }: ReceivedRequest) =>
  method === "POST" && /\/routers\/\d+\/\d+$/.test(path);
export const isPatch = ({ method }: ReceivedRequest) => method === "PATCH";
export const isDelete = ({ method }: ReceivedRequest) => method === "DELETE";
export const isRead = ({ method, path }: ReceivedRequest) =>
  method === "GET" && /\/routers\/\d+\/\d+\/[0-9a-f-]+$/.test(path);
export const isList = ({ method, path }: ReceivedRequest) =>
  method === "GET" && /\/routers\/\d+\/\d+\?/.test(path);
export const isTask = ({ path }: ReceivedRequest) => path.includes("/tasks/");
export const isTaskList = ({ path }: ReceivedRequest) => path.startsWith("/cloud/v1/tasks?");

export const missing = { status: 404, body: { message: "Not Found" } };
export const noneListed = { body: { count: 0, results: [] } };

/** The replies of a platform that cannot list tasks, and whose tasks do not report the id of the created router. */
export function anonymousTasks(request: ReceivedRequest): Fault {
  if (isTaskList(request)) return missing;
  return isTask(request) ? { body: { state: "FINISHED", created_resources: null, error: null } } : undefined;
}

/** A port of a router in a subnet. */
export const portOf = (subnet_id: string, ip_address: string) => ({
  port_id: "port",
  network_id: NETWORK,
  mac_address: "fa:16:3e:00:00:01",
  ip_assignments: [{ ip_address, subnet_id }],
});

type Settings = Record<string, string>;

/** The platform, whose tasks end at once by default, and one router. */
export async function setUp(
  options: SimulatorOptions = {},
  settings: Settings = {},
): Promise<{ platform: Simulator; router: InProcessResource; another(name: string): InProcessResource }> {
  const { platform, resource } = await set.open({ ...options, settings });
  return { platform, router: resource(), another: resource };
}

/** The same, but some requests fail on their way, as `faultFor` says. */
export async function setUpFaulty(
  faultFor: (request: ReceivedRequest, index: number) => Fault,
  options?: SimulatorOptions,
  settings?: Settings,
): Promise<{ platform: Simulator; router: InProcessResource; proxy: ScriptedServer }> {
  const { resource: router, ...others } = await set.setUpFaulty(faultFor, options, settings);
  return { ...others, router };
}

/** The platform, and a router that a first run has created. The recorded requests start after that run. */
export async function setUpCreated(args: JsonObject, options?: SimulatorOptions) {
  const started = await setUp(options);
  await started.router.up(args);
  started.platform.clearRequests();
  return { ...started, id: String(started.router.state?.id) };
}

/** Several routers in one program, and so in one provider process. */
export async function setUpInOneProgram(
  names: string[],
  options: Omit<SetUpOptions, "settings" | "sharedProcess"> = {},
  settings: Settings = {},
): Promise<{ platform: Simulator; routers: InProcessResource[] }> {
  const { platform, resource } = await set.open({ ...options, settings, sharedProcess: true });
  return { platform, routers: names.map(resource) };
}

/** Starts an operation, and returns when the platform has a task of it. */
export async function untilTaskExists<T>(
  platform: Simulator,
  operation: Promise<T>,
): Promise<{ ends: Promise<T> }> {
  await until(() => platform.tasks.pending().length > 0);
  return { ends: operation };
}

/** A router that exists, on a platform whose tasks end only when the test ends them. */
export async function startCreated(args: JsonObject, settings?: Settings) {
  const started = await setUp({ taskTime: "manual" }, settings);
  const { ends } = await untilTaskExists(started.platform, started.router.up(args));
  started.platform.tasks.finish();
  await ends;
  started.platform.clearRequests();
  return started;
}
