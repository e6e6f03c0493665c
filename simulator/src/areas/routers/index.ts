import { cloudErrors } from "../../http/shapes";
import type { Platform } from "../../platform";
import type { Area } from "../area";
import { addRouterControl } from "./controls";
import { type RoutersHandle, routersHandle } from "./handle";
import { routerOperations } from "./operations";
import { RouterStore } from "./store";

export function routersArea(platform: Platform): Area<RoutersHandle> {
  const store = new RouterStore(platform.memory);
  const world = { platform, store };
  const handle = routersHandle(world);
  return {
    handle,
    operations: routerOperations(world),
    errors: { under: ["/cloud"], shape: cloudErrors },
    controls: [addRouterControl(handle)],
    state: () => store.visible(),
  };
}
