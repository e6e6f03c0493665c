import { handler as request } from "../../../sdk/src/resources/quota-limit-request/handler";
import { handler as threshold } from "../../../sdk/src/resources/quota-notification-threshold/handler";
import type { Simulator, SimulatorOptions } from "../../../simulator/src";
import { type Fault, startFaultyProxy } from "../../support/faulty-proxy";
import { KEY, startPlatform } from "../../support/platform";
import { ResourceLife, startProcess } from "../../support/resource-life";
import type { Seen } from "../../support/scripted-server";

const open: Array<{ close(): Promise<void> }> = [];

export async function closeWorlds(): Promise<void> {
  await Promise.all(open.splice(0).map((one) => one.close()));
}

export interface WorldOptions extends SimulatorOptions {
  /** What happens to requests on their way. */
  faultFor?: (request: Seen, index: number) => Fault;
  /** Settings of the stack. */
  settings?: Record<string, string>;
  /** Whether the resources are of one program, and so in one process; else each is a program of its own. */
  together?: boolean;
}

/** The platform, and what there is of resources. */
export interface World {
  platform: Simulator;
  threshold(name?: string): ResourceLife;
  request(name?: string): ResourceLife;
}

export async function startWorld({
  faultFor,
  settings = {},
  together = false,
  ...options
}: WorldOptions = {}): Promise<World> {
  const platform = await startPlatform(options);
  open.push(platform);
  const proxy = faultFor && (await startFaultyProxy(platform.url, faultFor));
  if (proxy) open.push(proxy);
  const place = {
    baseUrl: (proxy ?? platform).url,
    apiKey: KEY,
    settings,
    ...(together && { process: startProcess() }),
  };
  return {
    platform,
    threshold: (name = "early") => new ResourceLife(threshold, place, name),
    request: (name = "more") => new ResourceLife(request, place, name),
  };
}

/** The first request of a kind fails, those after it pass. */
export function once(kind: (request: Seen) => boolean, fault: Fault): (request: Seen) => Fault {
  let done = false;
  return (request) => {
    if (done || !kind(request)) return undefined;
    done = true;
    return fault;
  };
}

/** The lines that stay, as the engine shows them. */
export function said({ engine }: ResourceLife): string[] {
  return engine.logs.map(({ severity, text }) => `${severity}: ${text}`);
}
