import { expect } from "@jest/globals";
import type { ProgressStore } from "../../sdk/src/provider/progress-store";
import type { JsonObject } from "../../sdk/src/util/json";
import type { Simulator, SimulatorOptions } from "../../simulator/src";
import { type Fault, startFaultyProxy } from "./faulty-proxy";
import {
  type CheckFailed,
  InProcessResource,
  MemoryProgressStore,
  startProcess,
} from "./in-process-resource";
import { KEY, startPlatform } from "./platform";
import {
  asTheApi,
  type Script,
  type ScriptedServer,
  type Seen,
  startScriptedServer,
} from "./scripted-server";
import { failureOf } from "./until";

type Settings = Record<string, string>;
type Prepare = (platform: Simulator) => void;

/** Keeps what tests open, to be closed at their end. */
export function openResources() {
  const open: Array<{ close(): Promise<void> }> = [];
  return {
    opened<T extends { close(): Promise<void> }>(one: T): T {
      open.push(one);
      return one;
    },
    async closeAll(): Promise<void> {
      await Promise.all(open.splice(0).map((one) => one.close()));
    },
  };
}

export interface SetUpOptions extends SimulatorOptions {
  /** What happens to requests on their way. */
  faultFor?: (request: Seen, index: number) => Fault;
  /** Settings of the stack. */
  settings?: Settings;
  /** Whether the resources belong to one program, and so share a process. Otherwise each is a program of its own. */
  together?: boolean;
}

/** Functions that start a platform and create resources of one handler. `tearDown` closes what they have opened. */
export function handlerSetUp(handler: { type: string }, defaults: SimulatorOptions = {}) {
  const { opened, closeAll } = openResources();

  /** The platform, and resources by their names in the program. */
  async function open({ faultFor, settings = {}, together = false, ...options }: SetUpOptions = {}) {
    const platform = opened(await startPlatform({ ...defaults, ...options }));
    const proxy = faultFor && opened(await startFaultyProxy(platform.url, faultFor));
    const place = {
      baseUrl: (proxy ?? platform).url,
      apiKey: KEY,
      settings,
      ...(together && { process: startProcess() }),
    };
    const on = (name?: string, progressStore?: ProgressStore) =>
      new InProcessResource(handler, { ...place, ...(progressStore && { progressStore }) }, name);
    return { platform, proxy, resource: (name?: string) => on(name), on };
  }

  return {
    tearDown: closeAll,
    open,

    /** The platform, and a resource in a program. */
    async setUp(options?: SimulatorOptions, settings?: Settings) {
      const { platform, resource } = await open({ ...options, ...(settings && { settings }) });
      return { platform, resource: resource() };
    },

    /** The same after a first run, with no requests recorded. */
    async setUpCreated(
      args: JsonObject,
      {
        prepare,
        options,
        settings,
      }: { prepare?: Prepare | undefined; options?: SimulatorOptions | undefined; settings?: Settings } = {},
    ) {
      const { platform, resource: named } = await open({ ...options, ...(settings && { settings }) });
      const resource = named();
      prepare?.(platform);
      await resource.up(args);
      platform.clearRequests();
      return { platform, resource };
    },

    /** The same, but some requests fail on their way, as `faultFor` says. */
    async setUpFaulty(
      faultFor: (request: Seen, index: number) => Fault,
      options?: SimulatorOptions,
      settings?: Settings,
    ) {
      const { platform, proxy, resource } = await open({
        ...options,
        faultFor,
        ...(settings && { settings }),
      });
      return { platform, resource: resource(), proxy: proxy as ScriptedServer };
    },

    /** A platform that replies as a script says, and that proves to be the API. */
    async setUpScripted(script: Script, settings: Settings = {}) {
      const server = opened(await startScriptedServer(asTheApi(script)));
      return {
        server,
        resource: new InProcessResource(handler, { baseUrl: server.url, apiKey: KEY, settings }),
      };
    },

    /** Runs of one program: one is killed, the next is on the same machine or elsewhere. */
    async setUpRuns(
      options?: SimulatorOptions,
      settings: Settings = {},
      faultFor: () => Fault = () => undefined,
    ) {
      const onPost = ({ method }: Seen) => (method === "POST" ? faultFor() : undefined);
      const { platform, on } = await open({ ...options, settings, faultFor: onPost });
      const machine = new MemoryProgressStore();
      return {
        platform,
        killed: on(undefined, machine),
        next: on(undefined, machine),
        elsewhere: on(),
      };
    },

    /** Two resources of one program. */
    async setUpTogether(options?: SimulatorOptions) {
      const { platform, resource } = await open({ ...options, together: true });
      return { platform, one: resource("one"), other: resource("other") };
    },
  };
}

/** `open` with the name that the tests of a resource have for it: `{ platform, threshold("early") }`. */
export function named<K extends string>(
  open: ReturnType<typeof handlerSetUp>["open"],
  key: K,
  defaultName: string,
): (options?: SetUpOptions) => Promise<Named<K>> {
  return async (options) => {
    const { platform, resource } = await open(options);
    return { platform, [key]: (name = defaultName) => resource(name) } as Named<K>;
  };
}

export type Named<K extends string> = { platform: Simulator } & Record<
  K,
  (name?: string) => InProcessResource
>;

/** Only the first request of a kind fails. */
export function failOnce(matches: (request: Seen) => boolean, fault: Fault): (request: Seen) => Fault {
  let done = false;
  return (request) => {
    if (done || !matches(request)) return undefined;
    done = true;
    return fault;
  };
}

/** What was asked, in order, with its query: `GET /v1/tasks?limit=10`. */
export function requestsWithQuery({ requests }: Simulator): string[] {
  return requests.map(({ method, path, query }) => {
    const text = new URLSearchParams(query as Record<string, string>).toString();
    return `${method} ${path}${text && `?${text}`}`;
  });
}

/** The same without their queries. */
export function requestLines({ platform: { requests } }: { platform: Simulator }): string[] {
  return requests.map(({ method, path }) => `${method} ${path}`);
}

/** What the engine was told that stays, each with its weight. */
export function logLines({ engine }: InProcessResource): string[] {
  return engine.logs.map(({ severity, text }) => `${severity}: ${text}`);
}

/** What the first run of a program with these arguments is told; it has to stop there. */
export async function checkFailuresOf(
  { platform, resource }: { platform: Simulator; resource: InProcessResource },
  args: JsonObject,
): Promise<CheckFailed["failures"]> {
  const { failures } = await failureOf<CheckFailed>(resource.up(args));
  expect(platform.requests).toEqual([]);
  expect(resource.state).toBeUndefined();
  return failures;
}
