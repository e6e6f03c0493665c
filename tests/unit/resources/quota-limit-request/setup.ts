import { handler as request } from "../../../../sdk/src/resources/quota-limit-request/handler";
import { handler as threshold } from "../../../../sdk/src/resources/quota-notification-threshold/handler";
import type { Simulator, SimulatorOptions } from "../../../../simulator/src";
import { type Fault, startFaultyProxy } from "../../../support/faulty-proxy";
import { keeper } from "../../../support/handler-setup";
import { KEY, startPlatform } from "../../../support/platform";
import { ResourceLife, startProcess } from "../../../support/resource-life";
import type { Seen } from "../../../support/scripted-server";

export { once, told as said } from "../../../support/handler-setup";

const { opened, closeAll } = keeper();

export const tearDown = closeAll;

export interface SetUpOptions extends SimulatorOptions {
  /** What happens to requests on their way. */
  faultFor?: (request: Seen, index: number) => Fault;
  /** Settings of the stack. */
  settings?: Record<string, string>;
  /** Whether the resources are of one program, and so in one process; else each is a program of its own. */
  together?: boolean;
}

/** The platform, and what there is of resources. */
export interface SetUp {
  platform: Simulator;
  threshold(name?: string): ResourceLife;
  request(name?: string): ResourceLife;
}

export async function setUp({
  faultFor,
  settings = {},
  together = false,
  ...options
}: SetUpOptions = {}): Promise<SetUp> {
  const platform = opened(await startPlatform(options));
  const proxy = faultFor && opened(await startFaultyProxy(platform.url, faultFor));
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
