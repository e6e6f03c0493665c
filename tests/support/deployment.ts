import type { Simulator, SimulatorOptions } from "../../simulator/src";
import { KEY, startPlatform } from "./platform";
import { Stack, type StackOptions } from "./stack";

/** A platform, and a stack that is configured to use it. */
export interface Deployment {
  platform: Simulator;
  stack: Stack;
}

export async function startDeployment(
  platformOptions: SimulatorOptions = {},
  { config, secrets, ...options }: StackOptions = {},
): Promise<Deployment> {
  const platform = await startPlatform(platformOptions);
  try {
    const stack = await Stack.create({
      ...options,
      config: { "cloudplatform:baseUrl": platform.url, "cloudplatform:minPollInterval": "50ms", ...config },
      secrets: { "cloudplatform:apiKey": KEY, ...secrets },
    });
    return { platform, stack };
  } catch (error) {
    await platform.close();
    throw error;
  }
}

/** Ends both; there is neither where the start has failed. */
export async function endDeployment({ platform, stack }: Partial<Deployment>): Promise<void> {
  await platform?.close();
  stack?.remove();
}
