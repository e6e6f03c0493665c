import type { Platform } from "../platform";
import type { Area } from "./area";
import { routersArea } from "./routers";
import { subnetsArea } from "./subnets";
import { tasksArea } from "./tasks";

/** Every area, by the name of its handle on the simulator. */
const register = {
  routers: routersArea,
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
