import type { RequestRecord, Simulator } from "../../../simulator/src";
import { TestClock } from "../clock";
import type { EngineRules } from "../engine-rules";
import { KEY, startPlatform } from "../platform";
import { ResourceLife } from "../resource-life";
import type { Life } from "./lives";

/** A platform and a resource in it, for one cell. */
export interface World {
  platform: Simulator;
  resource: EngineRules;
  /** Settings that take effect when the next process starts. */
  settings: Record<string, string>;
  /** The platform's clock, which is that of the resource as well. */
  now(): number;
  /** What the engine was told that stays. */
  said(): string[];
  close(): Promise<void>;
}

/** The resource's code is part of this process, and no time passes but on a clock of its own. */
export async function startWorld({ handler, options, prepare }: Life): Promise<World> {
  const clock = new TestClock();
  let worker: (request: RequestRecord) => void = () => {};
  const platform = await startPlatform({
    ...options,
    taskTime: "manual",
    seed: 1,
    now: () => clock.now(),
    onRequest: (request) => worker(request),
  });
  worker = workerOf(platform);
  prepare?.(platform);
  const settings: Record<string, string> = {};
  const resource = new ResourceLife(handler, { baseUrl: platform.url, apiKey: KEY, settings, clock });
  return {
    platform,
    resource,
    settings,
    now: () => clock.now(),
    said: () => resource.engine.logs.map(({ text }) => text),
    close: () => platform.close(),
  };
}

/**
 * Works on the platform's tasks, which would know no time otherwise: a task has ended at the second look, so that the
 * first one sees it run. What is not to end while faults last ends after them.
 */
function workerOf({ tasks, faults }: Simulator): (request: RequestRecord) => void {
  const looked = new Set<string>();
  const endless = new Set<string>();
  const known = new Set<string>();
  return ({ method, path, fault }) => {
    for (const { id } of tasks.pending()) {
      if (!known.has(id) && fault?.startsWith("task-never-ends")) endless.add(id);
      known.add(id);
      if (method !== "GET" || !path.endsWith(id)) continue;
      if (endless.has(id) && faults.rules().length > 0) continue;
      if (looked.has(id)) tasks.finish(id);
      looked.add(id);
    }
  };
}
