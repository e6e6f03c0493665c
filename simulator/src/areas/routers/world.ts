import type { Platform } from "../../platform";
import type { RouterStore } from "./store";

/** What the operations on routers work with. */
export interface RouterWorld {
  readonly platform: Platform;
  readonly store: RouterStore;
}
