import type { Properties } from "../../contract/property";
import type { RouterInputs } from "./schema";
import {
  gatewayInput,
  interfaceInputs,
  type RouterState,
  recordedInterfaces,
  sameGateway,
  sameId,
  sameInterfaces,
  sameRoutes,
} from "./state";

export const properties: Properties<RouterInputs, RouterState> = {
  projectId: { replaces: true },
  regionId: { replaces: true },
  routerId: { code: "a", replaces: true, keepsObject: true, same: sameId },
  name: { code: "n" },
  externalGatewayInfo: {
    code: "g",
    nested: {
      ".type": { code: "t" },
      ".networkId": { code: "k" },
      ".enableSnat": { code: "s", default: true },
    },
    default: null,
    same: sameGateway,
    declare: gatewayInput,
  },
  routes: { code: "r", default: [], same: sameRoutes },
  interfaces: {
    code: "i",
    nested: { "[].ipAddress": { code: "p" } },
    default: [],
    same: sameInterfaces,
    record: recordedInterfaces,
    declare: interfaceInputs,
  },
  ifExists: { code: "x", transient: true },
};
