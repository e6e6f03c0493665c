import type { Platform } from "../platform";
import type { Area } from "./area";
import type { ObjectKind } from "./object-kind";
import * as register from "./register";

export type AreaName = keyof typeof register;
export type AreaHandles = { readonly [Name in AreaName]: ReturnType<(typeof register)[Name]>["handle"] };

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
  // The entries of the register are what AreaHandles is made of, which fromEntries cannot express.
  return { byName: new Map(opened), handles: handles as unknown as AreaHandles };
}
