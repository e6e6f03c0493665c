import type { Platform } from "../platform";
import { analyticsArea } from "./analytics";
import type { Area } from "./area";
import { certificatesArea } from "./certificates";
import { edgeGroupsArea } from "./edge-groups";
import { quotasArea } from "./quotas";
import { resellersArea } from "./resellers";
import { routersArea } from "./routers";
import { streamingArea } from "./streaming";
import { subnetsArea } from "./subnets";
import { tasksArea } from "./tasks";

/** Every area, by the name of its handle on the simulator. */
const register = {
  analytics: analyticsArea,
  certificates: certificatesArea,
  edgeGroups: edgeGroupsArea,
  quotas: quotasArea,
  resellers: resellersArea,
  routers: routersArea,
  streaming: streamingArea,
  subnets: subnetsArea,
  tasks: tasksArea,
};

export type AreaName = keyof typeof register;
export type AreaHandles = { readonly [Name in AreaName]: ReturnType<(typeof register)[Name]>["handle"] };

export interface Areas {
  readonly byName: ReadonlyMap<string, Area>;
  readonly handles: AreaHandles;
}

export function openAreas(platform: Platform): Areas {
  const opened = Object.entries(register).map(([name, areaOf]): [string, Area] => [name, areaOf(platform)]);
  const handles = Object.fromEntries(opened.map(([name, area]) => [name, area.handle]));
  // The entries of the register are what AreaHandles is made of, which fromEntries cannot express.
  return { byName: new Map(opened), handles: handles as unknown as AreaHandles };
}
