import { mockRouter } from "../../api/router-mock";
import type { RouterState } from "../../api/router-outputs";
import type { ResourceMock } from "../../contract/mock";
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
