import type * as pulumi from "@pulumi/pulumi";
import { PLAIN, type RouterInterfaceOutput, type RouterState } from "../platform/api/router-outputs";
import { omitNullish } from "../util/json";
import { segment } from "../util/text";
import type { Classes, OutputsOf } from "./options";
import { MOCK_TIME, type MockValues } from "./values";

type Inputs<Class> = Class extends new (
  name: string,
  args: infer Args,
  ...others: never
) => unknown
  ? pulumi.Unwrap<Args>
  : never;

type State<Class extends new (...args: never) => unknown> = OutputsOf<InstanceType<Class>>;

/** A plausible object, from the inputs or from the properties of an id. */
type ResourceMock<I, S> = (
  known: Partial<I> & Partial<Omit<S, keyof I>>,
  values: MockValues,
) => { id: string; state: S };

/** Plausible objects of each class. */
export const RESOURCE_MOCKS: {
  [Class in keyof Classes]: ResourceMock<Inputs<Classes[Class]>, State<Classes[Class]>>;
} = {
  Router(known, values) {
    const { ifExists: _, externalGatewayInfo: gateway, interfaces, ...others } = known;
    const { type: __, ...declared } = gateway ?? {};
    const state = mockRouter(
      {
        ...omitNullish(others),
        externalGatewayInfo: gateway ? omitNullish(declared) : null,
        interfaces: (interfaces ?? []).map(({ subnetId, ipAddress }) => ({
          subnetId,
          ...omitNullish({ ipAddress }),
        })),
      },
      values,
    );
    return { id: state.routerId, state };
  },

  QuotaNotificationThreshold({ clientId = 1, threshold = 80, lastMessage, lastSending }) {
    const message = lastMessage ? { globalQuotas: {}, regionalQuotas: [], ...lastMessage } : null;
    const state = { clientId, threshold, lastMessage: message, lastSending: lastSending ?? null };
    return { id: String(clientId), state };
  },

  QuotaLimitRequest(known, values) {
    const state = {
      description: "More projects",
      requestedLimits: { globalLimits: { projectCountLimit: 10 } },
      requestId: values.number("request"),
      status: known.waitForDecision ? "done" : "in progress",
      grantedLimits: { globalLimits: { projectCountLimit: 10 } },
      createdAt: MOCK_TIME,
      // The time of the decision.
      ...(known.waitForDecision && { updatedAt: MOCK_TIME }),
      ...omitNullish(known),
    };
    return { id: String(state.requestId), state };
  },

  EdgeGroupMembership: ({ groupId = 1, clientId = 1 }) => ({
    id: `${segment(groupId)}/${segment(clientId)}`,
    state: { groupId, clientId },
  }),

  ResellerNotificationSettings(known, values) {
    const state = {
      resellerId: 1,
      notificationSettingsId: values.number("settings"),
      email: "ops@example.com",
      notificationType: "failed_login",
      enabled: true,
      ...omitNullish(known),
    };
    return { id: `${segment(state.resellerId)}/${segment(state.notificationSettingsId)}`, state };
  },

  CertificateForceRetry: ({ certId = 1, ...declared }) => ({
    id: String(certId),
    // The triggers are any values, which have no type in the outputs.
    state: {
      certId,
      ...(declared as object),
      outcome: "started",
      message: "The issuing process has been started.",
    },
  }),
};

interface KnownRouter extends Partial<Omit<RouterState, "externalGatewayInfo" | "interfaces">> {
  externalGatewayInfo?: Partial<RouterState["externalGatewayInfo"]>;
  interfaces?: Array<Pick<RouterInterfaceOutput, "subnetId" | "ipAddress">>;
}

/** A plausible router, for the resource and for the functions that read routers. */
export function mockRouter(known: KnownRouter, values: MockValues): RouterState {
  const { projectId = 1, regionId = 1, externalGatewayInfo: gateway, interfaces = [] } = known;
  return {
    projectId,
    regionId,
    routerId: values.uuid("router"),
    ...PLAIN,
    name: "router",
    status: "ACTIVE",
    region: `Region ${regionId}`,
    createdAt: MOCK_TIME,
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
