import type * as pulumi from "@pulumi/pulumi";
import { isOfType, outputNames, PlatformResource, typeToken } from "../../doors/dynamic/program/resource";
import {
  PLAIN,
  type RouterGatewayOutput,
  type RouterInterfaceOutput,
  type RouterRouteOutput,
} from "../../platform/api/router-outputs";

export type {
  RouterFixedIpOutput,
  RouterGatewayOutput,
  RouterInterfaceOutput,
  RouterRouteOutput,
  RouterState,
} from "../../platform/api/router-outputs";

/** An entry of a router's routing table. */
export interface RouterRoute {
  /** Destination network in CIDR notation, IPv4 or IPv6, without host bits, such as `10.0.3.0/24`. */
  destination: pulumi.Input<string>;
  /** IP address of the next hop, of the same IP version as `destination`, in a subnet that is attached to the router. */
  nexthop: pulumi.Input<string>;
}

/**
 * The external gateway of a router, which the platform accepts only as a whole: in a network that you name, or type `default`. An
 * empty object is no gateway.
 */
export type RouterGateway = RouterGatewayProperties &
  (
    | { type?: pulumi.Input<"manual" | undefined> | undefined; networkId: pulumi.Input<string> }
    | { type: pulumi.Input<"default">; networkId?: undefined }
    | { type?: undefined; networkId?: undefined; enableSnat?: undefined }
  );

/** The properties of a gateway. */
export interface RouterGatewayProperties {
  /**
   * `manual` uses the network in `networkId`. With `default` the platform selects the external network of the region;
   * this is possible only for a router that this resource creates.
   *
   * @default `"manual"`
   */
  type?: pulumi.Input<"manual" | "default" | undefined> | undefined;
  /** UUID of the external network. Required with type `manual`; not allowed with type `default`. */
  networkId?: pulumi.Input<string | undefined> | undefined;
  /**
   * Whether source NAT is enabled.
   *
   * @default unchanged; `true` for a new gateway
   */
  enableSnat?: pulumi.Input<boolean | undefined> | undefined;
}

/** A subnet that is attached to a router. */
export interface RouterInterface {
  /** UUID of the subnet. */
  subnetId: pulumi.Input<string>;
  /**
   * IP address of the router in the subnet. A change detaches the subnet and attaches it again.
   *
   * @default selected by the platform
   */
  ipAddress?: pulumi.Input<string | undefined> | undefined;
}

/** The location of a router. */
export interface RouterLocation {
  /** Number of the project. */
  projectId: pulumi.Input<number>;
  /** Number of the region. */
  regionId: pulumi.Input<number>;
}

/** The inputs of a `Router`. */
export interface RouterArgs {
  /** Number of the project: an integer, 1 or more. A change replaces the router. */
  projectId: pulumi.Input<number>;
  /** Number of the region: an integer, 1 or more. A change replaces the router. */
  regionId: pulumi.Input<number>;
  /**
   * UUID of an existing router, which the resource adopts. The resource then changes only the inputs that you set, and
   * deleting the resource leaves the router at the platform. If omitted, the resource creates a router, and deletes
   * that router when the resource is deleted. A change replaces the router.
   */
  routerId?: pulumi.Input<string | undefined> | undefined;
  /**
   * Name: 3 to 63 letters, digits, spaces, and the characters `. _ - \`. The first character is a letter or a digit; the
   * last one is not a space, `-` or `\`. With `routerId` the name is left unchanged if you never set it or remove it.
   *
   * @default the name of the resource and seven characters that never change
   */
  name?: pulumi.Input<string | undefined> | undefined;
  /**
   * External gateway. `null` or an empty object removes the gateway; languages other than TypeScript drop `null`.
   *
   * @default unchanged
   */
  externalGatewayInfo?: pulumi.Input<RouterGateway | null | undefined> | undefined;
  /**
   * All routes of the router, in any order. `[]` removes all routes.
   *
   * @default unchanged
   */
  routes?: pulumi.Input<pulumi.Input<RouterRoute>[] | undefined> | undefined;
  /**
   * All subnets that are attached to the router, in any order. `[]` detaches all subnets. A subnet may be in the list
   * once.
   *
   * @default unchanged
   */
  interfaces?: pulumi.Input<pulumi.Input<RouterInterface>[] | undefined> | undefined;
  /**
   * What the creation does if the project has a router with this name in this region: `fail` reports an error and
   * creates nothing; `adopt` makes that router a part of this stack, which then deletes it; `create` creates a second
   * router. Only the creation uses this input, and the state does not store it. Not allowed with `routerId`.
   *
   * @default `"fail"`
   */
  ifExists?: pulumi.Input<"fail" | "adopt" | "create" | undefined> | undefined;
}

