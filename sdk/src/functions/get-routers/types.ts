import type { RouterState } from "../../platform/api/router-outputs";

/** The arguments of `getRouters`. */
export interface GetRoutersArgs {
  /** Number of the project: an integer, 1 or more. */
  projectId: number;
  /** Number of the region: an integer, 1 or more. */
  regionId: number;
  /**
   * Name of the routers. Names are not unique.
   *
   * @default all routers
   */
  name?: string | undefined;
}

/** The result of `getRouters`. */
export interface GetRoutersResult {
  /** Number of the project, as you set it. */
  projectId: number;
  /** Number of the region, as you set it. */
  regionId: number;
  /** The routers, in the platform's order; `[]` if no router was found. */
  routers: RouterState[];
}
