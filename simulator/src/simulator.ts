import { type AddressInfo, isIPv6 } from "node:net";
import type { FastifyInstance } from "fastify";
import { type AreaHandles, type Areas, objectKinds, openAreas } from "./areas";
import { Faults } from "./faults/faults";
import { type FaultsHandle, faultsHandle } from "./faults/handle";
import { trackConnections } from "./http/connections";
import { Recorder, type RequestFilter, type RequestRecord } from "./http/recorder";
import { createServer } from "./http/server";
import { allOperations } from "./operations";
import { type Settings, type SimulatorOptions, settle } from "./options";
import { createPlatform, type Platform } from "./platform";
import { addObjects } from "./state/objects";
import { keepState, loadState } from "./state/state-file";

/** A running simulator, with a handle on each area of the platform. */
export interface Simulator extends AreaHandles {
  readonly url: string;
  /** Whether the state file had a state. */
  readonly restored: boolean;
  /** What is to go wrong, and what has. */
  readonly faults: FaultsHandle;
  /** The requests to the API in order of arrival. */
  readonly requests: readonly RequestRecord[];
  /** How many requests match. */
  count(filter?: RequestFilter): number;
  clearRequests(): void;
  /** Closes every connection at once and leaves no timer behind. */
  close(): Promise<void>;
}

export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const settings = settle(options);
  const platform = createPlatform(settings);
  const areas = openAreas(platform);
  const recorder = new Recorder();
  const faults = new Faults(platform, settings.seed);
  const restored = openMemory(platform, areas);
  const operations = allOperations({ platform, areas, recorder, faults });
  const app = createServer({ settings, recorder, faults }, operations);
  const connectionsClosed = trackConnections(app.server);
  const url = await listen(app, settings);
  return {
    ...areas.handles,
    url,
    restored,
    faults: faultsHandle(faults, recorder, settings.seed),
    requests: recorder.records,
    count: (filter = {}) => recorder.count(filter),
    clearRequests: () => recorder.clear(),
    close: async () => {
      platform.tasks.stop();
      await app.close();
      await connectionsClosed();
    },
  };
}

/** The saved state, or else the objects that are there from the start. */
function openMemory({ memory, settings, tasks }: Platform, areas: Areas): boolean {
  const { stateFile, objects, onStateFailure } = settings;
  const restored = stateFile !== undefined && loadState(stateFile, memory);
  if (!restored && objects !== undefined) addObjects(objectKinds(areas), objects);
  if (stateFile !== undefined) keepState(stateFile, memory, onStateFailure);
  tasks.resume();
  return restored;
}

async function listen(app: FastifyInstance, { host, port }: Settings): Promise<string> {
  await app.listen({ host, port });
  const address = app.server.address() as AddressInfo;
  return `http://${reachable(host)}:${address.port}`;
}

/** All addresses of a machine are no address to connect to. */
function reachable(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return isIPv6(host) ? `[${host}]` : host;
}
