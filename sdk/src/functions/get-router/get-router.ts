import { PlatformFunction } from "../../doors/dynamic/program/function";
import type { InputsOf } from "../../doors/dynamic/program/values";
import type { RouterState } from "../../platform/api/router-outputs";

/** The arguments of `getRouter`: the location, and either `routerId` or `name`. */
export type GetRouterArgs = GetRouterProperties &
  ({ routerId: string; name?: undefined } | { name: string; routerId?: undefined });

/** The properties of the arguments of `getRouter`. */
export interface GetRouterProperties {
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

/** The arguments of `getRouterOutput`. */
export type GetRouterOutputArgs = InputsOf<GetRouterArgs>;

const router = new PlatformFunction("getRouter", () => require("./handler") as typeof import("./handler"));

/**
 * Returns an existing router, by its id or by its name. Sends the requests in previews as well. The stack does not
 * manage the router. To have the router as a resource in the program, use `Router.get`.
 *
 * Errors: `InvalidArguments` for invalid arguments. `PlatformError` if a request fails. Other errors have a `code`:
 * `no-router-with-id`, `no-router-with-name`, `several-routers-with-name`, or `routers-not-readable` if the deployment
 * cannot read routers.
 *
 * Operations that a deployment may lack:
 * - `GET /cloud/v1/routers/{project_id}/{region_id}/{router_id}`: reads the router, with `routerId`.
 * - `GET /cloud/v1/routers/{project_id}/{region_id}`: finds the router, with `name`.
 *
 * @example The addresses of a router that another stack manages
 * ```ts
 * import * as cloudplatform from "pulumi-cloudplatform";
 *
 * const edge = cloudplatform.getRouter({ projectId: 1234, regionId: 76, name: "edge-router" });
 * export const addresses = edge.then(({ externalGatewayInfo }) => externalGatewayInfo?.externalFixedIps);
 * ```
 */
export const getRouter = router.invoke;

/**
 * Like `getRouter`, with Outputs: waits for its arguments and for `dependsOn`. The result is unknown or secret if an
 * argument is unknown or secret.
 *
 * @example With a name from the stack's configuration
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as cloudplatform from "pulumi-cloudplatform";
 *
 * const name = new pulumi.Config().require("router");
 * export const { routerId } = cloudplatform.getRouterOutput({ projectId: 1234, regionId: 76, name });
 * ```
 */
export const getRouterOutput = router.output;
