import { handler as retry } from "../../../sdk/src/resources/certificate-force-retry/handler";
import { handler as membership } from "../../../sdk/src/resources/edge-group-membership/handler";
import { handler as request } from "../../../sdk/src/resources/quota-limit-request/handler";
import { handler as threshold } from "../../../sdk/src/resources/quota-notification-threshold/handler";
import { handler as settings } from "../../../sdk/src/resources/reseller-notification-settings/handler";
import { handler as router } from "../../../sdk/src/resources/router/handler";
import type { JsonObject } from "../../../sdk/src/util/json";
import type { RouterRecord, Simulator, SimulatorOptions } from "../../../simulator/src";
import type { Kept } from "../engine-rules";
import { LAB, NETWORK, OFFICE } from "../platform";

/** A resource, and what becomes of it in its life. */
export interface Life {
  /** As in the table. */
  name: string;
  handler: { type: string };
  options?: SimulatorOptions;
  /** What is at the platform before the program. */
  prepare?(platform: Simulator): void;
  first: JsonObject;
  /** What is declared afterwards, by the name of the step. */
  changes: Record<string, JsonObject>;
  /** What somebody else does at the platform before a step. */
  before?: Record<string, (platform: Simulator) => void>;
  /** Steps of this life that are those of another one as well. */
  without?: string[];
  /** The objects of this kind that the platform has, by their ids in the state. */
  objects(platform: Simulator): Record<string, unknown>;
  /** By which of these ids the state has its object, where that is not its own. */
  idOf?(state: Kept): string;
  /** The object that is as it is declared. */
  declared(args: JsonObject): unknown;
  /** Deletion leaves the object where it is. */
  stays?: true;
}

const DMZ = "3f2504e0-4f89-41d3-9a0c-0305e82c3330";
const SHARED = "3f2504e0-4f89-41d3-9a0c-0305e82c33aa";
const PLACE = { projectId: 1, regionId: 2 };

const routers = {
  handler: router,
  prepare(platform: Simulator) {
    platform.subnets.add({ id: DMZ, cidr: "10.0.3.0/24" });
  },
  objects: ({ routers }: Simulator) =>
    Object.fromEntries(routers.all().map((record) => [record.id, routerView(record)])),
  declared: ({ regionId, name, externalGatewayInfo, interfaces, routes }: JsonObject) => {
    const gateway = externalGatewayInfo as { networkId: string; enableSnat: boolean } | null;
    return {
      regionId,
      name,
      gateway: gateway && [gateway.networkId, gateway.enableSnat],
      subnets: (interfaces as Array<{ subnetId: string }>).map(({ subnetId }) => subnetId).sort(),
      routes,
    };
  },
};

function routerView({ region_id, name, external_gateway_info: gateway, interfaces, routes }: RouterRecord) {
  return {
    regionId: region_id,
    name,
    gateway: gateway && [gateway.network_id, gateway.enable_snat],
    subnets: interfaces.flatMap((port) => port.ip_assignments.map((item) => item.subnet_id)).sort(),
    routes,
  };
}

const lan = (nexthop: string) => [{ destination: "192.168.7.0/24", nexthop }];

const made = {
  ...PLACE,
  name: "edge-router",
  externalGatewayInfo: { networkId: NETWORK, enableSnat: true },
  interfaces: [{ subnetId: OFFICE }, { subnetId: LAB, ipAddress: "10.0.2.7" }],
  routes: lan("10.0.2.13"),
};

const MANAGED: Life = {
  ...routers,
  name: "Router",
  first: made,
  changes: {
    update: {
      ...made,
      name: "edge-router-2",
      externalGatewayInfo: { networkId: NETWORK, enableSnat: false },
      interfaces: [{ subnetId: LAB, ipAddress: "10.0.2.7" }, { subnetId: DMZ }],
      routes: lan("10.0.3.13"),
    },
    replace: { ...made, regionId: 3 },
  },
  before: {
    refresh({ routers }) {
      for (const { id } of routers.all()) routers.change(id, { name: "somebody-elses-name" });
    },
  },
};

const LISTED_ONCE_MADE: Life = {
  ...MANAGED,
  name: "Router, listed once it is made",
  options: { visibleWhileCreating: false },
  changes: {},
  without: ["refresh", "delete"],
};

const taken = {
  ...PLACE,
  routerId: SHARED,
  name: "shared-router",
  externalGatewayInfo: null,
  interfaces: [{ subnetId: OFFICE }, { subnetId: LAB }],
  routes: lan("10.0.1.13"),
};

