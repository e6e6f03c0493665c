import { mockRouter } from "../../api/router-mock";
import type { RouterState } from "../../api/router-outputs";
import type { ResourceMock } from "../../contract/mock";
import { present } from "../../util/json";
import type { MockValues } from "../../util/mock";
import type { GatewayInput, RouterInputs } from "./schema";

export const mock: ResourceMock<RouterInputs, RouterState> = (known, values) => {
  const { ifExists: _, externalGatewayInfo: gateway, interfaces = [], ...others } = known;
  const state = mockRouter(
    {
      ...present(others),
      externalGatewayInfo: gateway ? gatewayWith(gateway, values) : null,
      interfaces: interfaces.map(({ subnetId, ipAddress }) => ({ subnetId, ...present({ ipAddress }) })),
    },
    values,
  );
  return { id: state.routerId, state };
};

function gatewayWith({ networkId, enableSnat = true }: GatewayInput, values: MockValues) {
  return {
    networkId: networkId ?? values.uuid("external network"),
    enableSnat,
    externalFixedIps: [{ ipAddress: "203.0.113.10", subnetId: values.uuid("external subnet") }],
  };
}
