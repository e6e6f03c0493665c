import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RequestRecord, Simulator } from "../../../simulator/src";
import { TestClock } from "../clock";
import type { EngineRules } from "../engine-rules";
import { KEY, startPlatform } from "../platform";
import { ProcessLife } from "../process-life";
import { EngineStandIn } from "../provider-process";
import { ResourceLife } from "../resource-life";
import type { Kind } from "./kinds";
import type { NamedScenario } from "./scenarios";

type Settings = Record<string, string>;

/** A platform and a resource in it, for one cell. */
export interface World {
  platform: Simulator;
  resource: EngineRules;
  /** Takes the resource through what comes before the faults. */
  prepare(work: (resource: EngineRules) => Promise<void>): Promise<void>;
  /** Those of a run with faults, which is to end soon, and those of any other. */
  hasty(kind: Kind): Settings;
  calm: Settings;
  /** From the next process on. */
  configure(settings: Settings): void;
  /** Ends what would not end by itself, now that there are no faults any more. */
  relieve(): void;
  /** How long an operation of a hasty run may take, in milliseconds of the platform's clock. */
  timeout: number;
  /** What the engine was told that stays. */
  said(): string[];
  /** Tells what the processes have printed. */
  close(): Promise<string>;
}

export type StartWorld = (scenario: NamedScenario) => Promise<World>;

const CALM = { taskTimeout: "60s", minPollInterval: "500ms", maxRetries: "1", requestTimeout: "30s" };

/** The resource's code is part of this process, and no time passes but on a clock of its own. */
export const startWorld: StartWorld = async ({ handler, options, prepare }) => {
  const clock = new TestClock();
  const epoch = Date.now() - clock.now();
  let worker: (request: RequestRecord) => void = () => {};
  const platform = await startPlatform({
    ...options,
    taskTime: "manual",
    seed: 1,
    now: () => epoch + clock.now(),
    onRequest: (request) => worker(request),
  });
  worker = workerOf(platform);
  prepare?.(platform);
  const settings: Settings = { ...CALM };
  const resource = new ResourceLife(handler, { baseUrl: platform.url, apiKey: KEY, settings, clock });
  return {
    platform,
    resource,
    prepare: (work) => work(resource),
    // What does not come is waited for in real time.
    hasty: ({ hangs }) => ({ ...CALM, ...(hangs && { requestTimeout: "400ms" }) }),
    calm: CALM,
    configure: (next) => void Object.assign(settings, next),
    // The worker does, when it is looked for.
    relieve() {},
    timeout: 60_000,
    said: () => resource.engine.logs.map(({ text }) => text),
    close: async () => {
      await platform.close();
      return "";
    },
  };
};

/**
 * Works on the platform's tasks, which know no time otherwise: a task has ended at the second look, so that the first
 * one sees it run. What is not to end for a fault ends when there are no faults any more.
 */
function workerOf({ tasks, faults }: Simulator): (request: RequestRecord) => void {
  const known = new Set<string>();
  const endless = new Set<string>();
  const looked = new Set<string>();
  return ({ method, path, fault }) => {
    for (const { id } of tasks.pending()) {
      if (!known.has(id) && fault?.startsWith("task-never-ends")) endless.add(id);
      known.add(id);
      const isLook = method === "GET" && path.endsWith(id);
      if (!isLook || (endless.has(id) && faults.rules().length > 0)) continue;
      if (looked.has(id)) tasks.finish(id);
      looked.add(id);
    }
  };
}

/** The resource's code is in a process of its own, another one for each run, as under the CLI; tasks take their time. */
export const startRealWorld: StartWorld = async ({ handler, options, prepare }) => {
  const platform = await startPlatform({ ...options, taskTime: 50 });
  const engine = await EngineStandIn.start();
  const home = mkdtempSync(join(tmpdir(), "cloudplatform-home-"));
  prepare?.(platform);
  const account = { baseUrl: platform.url, apiKey: KEY };
  const quick = { minPollInterval: "20ms" };
  let settings: Settings = quick;
  const resource = new ProcessLife(handler.type, () => ({
    config: Object.fromEntries(
      Object.entries({ ...account, ...settings }).map(([name, value]) => [`cloudplatform:${name}`, value]),
    ),
    env: { PULUMI_HOME: home },
    engine: engine.address,
  }));
  return {
    platform,
    resource,
    // Processes are dear: what comes before the faults is done in this one.
    async prepare(work) {
      const before = new ResourceLife(handler, account);
      await work(before);
      resource.state = before.state;
    },
    hasty: () => ({ ...quick, taskTimeout: "2s", requestTimeout: "300ms", maxRetries: "1" }),
    calm: quick,
    configure: (next) => {
      settings = next;
    },
    relieve: () => platform.tasks.finish(),
    timeout: 2_000,
    said: () => engine.lines.filter(({ ephemeral }) => !ephemeral).map(({ message }) => message),
    async close() {
      const printed = await resource.stop();
      engine.vanish();
      await platform.close();
      rmSync(home, { recursive: true, force: true });
      return printed;
    },
  };
};
