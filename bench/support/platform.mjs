import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { startSimulator } = require("../../simulator/dist/index.js");

const KEY = "simulator-key";

/**
 * A simulator for some work.
 *
 * @template T
 * @param {object} options Options of the simulator.
 * @param {(platform: ReturnType<typeof handle>) => Promise<T>} work
 */
export async function withPlatform(options, work) {
  const simulator = await startSimulator({ maxRoutersPerRegion: 100_000, seed: 1, ...options });
  try {
    return await work(handle(simulator));
  } finally {
    await simulator.close();
  }
}

function handle(simulator) {
  return {
    simulator,
    /** The settings of a stack that uses the simulator. */
    config: { "cloudplatform:baseUrl": simulator.url, "cloudplatform:apiKey": KEY },
    /**
     * Some work, with the number of requests that it sends.
     *
     * @template T
     * @param {() => Promise<T>} work
     * @returns {Promise<T & { requests: number }>}
     */
    counting: async (work) => {
      simulator.clearRequests();
      const result = await work();
      return { ...result, requests: simulator.count() };
    },
  };
}

/**
 * Some work, with the connections and the largest number of simultaneous requests that the servers of this process see.
 *
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T & { connections: number, concurrency: number }>}
 */
export async function watchingServer(work) {
  const sockets = new Set();
  let running = 0;
  let concurrency = 0;
  const onStart = ({ socket }) => {
    sockets.add(socket);
    running += 1;
    concurrency = Math.max(concurrency, running);
  };
  const onFinish = () => {
    running -= 1;
  };
  subscribe("http.server.request.start", onStart);
  subscribe("http.server.response.finish", onFinish);
  try {
    return { ...(await work()), connections: sockets.size, concurrency };
  } finally {
    unsubscribe("http.server.request.start", onStart);
    unsubscribe("http.server.response.finish", onFinish);
  }
}
