import { handler } from "../../../../sdk/src/resources/router/handler";
import type { JsonObject } from "../../../../sdk/src/util/json";
import type { Simulator, SimulatorOptions } from "../../../../simulator/src";
import type { Fault } from "../../../support/faulty-proxy";
import { handlerSetUp, type SetUpOptions } from "../../../support/handler-setup";
import type { InProcessResource } from "../../../support/in-process-resource";
import type { ReceivedRequest, ScriptedServer } from "../../../support/scripted-server";
import { until } from "../../../support/until";

const set = handlerSetUp(handler, { taskTime: 0 });

export const { open, setUpRuns } = set;

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

export const PLACE = { projectId: 1, regionId: 2 };

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
