import type { RequestRecord, Simulator } from "../../simulator/src";
import { TestClock } from "../support/clock";
import { InProcessResource } from "../support/in-process-resource";
import { KEY, startPlatform } from "../support/platform";
import { FakeEngine } from "../support/provider-process";
import type { NamedScenario } from "../support/scenarios";
import { temporaryFolder } from "../support/temporary-folder";
import type { TestResource } from "../support/test-resource";
import type { Fault } from "./faults";
import { ProcessResource } from "./process-resource";

/** A platform and a resource, for one cell. */
export interface Environment {
  platform: Simulator;
  resource: TestResource;
  /** Runs the steps before the one with faults. */
  prepare(work: (resource: TestResource) => Promise<void>): Promise<void>;
  /** Sets the settings of the next provider process, for a run with this fault or without faults. */
  configure(fault?: Fault): void;
  /** Ends tasks that a fault kept from ending. */
  releaseTasks(): void;
  /** The `taskTimeout` of a run with faults, in milliseconds of the platform's clock. */
  timeout: number;
  /** The log lines that the engine received, without status lines. */
  logLines(): string[];
  /** Ends everything. Returns the output of the provider processes. */
  close(): Promise<string>;
}

export type StartEnvironment = (scenario: NamedScenario) => Promise<Environment>;

const SETTINGS = { taskTimeout: "60s", maxRetries: "1", requestTimeout: "30s" };

/** The provider runs in the process of the test, with a test clock. */
export const startInProcess: StartEnvironment = async ({ handler, options, prepare }) => {
  const clock = new TestClock();
  const epoch = Date.now() - clock.wallTime();
  let onRequest: (request: RequestRecord) => void = () => {};
  const platform = await startPlatform({
    ...options,
    taskTime: "manual",
    seed: 1,
    now: () => epoch + clock.wallTime(),
    onRequest: (request) => onRequest(request),
  });
  onRequest = taskFinisher(platform);
  prepare?.(platform);
  const settings = { ...SETTINGS };
  const resource = new InProcessResource(handler, { baseUrl: platform.url, apiKey: KEY, settings, clock });
  return {
    platform,
    resource,
    prepare: (work) => work(resource),
    configure(fault) {
      // A missing reply is awaited in real time.
      settings.requestTimeout = fault?.hangs ? "400ms" : SETTINGS.requestTimeout;
    },
    // `taskFinisher` ends them.
    releaseTasks() {},
    timeout: 60_000,
    logLines: () => resource.engine.logs.map(({ text }) => text),
    close: async () => {
      await platform.close();
      return "";
    },
  };
};

/**
 * Finishes each task at its second poll, so that the first poll sees a running task. A task that a fault keeps from ending
 * is finished only after the faults are cleared.
 */
function taskFinisher({ tasks, faults }: Simulator): (request: RequestRecord) => void {
  const known = new Set<string>();
  const endless = new Set<string>();
  const polled = new Set<string>();
  return ({ method, path, fault }) => {
    for (const { id } of tasks.pending()) {
      if (!known.has(id) && fault?.startsWith("task-never-ends")) endless.add(id);
      known.add(id);
      const isPoll = method === "GET" && path.endsWith(id);
      if (!isPoll || (endless.has(id) && faults.rules().length > 0)) continue;
      if (polled.has(id)) tasks.finish(id);
      polled.add(id);
    }
  };
}

/** The provider runs in real provider processes, a new one for each run, in real time. */
export const startWithProcesses: StartEnvironment = async ({ handler, options, prepare }) => {
  const platform = await startPlatform({ ...options, taskTime: 50 });
  const engine = await FakeEngine.start();
  const home = temporaryFolder();
  prepare?.(platform);
  const account = { baseUrl: platform.url, apiKey: KEY };
  let limits = {};
  const resource = new ProcessResource(handler.type, () => ({
    config: Object.fromEntries(
      Object.entries<string>({ ...account, ...limits }).map(([name, value]) => [
        `cloudplatform:${name}`,
        value,
      ]),
    ),
    env: { PULUMI_HOME: home.path },
    engine: engine.address,
  }));
  return {
    platform,
    resource,
    // A process takes long to start, so the steps before the faults run in the process of the test.
    async prepare(work) {
      const before = new InProcessResource(handler, account);
      await work(before);
      resource.state = before.state;
    },
    configure(fault) {
      limits = fault ? { taskTimeout: "2s", requestTimeout: "300ms", maxRetries: "1" } : {};
    },
    releaseTasks: () => platform.tasks.finish(),
    timeout: 2_000,
    logLines: () => engine.lines.filter(({ ephemeral }) => !ephemeral).map(({ message }) => message),
    async close() {
      const output = await resource.stop();
      engine.shutDown();
      await platform.close();
      home.remove();
      return output;
    },
  };
};
