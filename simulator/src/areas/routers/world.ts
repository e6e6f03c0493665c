import type { AreaPlatform } from "../area";
import type { RouterStore } from "./store";

/** What the operations on routers work with. */
export interface RouterWorld {
  readonly platform: AreaPlatform;
  readonly store: RouterStore;
}
