import { z } from "zod";
import { omitNullish, pick } from "../../util/json";
import { platformRecord, TextId } from "./reply";
import {
  PLAIN,
  type PlainFields,
  type RouterGatewayOutput,
  type RouterInterfaceOutput,
  type RouterState,
} from "./router-outputs";

type Schema<V> = V extends boolean ? z.ZodBoolean : z.ZodString;
const schemaOf = (blank: unknown) => (typeof blank === "boolean" ? z.boolean() : z.string()).nullish();
const plainShape = Object.fromEntries(
  Object.entries(PLAIN).map(([name, blank]) => [name, schemaOf(blank)]),
) as { [F in keyof PlainFields]-?: z.ZodOptional<z.ZodNullable<Schema<(typeof PLAIN)[F]>>> };

const Assignment = z.object({ subnetId: z.string(), ipAddress: z.string().nullish() });

export const RouterRecord = platformRecord({
  id: TextId,
  ...plainShape,
  routes: z.array(z.object({ destination: z.string(), nexthop: z.string() })).nullish(),
  interfaces: z
    .array(
      z.object({
        portId: z.string().nullish(),
        networkId: z.string().nullish(),
        macAddress: z.string().nullish(),
        ipAssignments: z.array(Assignment).nullish(),
      }),
    )
    .nullish(),
  externalGatewayInfo: z
    .object({
      networkId: z.string().nullish(),
      enableSnat: z.boolean().nullish(),
      externalFixedIps: z.array(Assignment).nullish(),
    })
    .nullish(),
  taskId: z.string().nullish(),
  creatorTaskId: z.string().nullish(),
});

/** The platform's record of a router. */
export type RouterRecord = z.infer<typeof RouterRecord>;

export interface Region {
  projectId: number;
  regionId: number;
}

/** The platform's record as state. `updated_at` and `task_id` are left out, because they change without a user's action. */
export function toState({ projectId, regionId }: Region, record: RouterRecord): RouterState {
  return {
    projectId,
    regionId,
    routerId: record.id,
    ...plainFields(record),
    routes: record.routes ?? [],
    interfaces: interfacesOf(record),
    externalGatewayInfo: gatewayOf(record),
  };
}

/** The plain fields among these values. */
export function plainFields(values: object): PlainFields {
  return omitNullish(pick(values, (name) => name in PLAIN));
}

function interfacesOf({ interfaces }: RouterRecord): RouterInterfaceOutput[] {
  return (interfaces ?? []).flatMap(({ ipAssignments, ...port }) =>
    (ipAssignments ?? []).map((assignment) => omitNullish({ ...assignment, ...port })),
  );
}

function gatewayOf({ externalGatewayInfo: gateway }: RouterRecord): RouterGatewayOutput | null {
  if (gateway?.networkId == null) return null;
  const { networkId, enableSnat, externalFixedIps } = gateway;
  return {
    networkId,
    enableSnat: enableSnat ?? true,
    externalFixedIps: (externalFixedIps ?? []).map((assignment) => omitNullish(assignment)),
  };
}
