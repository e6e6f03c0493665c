import { cloudErrors } from "../../http/shapes";
import type { Area, AreaPlatform } from "../area";
import { type RoutersHandle, routersHandle } from "./handle";
import { registerRouterTasks } from "./jobs";
import { routerKind } from "./objects";
import { routerOperations } from "./operations";
import { RouterStore } from "./store";

export function routersArea(platform: AreaPlatform): Area<RoutersHandle> {
  const store = new RouterStore(platform.memory);
  const world = { platform, store };
  const handle = routersHandle(world);
  registerRouterTasks(platform.tasks.kinds, world);
  return {
    handle,
    operations: routerOperations(world),
    errors: { under: ["/cloud"], shape: cloudErrors },
    objects: [routerKind(handle)],
    state: () => store.visible(),
  };
}
