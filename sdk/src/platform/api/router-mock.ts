import { MOCK_TIME, type MockValues } from "../../util/mock";
import type { RouterGatewayOutput, RouterInterfaceOutput, RouterState } from "./router-outputs";

interface KnownRouter extends Partial<Omit<RouterState, "externalGatewayInfo" | "interfaces">> {
  externalGatewayInfo?: Partial<RouterGatewayOutput> | null;
  interfaces?: Array<Pick<RouterInterfaceOutput, "subnetId" | "ipAddress">>;
}

/** A plausible router, for the resource and for the functions that read routers. */
export function mockRouter(known: KnownRouter, values: MockValues): RouterState {
  const { projectId = 1, regionId = 1, externalGatewayInfo: gateway, interfaces = [] } = known;
  return {
    projectId,
    regionId,
    routerId: values.uuid("router"),
    name: "router",
    status: "ACTIVE",
    region: `Region ${regionId}`,
    createdAt: MOCK_TIME,
    distributed: false,
    routes: [],
    ...known,
    externalGatewayInfo: gateway
      ? {
          networkId: values.uuid("external network"),
          enableSnat: true,
          externalFixedIps: [{ ipAddress: "203.0.113.10", subnetId: values.uuid("external subnet") }],
          ...gateway,
        }
      : null,
    interfaces: interfaces.map((item, index) => ({
      ipAddress: `10.0.${index}.1`,
      portId: values.uuid(`port ${index}`),
      networkId: values.uuid(`network ${index}`),
      macAddress: `02:00:00:00:00:0${index}`,
      ...item,
    })),
  };
}
