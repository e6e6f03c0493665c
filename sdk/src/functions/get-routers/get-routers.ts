import { PlatformFunction } from "../../doors/dynamic/program/function";
import type { InputsOf } from "../../doors/dynamic/program/values";
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

/** The arguments of `getRoutersOutput`. */
export type GetRoutersOutputArgs = InputsOf<GetRoutersArgs>;

const routers = new PlatformFunction("getRouters", () => require("./handler") as typeof import("./handler"));

/**
 * Returns all routers of a project in a region, or those with a name. Sends the requests in previews as well.
 *
 * Errors: `InvalidArguments` for invalid arguments. `PlatformError` if a request fails. An error with the `code`
 * `routers-not-readable` if the deployment cannot list routers. If no router has the name, the list is empty. If some
 * routers cannot be read whole, a warning names them and their fields.
 *
 * Operations that a deployment may lack:
 * - `GET /cloud/v1/routers/{project_id}/{region_id}`: lists the routers.
 *
 * @example The names of all routers
 * ```ts
 * import * as cloudplatform from "pulumi-cloudplatform";
 *
 * export const names = cloudplatform
 *   .getRouters({ projectId: 1234, regionId: 76 })
 *   .then(({ routers }) => routers.map(({ name }) => name));
 * ```
 */
export const getRouters = routers.invoke;

/**
 * Like `getRouters`, with Outputs: waits for its arguments and for `dependsOn`. The result is unknown or secret if an
 * argument is unknown or secret.
 *
 * @example After a router that the stack creates
 * ```ts
 * import * as cloudplatform from "pulumi-cloudplatform";
 *
 * const place = { projectId: 1234, regionId: 76 };
 * const edge = new cloudplatform.Router("edge", place);
 * const found = cloudplatform.getRoutersOutput(place, { dependsOn: edge });
 * export const count = found.routers.apply((routers) => routers.length);
 * ```
 */
export const getRoutersOutput = routers.output;
