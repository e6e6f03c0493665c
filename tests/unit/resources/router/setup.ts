import { handler } from "../../../../sdk/src/resources/router/handler";
import type { Simulator, SimulatorOptions } from "../../../../simulator/src";
import { type Fault, startFaultyProxy } from "../../../support/faulty-proxy";
import { keeper } from "../../../support/handler-setup";
import { KEY, startPlatform } from "../../../support/platform";
import { ResourceLife, startProcess } from "../../../support/resource-life";
import type { ScriptedServer, Seen } from "../../../support/scripted-server";

const { opened, closeAll } = keeper();

export const tearDown = closeAll;

/** The platform, with tasks that are done at once unless a test wants otherwise, and a router in a program. */
export async function setUp(
  options: SimulatorOptions = {},
  settings: Record<string, string> = {},
): Promise<{ platform: Simulator; router: ResourceLife; another(name: string): ResourceLife }> {
  const platform = opened(await startPlatform({ taskTime: 0, ...options }));
  const another = (name: string) =>
    new ResourceLife(handler, { baseUrl: platform.url, apiKey: KEY, settings }, name);
  return { platform, router: another("edge"), another };
}

/** The same, but some requests fail on their way, as `faultFor` says. */
export async function setUpFaulty(
  faultFor: (request: Seen, index: number) => Fault,
  options: SimulatorOptions = {},
  settings: Record<string, string> = {},
): Promise<{ platform: Simulator; router: ResourceLife; proxy: ScriptedServer }> {
  const platform = opened(await startPlatform({ taskTime: 0, ...options }));
  const proxy = opened(await startFaultyProxy(platform.url, faultFor));
  const router = new ResourceLife(handler, { baseUrl: proxy.url, apiKey: KEY, settings });
  return { platform, router, proxy };
}

/** Several routers in one program, and so in one provider process. */
export async function setUpTogether(
  names: string[],
  options: SimulatorOptions = {},
  settings: Record<string, string> = {},
): Promise<{ platform: Simulator; routers: ResourceLife[] }> {
  const platform = opened(await startPlatform({ taskTime: 0, ...options }));
  const place = { baseUrl: platform.url, apiKey: KEY, settings, process: startProcess() };
  return { platform, routers: names.map((name) => new ResourceLife(handler, place, name)) };
}

export const PLACE = { projectId: 1, regionId: 2 };
