import type { ResourceMock } from "../../lifecycle/mock";
import { mockRouter } from "../../platform/api/router-mock";
import type { RouterState } from "../../platform/api/router-outputs";
import { present } from "../../util/json";
import type { RouterInputs } from "./schema";

export const mock: ResourceMock<RouterInputs, RouterState> = (known, values) => {
  const { ifExists: _, externalGatewayInfo: gateway, interfaces = [], ...others } = known;
  const { type: __, ...declared } = gateway ?? {};
  const state = mockRouter(
    {
      ...present(others),
      externalGatewayInfo: gateway ? present(declared) : null,
      interfaces: interfaces.map(({ subnetId, ipAddress }) => ({ subnetId, ...present({ ipAddress }) })),
    },
    values,
  );
  return { id: state.routerId, state };
};
