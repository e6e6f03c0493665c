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
