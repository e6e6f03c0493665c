import * as pulumi from "@pulumi/pulumi";
import { undocumented } from "./undocumented";

type Monitor = new (...args: never) => object;

interface MocksModule {
  MockMonitor?: Monitor;
}

/** Whether the program runs under `pulumi.runtime.setMocks`, which puts this monitor in the place of the engine. */
export function isMocked(load: () => MocksModule = loadMocks): boolean {
  const monitor = pulumi.runtime.getMonitor();
  if (monitor === undefined) return false;
  const lost = "functions ask the platform in tests of programs";
  const isMock = (MockMonitor: Monitor) => (one: object) => one instanceof MockMonitor;
  const find = () => {
    const { MockMonitor } = load();
    return MockMonitor && isMock(MockMonitor);
  };
  return undocumented(lost, find, () => false)(monitor);
}

function loadMocks(): MocksModule {
  return require("@pulumi/pulumi/runtime/mocks");
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

interface Runtime {
  waitForRPCs?(): Promise<void>;
}

/** Resolves when nothing of the program is being registered or called. Not in Pulumi's public types (seen in 3.249 to 3.276). */
export function waitForRequests(
  { waitForRPCs }: Runtime = pulumi.runtime as unknown as Runtime,
): Promise<void> {
  const lost = "failuresOf reports nothing of resources that are created late";
  return undocumented(
    lost,
    () => waitForRPCs,
    () => Promise.resolve(),
  )();
}
