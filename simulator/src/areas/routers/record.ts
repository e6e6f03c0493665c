export interface Route {
  readonly destination: string;
  readonly nexthop: string;
}

export interface FixedIp {
  readonly ip_address: string;
  readonly subnet_id: string;
}

export interface ExternalGateway {
  readonly network_id: string;
  readonly enable_snat: boolean;
  readonly external_fixed_ips: readonly FixedIp[];
}

export interface RouterInterface {
  readonly port_id: string;
  readonly network_id: string;
  readonly mac_address: string | null;
  readonly ip_assignments: readonly FixedIp[];
}

/** A router as the API answers it. */
export interface RouterRecord {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly distributed: boolean;
  readonly project_id: number;
  readonly region_id: number;
  readonly region: string;
  readonly routes: readonly Route[];
  readonly interfaces: readonly RouterInterface[];
  readonly external_gateway_info: ExternalGateway | null;
  /** The running task that holds a lock on the router. */
  readonly task_id: string | null;
  readonly creator_task_id: string | null;
}

export function subnetsOf(router: RouterRecord): string[] {
  return router.interfaces.flatMap((port) => port.ip_assignments.map((assignment) => assignment.subnet_id));
}
