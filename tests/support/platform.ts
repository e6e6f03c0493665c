import { type Simulator, type SimulatorOptions, startSimulator } from "../../simulator/src";
import { client } from "../../simulator/testing/client";

/** Ids of objects of the platform. */
export const NETWORK = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
export const OTHER_NETWORK = "3f2504e0-4f89-41d3-9a0c-0305e82c3302";
export const OFFICE = "3f2504e0-4f89-41d3-9a0c-0305e82c3310";
export const LAB = "3f2504e0-4f89-41d3-9a0c-0305e82c3320";
export const NO_ROUTER = "1e3a6f0c-52b4-4d0b-9a57-0c1f4c7d9e21";

/** The API key. Tests search for it where it must not occur. It contains a $, which keys may contain. */
export const KEY = "12345$platform-key-that-nobody-may-see";

/** The key of a reseller and edge administrator, if the platform distinguishes the two. */
export const ADMIN_KEY = "67890$another-key-that-nobody-may-see";

/** A platform with two subnets. Its tasks end soon. */
export async function startPlatform(options: SimulatorOptions = {}): Promise<Simulator> {
  const platform = await startSimulator({ apiKeys: [KEY], taskTime: 100, ...options });
  platform.subnets.add({ id: OFFICE, cidr: "10.0.1.0/24" });
  platform.subnets.add({ id: LAB, cidr: "10.0.2.0/24" });
  return platform;
}

export type Change = [call: string, body?: unknown];

/** The requests that change something, in order. `{id}` stands for the id of a router. */
export function changes({ requests }: Simulator): Change[] {
  return requests
    .filter(({ method }) => method !== "GET")
    .map(({ method, path, body }) => {
      const call = `${method} ${path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, "{id}")}`;
      return body === undefined ? [call] : [call, body];
    });
}

/** The first parts of the paths that each key was used for. A check of the server is for any of the accounts. */
export function keysUsed({ requests }: Simulator): { own: string[]; admin: string[] } {
  const isCheck = (path: string, limit: unknown) => path === "/streaming/ai/tasks" && limit === "1";
  const areas = (keyIndex: number) => {
    const used = requests.filter((one) => one.keyIndex === keyIndex && !isCheck(one.path, one.query.limit));
    return [...new Set(used.map(({ path }) => `/${path.split("/")[1]}`))].sort();
  };
  return { own: areas(0), admin: areas(1) };
}

export const CREATE = { method: "POST", path: /^\/cloud\/v1\/routers\/\d+\/\d+$/ };

/** Creates a router, and with it a task. */
export async function createRouter({ url }: Simulator, name = "edge-router"): Promise<void> {
  await client(url)("POST", "/cloud/v1/routers/1/2", { name }, { key: KEY });
}