/**
 * A router of a project in a region, with its external gateway, routes and subnets. The resource creates a router or
 * adopts an existing one. It waits for the platform's tasks before it reports the outputs.
 *
 * Inputs that you never set are left unchanged. If you remove an input that you had set, the router goes back to the
 * default: the gateway and the routes are removed, and the subnets are detached. Outputs that the deployment cannot
 * return are undefined, unless you set the input of the same name.
 *
 * Errors in `pulumi preview`: an invalid name, network, address or UUID; a subnet that is in the list twice; two
 * resources for the same router. Errors in `pulumi up`: a router with this name exists (see `ifExists`), a task ended
 * in `ERROR`, or the timeout has passed. After a timeout the next `pulumi up` waits for the same task.
 *
 * Operations:
 * - `PATCH /cloud/v2/routers/{project_id}/{region_id}/{router_id}`: changes the name, the gateway and the routes.
 * - `GET /v1/tasks/{task_id}`: waits for the tasks of a change.
 *
 * Operations that a deployment may lack:
 * - `POST /cloud/v1/routers/{project_id}/{region_id}`: creates a router.
 * - `GET /cloud/v1/routers/{project_id}/{region_id}`: finds routers with the same name, and reads several routers.
 * - `GET /cloud/v1/routers/{project_id}/{region_id}/{router_id}`: reads the router.
 * - `DELETE /cloud/v1/routers/{project_id}/{region_id}/{router_id}`: deletes the router.
 * - `POST /cloud/v1/routers/{project_id}/{region_id}/{router_id}/attach`: attaches a subnet.
 * - `POST /cloud/v1/routers/{project_id}/{region_id}/{router_id}/detach`: detaches a subnet.
 * - `GET /cloud/v1/tasks/{task_id}`: waits for tasks, instead of `GET /v1/tasks/{task_id}`.
 * - `GET /cloud/v1/tasks`: waits for several tasks with one request, and shows how long tasks take.
 *
 * @example A router with an external gateway
 * ```ts
 * import * as cloudplatform from "pulumi-cloudplatform";
 *
 * const edge = new cloudplatform.Router("edge", {
 *   projectId: 1234,
 *   regionId: 76,
 *   name: "edge-router",
 *   externalGatewayInfo: { networkId: "d0b5a3f6-7e4e-4a35-9ad2-5a1d6f3f9a10" },
 * });
 * export const address = edge.externalGatewayInfo.apply((gateway) => gateway?.externalFixedIps?.[0]?.ipAddress);
 * ```
 *
 * @example Two subnets, and a route through one of them
 * ```ts
 * import * as cloudplatform from "pulumi-cloudplatform";
 *
 * new cloudplatform.Router("branch", {
 *   projectId: 1234,
 *   regionId: 76,
 *   interfaces: [
 *     { subnetId: "6f1c1b0e-3a44-4f0f-8a52-91c5d7a0b6c2" },
 *     { subnetId: "b8d2c7aa-90f1-4a3e-8c15-2f6e0d4b7a91", ipAddress: "10.0.2.1" },
 *   ],
 *   routes: [{ destination: "192.168.7.0/24", nexthop: "10.0.2.13" }],
 * });
 * ```
 *
 * @example Adopt an existing router: remove its routes, leave everything else unchanged, never delete it
 * ```ts
 * import * as cloudplatform from "pulumi-cloudplatform";
 *
 * new cloudplatform.Router("shared", {
 *   projectId: 1234,
 *   regionId: 76,
 *   routerId: "1e3a6f0c-52b4-4d0b-9a57-0c1f4c7d9e21",
 *   routes: [],
 * });
 * ```
 */
export class Router extends PlatformResource<RouterArgs> {
  /** The type of the resources of this class in programs in TypeScript. */
  static override readonly type = typeToken("Router");

  /** The names of the outputs. */
  static override readonly __outputs: readonly string[] = outputNames<Router>({
    projectId: true,
    regionId: true,
    routerId: true,
    ...PLAIN,
    routes: true,
    interfaces: true,
    externalGatewayInfo: true,
  });

  /** Whether a value is an instance of this class. */
  static override readonly isInstance = isOfType<Router>(Router.type);

  /**
   * Reads an existing router. The stack does not manage that router: destroying the stack leaves it unchanged.
   *
   * @param name The name of the resource in the program.
   * @param id UUID of the router.
   * @param state Number of the project and of the region.
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: RouterLocation,
    opts?: pulumi.CustomResourceOptions,
  ): Router {
    return new Router(name, state as RouterArgs, { ...opts, id });
  }

  /** UUID of the router; the same as `id`. */
  declare readonly routerId: pulumi.Output<string>;
  /** Number of the project. */
  declare readonly projectId: pulumi.Output<number>;
  /** Number of the region. */
  declare readonly regionId: pulumi.Output<number>;
  /** Name. */
  declare readonly name: pulumi.Output<string | undefined>;
  /** Status in the platform's notation, such as `ACTIVE`. */
  declare readonly status: pulumi.Output<string | undefined>;
  /** Name of the region. */
  declare readonly region: pulumi.Output<string | undefined>;
  /** Time of creation, in the platform's notation. */
  declare readonly createdAt: pulumi.Output<string | undefined>;
  /** Whether the router is distributed. */
  declare readonly distributed: pulumi.Output<boolean | undefined>;
  /** All routes, in the order of the input. */
  declare readonly routes: pulumi.Output<RouterRouteOutput[] | undefined>;
  /** The attached subnets, with one entry for each IP address. */
  declare readonly interfaces: pulumi.Output<RouterInterfaceOutput[] | undefined>;
  /** The external gateway with its IP addresses; `null` if the router has no gateway. */
  declare readonly externalGatewayInfo: pulumi.Output<RouterGatewayOutput | null | undefined>;

  constructor(name: string, args: RouterArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
    // The id is known in the preview of an update as well, where other outputs are not.
    this.routerId = this.id;
    this.externalGatewayInfo = this.whole(
      this.externalGatewayInfo,
      (gateway) => !gateway || gateway.externalFixedIps !== undefined,
    );
    this.interfaces = this.whole(
      this.interfaces,
      (list) => list === undefined || list.every((item) => item.portId !== undefined),
    );
  }
}
