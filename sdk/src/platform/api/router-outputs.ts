// The outputs of routers. Programs import these types, so this file imports nothing that needs more than Pulumi's types.

/** A route of a router. */
export interface RouterRouteOutput {
  /** Destination network in CIDR notation. */
  destination: string;
  /** IP address of the next hop. */
  nexthop: string;
}

/** An IP address of a router in an attached subnet. */
export interface RouterInterfaceOutput {
  /** UUID of the subnet. */
  subnetId: string;
  /** IP address of the router in the subnet. */
  ipAddress?: string;
  /** UUID of the port. */
  portId?: string;
  /** UUID of the network. */
  networkId?: string;
  /** MAC address of the port. */
  macAddress?: string;
}

/** An IP address of a router in its external network. */
export interface RouterFixedIpOutput {
  /** IP address. */
  ipAddress?: string;
  /** UUID of the subnet of the address. */
  subnetId: string;
}

/** The external gateway of a router. */
export interface RouterGatewayOutput {
  /** UUID of the external network. */
  networkId: string;
  /** Whether source NAT is enabled. */
  enableSnat: boolean;
  /** IP addresses of the router in the external network. */
  externalFixedIps?: RouterFixedIpOutput[];
}

/** The fields of replies that outputs have unchanged, and inputs and requests perhaps, each with a blank value of its type. */
export const PLAIN = { name: "", status: "", region: "", createdAt: "", distributed: false };

export type PlainFields = Partial<typeof PLAIN>;

/** A router in the notation of the package. Properties that a deployment does not return are absent. */
export interface RouterState {
  /** Number of the project. */
  projectId: number;
  /** Number of the region. */
  regionId: number;
  /** UUID of the router. */
  routerId: string;
  /** Name. */
  name?: string;
  /** Status in the platform's notation, such as `ACTIVE`. */
  status?: string;
  /** Name of the region. */
  region?: string;
  /** Time of creation, in the platform's notation. */
  createdAt?: string;
  /** Whether the router is distributed. */
  distributed?: boolean;
  /** All routes. */
  routes?: RouterRouteOutput[];
  /** The attached subnets, with one entry for each IP address. */
  interfaces?: RouterInterfaceOutput[];
  /** The external gateway with its IP addresses; `null` if the router has no gateway. */
  externalGatewayInfo?: RouterGatewayOutput | null;
}
