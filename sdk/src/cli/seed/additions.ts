import { snakeCaseKeys } from "../../util/camel";
import { isObject, type JsonObject, plainJson } from "../../util/json";

type Outputs = Readonly<Record<string, unknown>>;

/** A kind of objects in a seed file of the simulator, and an object in that form. */
interface Kind {
  name: string;
  of(outputs: Outputs): Outputs;
}

/** The kinds by the class of the resource. */
const KINDS: Readonly<Record<string, Kind>> = {
  Router: { name: "routers", of: router },
  QuotaLimitRequest: {
    name: "limits_requests",
    of: ({ requestId: id, description, requestedLimits, status }) => ({
      ...{ id, description, requestedLimits, status },
    }),
  },
  QuotaNotificationThreshold: {
    name: "thresholds",
    of: ({ clientId, threshold }) => ({ clientId, threshold }),
  },
  EdgeGroupMembership: {
    name: "members",
    of: ({ groupId: group, clientId: client }) => ({ group, client }),
  },
  ResellerNotificationSettings: {
    name: "notification_settings",
    of: ({ notificationSettingsId: id, resellerId, email, notificationType, enabled }) => ({
      ...{ id, resellerId, email, notificationType, enabled },
    }),
  },
};

/** Objects as the content of a seed file. */
export function seedOf(objects: readonly { type: string; outputs: Outputs }[]): JsonObject {
  const kinds = Map.groupBy(
    objects.filter(({ type }) => type in KINDS),
    ({ type }) => KINDS[type] as Kind,
  );
  const lists = [...kinds].map(([{ name, of }, own]) => [name, own.map(({ outputs }) => of(outputs))]);
  return snakeCaseKeys(plainJson(Object.fromEntries(lists))) as JsonObject;
}

function router(outputs: Outputs): Outputs {
  const { routerId: id, projectId, regionId, name, status, region, createdAt, distributed, routes } = outputs;
  const { externalGatewayInfo: gateway, interfaces = [] } = outputs;
  // The state has one item for each address of a port.
  const ports = Map.groupBy(interfaces as Outputs[], ({ portId, subnetId }) => portId ?? subnetId);
  return {
    ...{ id, projectId, regionId, name, status, region, createdAt, distributed, routes },
    externalGatewayInfo: isObject(gateway) ? { externalFixedIps: [], ...gateway } : null,
    interfaces: [...ports.values()].map((addresses) => ({
      ...portOf(addresses[0]),
      ipAssignments: addresses.map(({ subnetId, ipAddress }) => ({ subnetId, ipAddress })),
    })),
  };
}

function portOf({ portId, networkId, macAddress }: Outputs = {}): Outputs {
  return { portId, networkId, macAddress };
}
