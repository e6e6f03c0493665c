import type * as pulumi from "@pulumi/pulumi";
import { PlatformResource } from "../../program/resource";

/** A route of a router's own table. */
export interface RouterRoute {
  /** Network in CIDR notation, IPv4 or IPv6, without host bits: `10.0.3.0/24`. */
  destination: pulumi.Input<string>;
  /** IP address of the next hop, of the same family; it must lie in a subnet that is attached to the router. */
  nexthop: pulumi.Input<string>;
}

/** A router's way out. Always declared whole: the platform accepts no part of it. */
export interface RouterGateway {
  /** `manual` (default): the network in `networkId`. `default`: the platform picks the region's external network; only for a router that this resource creates. */
  type?: pulumi.Input<"manual" | "default" | undefined> | undefined;
  /** UUID of the external network. Required, but for type `default`. */
  networkId?: pulumi.Input<string | undefined> | undefined;
  /** Whether source NAT is on. Left out, it stays as it is; a new gateway has it on. */
  enableSnat?: pulumi.Input<boolean | undefined> | undefined;
}

/** A subnet on a router. */
export interface RouterInterface {
  /** UUID of the subnet. */
  subnetId: pulumi.Input<string>;
  /** Address that the router takes in the subnet. Left out, the platform picks one. */
  ipAddress?: pulumi.Input<string | undefined> | undefined;
}

export interface RouterArgs {
  /** Number of the project, 1 or more. A change replaces the router. */
  projectId: pulumi.Input<number>;
  /** Number of the region, 1 or more. A change replaces the router. */
  regionId: pulumi.Input<number>;
  /**
   * UUID of a router that exists: it is adopted. Only what is declared here is changed, and deleting the resource
   * leaves the router in place. Left out, a router is created, and deleted with the resource. A change replaces.
   */
  routerId?: pulumi.Input<string | undefined> | undefined;
  /**
   * Name: 3 to 63 letters, digits, spaces and `. _ -`, a letter or digit first. Default for a created router: the
   * resource's name and seven characters that are always the same for this resource.
   */
  name?: pulumi.Input<string | undefined> | undefined;
  /** External gateway; `null` for none. Left out, it is never touched; declared once and left out later, it is removed. */
  externalGatewayInfo?: pulumi.Input<RouterGateway | null | undefined> | undefined;
  /** All routes of the router, in any order; `[]` for none. Left out, they are never touched; declared once and left out later, they are removed. */
  routes?: pulumi.Input<pulumi.Input<RouterRoute>[] | undefined> | undefined;
  /** All subnets of the router, in any order; `[]` for none. Left out, they are never touched; declared once and left out later, they are detached. */
  interfaces?: pulumi.Input<pulumi.Input<RouterInterface>[] | undefined> | undefined;
  /**
   * What creation does when the project has a router of this name in this region: `fail` (default) says so and
   * creates nothing; `adopt` takes that router over as this stack's own; `create` makes a second one.
   */
  ifExists?: pulumi.Input<"fail" | "adopt" | "create" | undefined> | undefined;
}

/**
 * A router of a project in a region, with its external gateway, routes and subnets. Changes run as tasks of the
 * platform, which are awaited before the outputs are reported.
 *
 * Operations: `PATCH /cloud/v2/routers/{project_id}/{region_id}/{router_id}` and `GET /v1/tasks/{task_id}`; where the
 * deployment has them, list, create, get, delete, attach and detach below `/cloud/v1/routers/{project_id}/{region_id}`.
 *
 * @example A router with a way out
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
 * @example Subnets and a route behind one of them
 * ```ts
 * new cloudplatform.Router("branch", {
 *   projectId: 1234,
 *   regionId: 76,
 *   interfaces: [{ subnetId: office.id }, { subnetId: lab.id, ipAddress: "10.0.2.1" }],
 *   routes: [{ destination: "192.168.7.0/24", nexthop: "10.0.2.13" }],
 * });
 * ```
 *
 * @example A router that exists: change its routes, leave all else, never delete it
 * ```ts
 * new cloudplatform.Router("shared", {
 *   projectId: 1234,
 *   regionId: 76,
 *   routerId: "1e3a6f0c-52b4-4d0b-9a57-0c1f4c7d9e21",
 *   routes: [],
 * });
 * ```
 */
export class Router extends PlatformResource {
  /** UUID of the router. */
  declare readonly routerId: pulumi.Output<string>;
  declare readonly projectId: pulumi.Output<number>;
  declare readonly regionId: pulumi.Output<number>;
  /** Name; undefined where the deployment cannot tell and none is declared. */
  declare readonly name: pulumi.Output<string | undefined>;
  /** The platform's word for how the router is, such as `ACTIVE`; undefined where the deployment cannot tell. */
  declare readonly status: pulumi.Output<string | undefined>;
  /** Name of the region; undefined where the deployment cannot tell. */
  declare readonly region: pulumi.Output<string | undefined>;
  /** Time of creation, as the platform writes it; undefined where the deployment cannot tell. */
  declare readonly createdAt: pulumi.Output<string | undefined>;
  /** Whether the router is distributed; undefined where the deployment cannot tell. */
  declare readonly distributed: pulumi.Output<boolean | undefined>;
  /** All routes; undefined where the deployment cannot tell and none are declared. */
  declare readonly routes: pulumi.Output<Array<{ destination: string; nexthop: string }> | undefined>;
  /** The subnets that are attached, one entry an address; undefined where the deployment cannot tell and none are declared. */
  declare readonly interfaces: pulumi.Output<
    | Array<{
        subnetId: string;
        ipAddress?: string;
        portId?: string;
        networkId?: string;
        macAddress?: string;
      }>
    | undefined
  >;
  /** The external gateway with its addresses; null when there is none, undefined where the deployment cannot tell and none is declared. */
  declare readonly externalGatewayInfo: pulumi.Output<
    | {
        networkId: string;
        enableSnat: boolean;
        externalFixedIps?: Array<{ ipAddress?: string; subnetId: string }>;
      }
    | null
    | undefined
  >;

  constructor(name: string, args: RouterArgs, opts?: pulumi.CustomResourceOptions) {
    super("Router", name, args, OUTPUTS, opts);
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

const OUTPUTS = [
  "routerId",
  "name",
  "status",
  "region",
  "createdAt",
  "distributed",
  "routes",
  "interfaces",
  "externalGatewayInfo",
] as const;
