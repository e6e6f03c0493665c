import { type Simulator, startSimulator } from "../../simulator/src";
import { ADMIN_KEY, KEY, OFFICE } from "../support/platform";

/** What a platform has that a state speaks of. */
export interface Kept {
  routers: ReturnType<Simulator["routers"]["all"]>;
  thresholds: Array<{ client_id: number; threshold: number }>;
  requests: ReturnType<Simulator["quotas"]["requests"]>;
  members: Record<string, readonly string[]>;
  settings: ReturnType<Simulator["resellers"]["all"]>;
}

const GROUP = "9223372036854775807";

export async function startEmpty(): Promise<Simulator> {
  const platform = await startSimulator({ apiKeys: [KEY], adminKeys: [ADMIN_KEY], taskTime: 0 });
  platform.subnets.add({ id: OFFICE, cidr: "10.0.1.0/24" });
  platform.certificates.add({ id: 321, state: "failed" });
  return platform;
}

export function keep({ routers, quotas, edgeGroups, resellers }: Simulator): Kept {
  return {
    routers: routers.all(),
    thresholds: [42, 43].map((client_id) => ({
      client_id,
      threshold: quotas.threshold(client_id)?.threshold ?? 80,
    })),
    requests: quotas.requests(),
    members: { [GROUP]: edgeGroups.members(GROUP) },
    settings: resellers.all(),
  };
}

/** A platform that has all of it once more. */
export async function restore(kept: Kept): Promise<Simulator> {
  const platform = await startEmpty();
  for (const { project_id, region_id, ...router } of kept.routers)
    platform.routers.add({ projectId: project_id, regionId: region_id, ...router });
  for (const { client_id, threshold } of kept.thresholds) platform.quotas.setThreshold(client_id, threshold);
  for (const request of kept.requests) platform.quotas.add(request);
  for (const [group, clients] of Object.entries(kept.members))
    for (const client of clients) platform.edgeGroups.add(group, client);
  for (const { reseller, ...settings } of kept.settings)
    platform.resellers.add({ resellerId: reseller, ...settings });
  return platform;
}
