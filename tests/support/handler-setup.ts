import { afterEach, expect } from "@jest/globals";
import type { RecordStore } from "../../sdk/src/pulumi/files/record-store";
import type { JsonObject } from "../../sdk/src/util/json";
import type { Simulator, SimulatorOptions } from "../../simulator/src";
import { type Fault, startFaultyProxy } from "./faulty-proxy";
import { type CheckFailed, InProcessResource, startProcess } from "./in-process-resource";
import { KEY, startPlatform } from "./platform";
import {
  type ReceivedRequest,
  type Script,
  type ScriptedServer,
  startScriptedServer,
  withProbe,
} from "./scripted-server";
import { failureOf } from "./until";

type Settings = Record<string, string>;
type Prepare = ((platform: Simulator) => void) | undefined;
type FaultFor = (request: ReceivedRequest, index: number) => Fault;

/** Closes what a test opens when the test has ended. */
export function useCleanup() {
  const open: Array<{ close(): Promise<void> }> = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((one) => one.close()));
  });
  function closeLater<T extends { close(): Promise<void> }>(one: T): T {
    open.push(one);
    return one;
  }
  return { closeLater };
}

export interface SetUpOptions extends SimulatorOptions {
  /** The faults of requests on their way to the platform. */
  faultFor?: FaultFor;
  /** Settings of the stack. */
  settings?: Settings;
  /** The resources belong to one program and share a process. Otherwise each is a program of its own. */
  sharedProcess?: boolean;
}

/**
 * Functions that start a platform and create resources of one handler. What they open is closed after each test. `Resource`: of a
 * program in TypeScript, or of one in another language.
 */
export function handlerSetUp(
  handler: { type: string },
  defaults: SimulatorOptions = {},
  Resource: typeof InProcessResource = InProcessResource,
) {
  const { closeLater } = useCleanup();

  /** The platform, and resources by their names in the program. */
  async function open({ faultFor, settings = {}, sharedProcess = false, ...options }: SetUpOptions = {}) {
    const platform = closeLater(await startPlatform({ ...defaults, ...options }));
    const proxy = faultFor && closeLater(await startFaultyProxy(platform.url, faultFor));
    const place = {
      baseUrl: (proxy ?? platform).url,
      apiKey: KEY,
      settings,
      ...(sharedProcess && { process: startProcess() }),
    };
    const on = (name?: string, recordStore?: RecordStore) =>
      new Resource(handler, { ...place, ...(recordStore && { recordStore }) }, name);
    return { platform, proxy, resource: (name?: string) => on(name), on };
  }

  return {
    open,

    /** The platform, and one resource. */
    async setUp(options?: SimulatorOptions, settings: Settings = {}) {
      const { platform, resource } = await open({ ...options, settings });
      return { platform, resource: resource() };
    },

    /** The same after a first run, without the requests of that run. */
    async setUpCreated(args: JsonObject, { prepare, ...options }: SetUpOptions & { prepare?: Prepare } = {}) {
      const { platform, resource: withName } = await open(options);
      const resource = withName();
      prepare?.(platform);
      await resource.up(args);
      platform.clearRequests();
      return { platform, resource };
    },

    /** The same as `setUp`, but requests fail as `faultFor` says. */
    async setUpFaulty(faultFor: FaultFor, options?: SimulatorOptions, settings: Settings = {}) {
      const { platform, proxy, resource } = await open({ ...options, faultFor, settings });
      return { platform, resource: resource(), proxy: proxy as ScriptedServer };
    },

    /** A server that replies as a script says and proves to be the API, and one resource. */
    async setUpScripted(script: Script, settings: Settings = {}) {
      const server = closeLater(await startScriptedServer(withProbe(script)));
      return {
        server,
        resource: new Resource(handler, { baseUrl: server.url, apiKey: KEY, settings }),
      };
    },

    /** Two resources of one program. */
    async setUpInOneProgram(options?: Omit<SetUpOptions, "sharedProcess">) {
      const { platform, resource } = await open({ ...options, sharedProcess: true });
      return { platform, one: resource("one"), other: resource("other") };
    },
  };
}

/** The fault happens to the first matching request only. */
export function failOnce(matches: (request: ReceivedRequest) => boolean, fault: Fault): FaultFor {
  let done = false;
  return (request) => {
    if (done || !matches(request)) return undefined;
    done = true;
    return fault;
  };
}

/** The requests in order, with their queries: `GET /v1/tasks?limit=10`. */
export function requestsWithQuery({ requests }: Simulator): string[] {
  return requests.map(({ method, path, query }) => {
    const text = new URLSearchParams(query as Record<string, string>).toString();
    return `${method} ${path}${text && `?${text}`}`;
  });
}

/** The requests in order, without their queries. */
export function requestLines({ platform: { requests } }: { platform: Simulator }): string[] {
  return requests.map(({ method, path }) => `${method} ${path}`);
}

/** The log lines that the engine received, with their severities. */
export function logLines({ engine }: InProcessResource): string[] {
  return engine.logs.map(({ severity, text }) => `${severity}: ${text}`);
}

/** The failures of `check` for these arguments. The run must stop there. */
export async function checkFailuresOf(
  { platform, resource }: { platform: Simulator; resource: InProcessResource },
  args: JsonObject,
): Promise<CheckFailed["failures"]> {
  const { failures } = await failureOf<CheckFailed>(resource.up(args));
  expect(platform.requests).toEqual([]);
  expect(resource.state).toBeUndefined();
  return failures;
}
