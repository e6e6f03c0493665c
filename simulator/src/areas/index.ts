import type { Platform } from "../platform";
import { analyticsArea } from "./analytics";
import type { Area } from "./area";
import { certificatesArea } from "./certificates";
import { edgeGroupsArea } from "./edge-groups";
import type { ObjectKind } from "./object-kind";
import { quotasArea } from "./quotas";
import { resellersArea } from "./resellers";
import { routersArea } from "./routers";
import { streamingArea } from "./streaming";
import { subnetsArea } from "./subnets";
import { tasksArea } from "./tasks";

/** The areas, by the name of their handle. */
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

type Register = typeof register;
export type AreaHandles = { readonly [Name in keyof Register]: ReturnType<Register[Name]>["handle"] };

export interface Areas {
  readonly byName: ReadonlyMap<string, Area>;
  readonly handles: AreaHandles;
}

/** The kinds of objects of all areas. */
export function objectKinds({ byName }: Areas): ObjectKind[] {
  return [...byName.values()].flatMap((area) => area.objects ?? []);
}

export function openAreas(platform: Platform): Areas {
  const opened = Object.entries(register).map(([name, areaOf]): [string, Area] => [
    name,
    areaOf({ ...platform, memory: platform.memory.part(name) }),
  ]);
  const handles = Object.fromEntries(opened.map(([name, area]) => [name, area.handle]));
  return { byName: new Map(opened), handles: handles as unknown as AreaHandles };
}
