import * as pulumi from "@pulumi/pulumi";
import { MockMonitor } from "@pulumi/pulumi/runtime/mocks";

/** Whether the program runs under `pulumi.runtime.setMocks`, which puts this monitor in the place of the engine. */
export function isMocked(): boolean {
  return pulumi.runtime.getMonitor() instanceof MockMonitor;
}

/** The result of the mocks' `call` for a function of the package. */
export function callMocks(
  name: string,
  args: object,
  provider: pulumi.ProviderResource | undefined,
): Promise<unknown> {
  return pulumi.runtime.invoke(`cloudplatform:index:${name}`, args, provider ? { provider } : {});
}

/** Takes an error of the program, and returns whether it is dealt with. */
type Collect = (error: unknown) => boolean;

let collect: Collect | undefined;
/** Registrations and calls so far: when none is added, the program has ended. */
let activity = 0;

/**
 * Runs a program under these mocks like a preview, until all of its resources are registered and its functions have ended. `collect` gets the errors of
 * the program and of `collecting`. Then the mocks are as before.
 */
export async function previewWithMocks(
  mocks: pulumi.runtime.Mocks,
  program: () => unknown,
  collectError: Collect,
): Promise<void> {
  const { runtime } = pulumi;
  const before = runtime.hasMonitor() ? runtime.getMonitor() : undefined;
  const wasPreview = runtime.isDryRun();
  const newResource: typeof mocks.newResource = (args) => {
    activity += 1;
    return mocks.newResource(args);
  };
  await runtime.setMocks({ ...mocks, newResource }, undefined, undefined, true);
  collect = collectError;
  try {
    await collecting(async () => program());
    await programEnd();
  } finally {
    collect = undefined;
    if (before) runtime.setMockOptions(before, undefined, undefined, wasPreview);
  }
}

async function programEnd(): Promise<void> {
  // Not in Pulumi's public types (seen in 3.249 to 3.270).
  const { waitForRPCs } = pulumi.runtime as unknown as { waitForRPCs(): Promise<void> };
  let before: number;
  do {
    before = activity;
    // What follows from outputs that are resolved has begun after one turn.
    await new Promise(setImmediate);
    await waitForRPCs();
  } while (activity !== before);
}

/** The result is unknown if `previewWithMocks` collects the error of the work. */
export async function collecting<T>(work: () => Promise<T>): Promise<T> {
  activity += 1;
  try {
    return await work();
  } catch (error) {
    if (!collect?.(error)) throw error;
    return pulumi.unknown as T;
  }
}
