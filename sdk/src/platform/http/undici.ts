/**
 * The entry file instead of the name: Bun replaces the module `undici` with an imitation whose pools send no requests.
 */
export { buildConnector, type Dispatcher, errors, Pool, ProxyAgent } from "undici/index.js";