const ADOPTED: Life = {
  ...routers,
  name: "Router, adopted",
  prepare(platform) {
    routers.prepare(platform);
    platform.routers.add({
      ...PLACE,
      id: SHARED,
      name: "router",
      external_gateway_info: { network_id: NETWORK, enable_snat: true, external_fixed_ips: [] },
    });
  },
  first: taken,
  changes: {
    update: { ...taken, name: "shared-router-2", interfaces: [{ subnetId: OFFICE }] },
  },
  before: { refresh: ({ routers }) => void routers.change(SHARED, { name: "somebody-elses-name" }) },
  stays: true,
};

const THRESHOLD: Life = {
  name: "QuotaNotificationThreshold",
  handler: threshold,
  first: { clientId: 42, threshold: 70 },
  changes: { update: { clientId: 42, threshold: 90 } },
  before: { refresh: ({ quotas }) => void quotas.setThreshold(42, 61) },
  // 80 is what a client has of whom nothing is known.
  objects: ({ quotas }) =>
    Object.fromEntries(
      quotas
        .thresholds()
        .filter((record) => record.threshold !== 80)
        .map(({ client_id, threshold }) => [`${client_id}`, threshold]),
    ),
  declared: ({ threshold }) => threshold,
};

const asked = { description: "A second region", requestedLimits: { globalLimits: { projectCountLimit: 9 } } };

function approve({ quotas }: Simulator): void {
  for (const { id } of quotas.requests()) quotas.approve(id);
}

const LIMIT_REQUEST: Life = {
  name: "QuotaLimitRequest",
  handler: request,
  first: asked,
  changes: { replace: { ...asked, description: "A third region" } },
  before: { refresh: approve },
  objects: ({ quotas }) =>
    Object.fromEntries(quotas.requests().map(({ id, description }) => [id, description])),
  // A request that was not listed at first keeps its stand-in.
  idOf: ({ id, outputs }) => `${outputs.requestId ?? id}`,
  declared: ({ description }) => description,
};

const DECIDED: Life = {
  ...LIMIT_REQUEST,
  name: "QuotaLimitRequest, decided",
  changes: { update: { ...asked, waitForDecision: true } },
  before: { update: approve },
  without: ["create", "refresh", "delete"],
};

const MEMBERSHIP: Life = {
  name: "EdgeGroupMembership",
  handler: membership,
  first: { groupId: 17, clientId: 42 },
  changes: { replace: { groupId: 17, clientId: 43 } },
  objects: ({ edgeGroups }) =>
    Object.fromEntries(edgeGroups.members(17).map((client) => [`17/${client}`, "a member"])),
  declared: () => "a member",
};

const mails = { resellerId: 8, email: "oncall@example.com", notificationType: "failed_login", enabled: true };

const SETTINGS: Life = {
  name: "ResellerNotificationSettings",
  handler: settings,
  first: mails,
  changes: { update: { ...mails, enabled: false }, replace: { ...mails, resellerId: 9 } },
  before: {
    refresh({ resellers }) {
      for (const { id } of resellers.all()) resellers.change(id, { enabled: false });
    },
  },
  objects: ({ resellers }) =>
    Object.fromEntries(
      resellers
        .all()
        .map(({ id, reseller, email, enabled }) => [
          `${reseller}/${id}`,
          { resellerId: reseller, email, enabled },
        ]),
    ),
  declared: ({ resellerId, email, enabled }) => ({ resellerId, email, enabled }),
};

const ADOPTED_SETTINGS: Life = {
  ...SETTINGS,
  name: "ResellerNotificationSettings, adopted",
  prepare: ({ resellers }) =>
    void resellers.add({
      resellerId: 8,
      id: 901,
      email: "old@example.com",
      notification_type: "failed_login",
    }),
  first: { ...mails, notificationSettingsId: 901 },
  changes: { update: { ...mails, notificationSettingsId: 901, enabled: false } },
};

const FORCE_RETRY: Life = {
  name: "CertificateForceRetry",
  handler: retry,
  prepare: ({ certificates }) => void certificates.add({ id: 321, state: "failed" }),
  first: { certId: 321, triggers: ["a"] },
  changes: { replace: { certId: 321, triggers: ["b"] } },
  objects: ({ certificates }) =>
    Object.fromEntries(
      certificates
        .all()
        .filter(({ forceRetries }) => forceRetries > 0)
        .map(({ id, state }) => [`${id}`, state]),
    ),
  declared: () => "in progress",
};

export const LIVES: Life[] = [
  MANAGED,
  LISTED_ONCE_MADE,
  ADOPTED,
  THRESHOLD,
  LIMIT_REQUEST,
  DECIDED,
  MEMBERSHIP,
  SETTINGS,
  ADOPTED_SETTINGS,
  FORCE_RETRY,
];
