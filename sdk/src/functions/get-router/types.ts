import type { RouterState } from "../../platform/api/router-outputs";

/** The arguments of `getRouter`: the location, and either `routerId` or `name`. */
export interface GetRouterArgs {
  /** Number of the project: an integer, 1 or more. */
  projectId: number;
  /** Number of the region: an integer, 1 or more. */
  regionId: number;
  /** UUID of the router. Not allowed with `name`. */
  routerId?: string | undefined;
  /** Name of the router. Exactly one router must have this name. Not allowed with `routerId`. */
  name?: string | undefined;
}

/** A router, with the names and types of the outputs of the class `Router`. */
export type GetRouterResult = RouterState;
