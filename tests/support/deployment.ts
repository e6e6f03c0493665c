import { afterAll, beforeAll, beforeEach } from "@jest/globals";
import type { Simulator, SimulatorOptions } from "../../simulator/src";
import { later } from "./later";
import { KEY, startPlatform } from "./platform";
import { Stack, type StackOptions } from "./stack";

/** A platform, and a stack that is configured to use it. */
export interface Deployment {
  platform: Simulator;
  stack: Stack;
}

async function startDeployment(
  platformOptions: SimulatorOptions = {},
  { config, secrets, ...options }: StackOptions = {},
): Promise<Deployment> {
  const platform = await startPlatform(platformOptions);
  try {
    const stack = await Stack.create({
      ...options,
      config: { "cloudplatform:baseUrl": platform.url, ...config },
      secrets: { "cloudplatform:apiKey": KEY, ...secrets },
    });
    return { platform, stack };
  } catch (error) {
    await platform.close();
    throw error;
  }
}

/** A deployment for all tests of a file or a block, started before the first of them. Each test sees its own requests. */
export function useDeployment(platformOptions?: SimulatorOptions, stackOptions?: StackOptions): Deployment {
  let started: Partial<Deployment> = {};
  beforeAll(async () => {
    started = await startDeployment(platformOptions, stackOptions);
  });
  beforeEach(() => started.platform?.clearRequests());
  afterAll(() => endDeployment(started));
  return {
    platform: later(() => started.platform),
    stack: later(() => started.stack),
  };
}

/** Ends both. Either is undefined if the start failed. */
async function endDeployment({ platform, stack }: Partial<Deployment>): Promise<void> {
  await platform?.close();
  stack?.remove();
}
