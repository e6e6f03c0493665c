import { MOCK_TIME, type MockValues } from "../util/mock";
import type { RouterInterfaceOutput, RouterState } from "./router-outputs";

/** A plausible router, for the resource and for the functions that read routers. */
export function mockRouter(
  known: Partial<Omit<RouterState, "interfaces">> & {
    interfaces?: Array<Pick<RouterInterfaceOutput, "subnetId" | "ipAddress">>;
  },
  values: MockValues,
): RouterState {
  const { projectId = 1, regionId = 1, interfaces = [] } = known;
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
    externalGatewayInfo: null,
    ...known,
    interfaces: interfaces.map((item, index) => ({
      ipAddress: `10.0.${index}.1`,
      portId: values.uuid(`port ${index}`),
      networkId: values.uuid(`network ${index}`),
      macAddress: `02:00:00:00:00:0${index}`,
      ...item,
    })),
  };
}
