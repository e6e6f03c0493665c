import { type Simulator, startSimulator } from "../../simulator/src";
import { ADMIN_KEY, KEY, OFFICE } from "../support/platform";
import { RESOURCES, type Resource, type Saved } from "../support/resource-fixtures";

export async function startEmpty(): Promise<Simulator> {
  const platform = await startSimulator({ apiKeys: [KEY], adminKeys: [ADMIN_KEY], taskTime: 0 });
  platform.subnets.add({ id: OFFICE, cidr: "10.0.1.0/24" });
  return platform;
}

/** Creates the objects that the programs adopt. Returns the config with their ids. */
export function prepare(platform: Simulator): Record<string, string> {
  return Object.assign({}, ...RESOURCES.map(({ upgrade }) => upgrade.prepare?.(platform)));
}

/** The objects of the platform, to be recorded beside the state. */
export function save(platform: Simulator): Saved {
  return Object.assign({}, ...RESOURCES.map(({ upgrade }) => upgrade.save?.(platform)));
}

/** A platform with the recorded objects. */
export async function restore(resources: Resource[], saved: Saved): Promise<Simulator> {
  const platform = await startEmpty();
  for (const { upgrade } of resources) upgrade.restore?.(platform, saved);
  return platform;
}
