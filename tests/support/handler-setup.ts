import { expect } from "@jest/globals";
import type { JsonObject } from "../../sdk/src/util/json";
import type { Simulator, SimulatorOptions } from "../../simulator/src";
import { type Fault, startFaultyProxy } from "./faulty-proxy";
import { KEY, startPlatform } from "./platform";
import { type CheckFailed, MemoryProgressStore, ResourceLife, startProcess } from "./resource-life";
import {
  asTheApi,
  type Script,
  type ScriptedServer,
  type Seen,
  startScriptedServer,
} from "./scripted-server";
import { failureOf } from "./until";

type Settings = Record<string, string>;

/** Keeps what tests open, to be closed at their end. */
export function keeper() {
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

/** Programs with resources of one kind, each with a platform of its own, for the tests of a handler. */
export function handlerSetUp(handler: { type: string }) {
  const { opened, closeAll } = keeper();

  const resourceAt = (baseUrl: string, settings: Settings = {}) =>
    new ResourceLife(handler, { baseUrl, apiKey: KEY, settings });

  return {
    tearDown: closeAll,

    /** The platform, and a resource in a program. */
    async setUp(
      options: SimulatorOptions = {},
      settings?: Settings,
    ): Promise<{ platform: Simulator; resource: ResourceLife }> {
      const platform = opened(await startPlatform(options));
      return { platform, resource: resourceAt(platform.url, settings) };
    },

    /** The same, but some requests fail on their way, as `faultFor` says. */
    async setUpFaulty(
      faultFor: (request: Seen, index: number) => Fault,
      options: SimulatorOptions = {},
      settings?: Settings,
    ): Promise<{ platform: Simulator; resource: ResourceLife; proxy: ScriptedServer }> {
      const platform = opened(await startPlatform(options));
      const proxy = opened(await startFaultyProxy(platform.url, faultFor));
      return { platform, resource: resourceAt(proxy.url, settings), proxy };
    },

    /** A platform that answers as a test tells it to, and shows that it is the API where it is asked. */
    async setUpScripted(
      script: Script,
      settings?: Settings,
    ): Promise<{ server: ScriptedServer; resource: ResourceLife }> {
      const server = opened(await startScriptedServer(asTheApi(script)));
      return { server, resource: resourceAt(server.url, settings) };
    },

    /** Runs of one program: one is killed and never heard of again, the next is on the same machine or elsewhere. */
    async setUpRuns(
      options: SimulatorOptions = {},
      settings: Settings = {},
      faultFor: () => Fault = () => undefined,
    ): Promise<{
      platform: Simulator;
      killed: ResourceLife;
      next: ResourceLife;
      elsewhere: ResourceLife;
    }> {
      const platform = opened(await startPlatform(options));
      const proxy = opened(
        await startFaultyProxy(platform.url, ({ method }) => (method === "POST" ? faultFor() : undefined)),
      );
      const progressStore = new MemoryProgressStore();
      const place = { baseUrl: proxy.url, apiKey: KEY, settings };
      return {
        platform,
        killed: new ResourceLife(handler, { ...place, progressStore }),
        next: new ResourceLife(handler, { ...place, progressStore }),
        elsewhere: new ResourceLife(handler, place),
      };
    },

    /** Two resources of one program, and so in one provider process. */
    async setUpTogether(
      options: SimulatorOptions = {},
    ): Promise<{ platform: Simulator; one: ResourceLife; other: ResourceLife }> {
      const platform = opened(await startPlatform(options));
      const place = { baseUrl: platform.url, apiKey: KEY, process: startProcess() };
      const named = (name: string) => new ResourceLife(handler, place, name);
      return { platform, one: named("one"), other: named("other") };
    },
  };
}

/** Only the first request of a kind fails. */
export function once(isIt: (request: Seen) => boolean, fault: Fault): (request: Seen) => Fault {
  let done = false;
  return (request) => {
    if (done || !isIt(request)) return undefined;
    done = true;
    return fault;
  };
}

/** What was asked, in order, with its query: `GET /v1/tasks?limit=10`. */
export function asked({ requests }: Simulator): string[] {
  return requests.map(({ method, path, query }) => {
    const text = new URLSearchParams(query as Record<string, string>).toString();
    return `${method} ${path}${text && `?${text}`}`;
  });
}

/** What the engine was told that stays, each with its weight. */
export function told({ engine }: ResourceLife): string[] {
  return engine.logs.map(({ severity, text }) => `${severity}: ${text}`);
}

/** What the first run of a program with these arguments is told; it has to stop there. */
export async function refusalOf(
  { platform, resource }: { platform: Simulator; resource: ResourceLife },
  args: JsonObject,
): Promise<CheckFailed["failures"]> {
  const { failures } = await failureOf<CheckFailed>(resource.up(args));
  expect(platform.requests).toEqual([]);
  expect(resource.state).toBeUndefined();
  return failures;
}
