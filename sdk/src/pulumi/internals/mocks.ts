import * as pulumi from "@pulumi/pulumi";
import { undocumented } from "./undocumented";

interface MocksModule {
  MockMonitor?: new (...args: never) => object;
}

/** Whether the program runs under `pulumi.runtime.setMocks`, which puts this monitor in the place of the engine. */
export function isMocked(load: () => MocksModule = () => require("@pulumi/pulumi/runtime/mocks")): boolean {
  const monitor = pulumi.runtime.getMonitor();
  if (monitor === undefined) return false;
  const find = () => {
    const { MockMonitor } = load();
    return MockMonitor && monitor instanceof MockMonitor;
  };
  return undocumented("functions ask the platform in tests of programs", find, false);
}

/** Observes a program under mocks. */
export interface WorkObserver {
  /** A function of the package is called. */
  onWork(): void;
  /** Returns whether the error of a function is dealt with. */
  onError(error: unknown): boolean;
}

let observer: WorkObserver | undefined;

export function observeWork(next: WorkObserver | undefined): void {
  observer = next;
}

/** The result is unknown if the observer deals with the error of the work. */
export async function collecting<T>(work: () => Promise<T>): Promise<T> {
  observer?.onWork();
  try {
    return await work();
  } catch (error) {
    if (!observer?.onError(error)) throw error;
    return pulumi.unknown as T;
  }
}

/** Resolves when nothing of the program is being registered or called. Not in Pulumi's public types (seen in 3.249 to 3.276). */
export function waitForRequests(
  { waitForRPCs }: { waitForRPCs?(): Promise<void> } = pulumi.runtime as object,
): Promise<void> {
  const lost = "failuresOf reports nothing of resources that are created late";
  return undocumented(lost, () => waitForRPCs?.(), Promise.resolve());
}
