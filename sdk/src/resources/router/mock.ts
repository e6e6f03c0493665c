import type { ResourceMock } from "../../lifecycle/mock";
import { mockRouter } from "../../platform/api/router-mock";
import type { RouterState } from "../../platform/api/router-outputs";
import { omitNullish } from "../../util/json";
import type { RouterInputs } from "./inputs";

export const mock: ResourceMock<RouterInputs, RouterState> = (known, values) => {
  const { ifExists: _, externalGatewayInfo: gateway, interfaces = [], ...others } = known;
  const { type: __, ...declared } = gateway ?? {};
  const state = mockRouter(
    {
      ...omitNullish(others),
      externalGatewayInfo: gateway ? omitNullish(declared) : null,
      interfaces: interfaces.map(({ subnetId, ipAddress }) => ({ subnetId, ...omitNullish({ ipAddress }) })),
    },
    values,
  );
  return { id: state.routerId, state };
};
