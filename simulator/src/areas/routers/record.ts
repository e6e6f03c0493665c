import { z } from "zod";
import { cidr, ipAddress, uuid } from "../../core/schemas";

const id = z.int().nonnegative();

const route = z.strictObject({ destination: cidr, nexthop: ipAddress }).readonly();

const fixedIp = z.strictObject({ ip_address: ipAddress, subnet_id: uuid }).readonly();

const externalGateway = z
  .strictObject({
    network_id: uuid,
    enable_snat: z.boolean(),
    external_fixed_ips: z.array(fixedIp).readonly(),
  })
  .readonly();

const routerInterface = z
  .strictObject({
    port_id: uuid,
    network_id: uuid,
    mac_address: z.string().nullable(),
    ip_assignments: z.array(fixedIp).readonly(),
  })
  .readonly();

/** A router as the API answers it. */
export const routerRecord = z.strictObject({
  id: uuid,
  name: z.string(),
  status: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  distributed: z.boolean(),
  project_id: id,
  region_id: id,
  region: z.string(),
  routes: z.array(route).readonly(),
  interfaces: z.array(routerInterface).readonly(),
  external_gateway_info: externalGateway.nullable(),
  /** The running task that holds a lock on the router. */
  task_id: uuid.nullable(),
  creator_task_id: uuid.nullable(),
});

export interface Route extends z.infer<typeof route> {}
export interface FixedIp extends z.infer<typeof fixedIp> {}
export interface ExternalGateway extends z.infer<typeof externalGateway> {}
export interface RouterInterface extends z.infer<typeof routerInterface> {}
export interface RouterRecord extends Readonly<z.infer<typeof routerRecord>> {}

export function subnetsOf(router: RouterRecord): string[] {
  return router.interfaces.flatMap((port) => port.ip_assignments.map((assignment) => assignment.subnet_id));
}
