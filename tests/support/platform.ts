import {
  type RequestRecord,
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from "../../simulator/src";

/** Ids of the platform's objects in these tests. */
export const NETWORK = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
export const OTHER_NETWORK = "3f2504e0-4f89-41d3-9a0c-0305e82c3302";
export const OFFICE = "3f2504e0-4f89-41d3-9a0c-0305e82c3310";
export const LAB = "3f2504e0-4f89-41d3-9a0c-0305e82c3320";
export const NO_ROUTER = "1e3a6f0c-52b4-4d0b-9a57-0c1f4c7d9e21";

/** A key that is found again wherever it should not be. It has a $, as keys may. */
export const KEY = "12345$platform-key-that-nobody-may-see";

/** The key of a reseller and edge administrator, where the platform tells them apart. */
export const ADMIN_KEY = "67890$another-key-that-nobody-may-see";

/** The platform: two subnets, and tasks that end soon unless a test ends them. */
export async function startPlatform(options: SimulatorOptions = {}): Promise<Simulator> {
  const platform = await startSimulator({ apiKeys: [KEY], taskTime: 100, ...options });
  platform.subnets.add({ id: OFFICE, cidr: "10.0.1.0/24" });
  platform.subnets.add({ id: LAB, cidr: "10.0.2.0/24" });
  return platform;
}

export type Change = [call: string, body?: unknown];

/** The requests that changed something or tried to, in order; `{id}` stands for the id of a router. */
export function changes({ requests }: Simulator): Change[] {
  return requests
    .filter(({ method }) => method !== "GET")
    .map(({ method, path, body }) => {
      const call = `${method} ${path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, "{id}")}`;
      return body === undefined ? [call] : [call, body];
    });
}

/**
 * The requests whose key may not make them. The probe is none of them: its refusal shows as well that the server is the
 * API.
 */
export function unauthorized({ requests }: Simulator): RequestRecord[] {
  return requests.filter(({ authorized, path }) => !authorized && path !== "/streaming/ai/tasks");
}

/** Which key was used for what: the first parts of the paths, by the key that came with them. */
export function keysUsed({ requests }: Simulator): { own: string[]; admin: string[] } {
  const areas = (keyIndex: number) =>
    [
      ...new Set(
        requests.filter((one) => one.keyIndex === keyIndex).map(({ path }) => `/${path.split("/")[1]}`),
      ),
    ].sort();
  return { own: areas(0), admin: areas(1) };
}

export const CREATE = { method: "POST", path: /^\/cloud\/v1\/routers\/\d+\/\d+$/ };

/** Creates a router, and with it a task. */
export async function createRouter({ url }: Simulator): Promise<void> {
  await fetch(`${url}/cloud/v1/routers/1/2`, {
    method: "POST",
    headers: { authorization: `apikey ${KEY}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "edge-router" }),
  });
}
