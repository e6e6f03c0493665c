import * as pulumi from "@pulumi/pulumi";
import { collecting, observeWork, waitForRequests } from "../pulumi/internals/mocks";

/**
 * Runs a program under these mocks like a preview, until all of its resources are registered and its functions have ended.
 * `onError` gets the errors of the program and of its functions, and returns whether an error is dealt with. Then the mocks are
 * as before.
 */
export async function previewWithMocks(
  mocks: pulumi.runtime.Mocks,
  program: () => unknown,
  onError: (error: unknown) => boolean,
): Promise<void> {
  const { runtime } = pulumi;
  const before = runtime.hasMonitor() ? runtime.getMonitor() : undefined;
  const wasPreview = runtime.isDryRun();
  /** Registrations and calls so far: when none is added, the program has ended. */
  let activity = 0;
  const onWork = () => {
    activity += 1;
  };
  const newResource: typeof mocks.newResource = (args) => {
    onWork();
    return mocks.newResource(args);
  };
  await runtime.setMocks({ ...mocks, newResource }, undefined, undefined, true);
  observeWork({ onWork, onError });
  try {
    await collecting(async () => program());
    let known: number;
    do {
      known = activity;
      // What follows from outputs that are resolved has begun after one turn.
      await new Promise(setImmediate);
      await waitForRequests();
    } while (activity !== known);
  } finally {
    observeWork(undefined);
    if (before) runtime.setMockOptions(before, undefined, undefined, wasPreview);
  }
}
