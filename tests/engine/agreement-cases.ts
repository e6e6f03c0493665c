import type { Simulator } from "../../simulator/src";
import { client } from "../../simulator/testing/client";
import { KEY, NETWORK, OFFICE } from "../support/platform";

/**
 * A program, and what others do to the objects of the one before it. `$N` stands for the number of the case: its region,
 * reseller, client, group and limit.
 */
export interface AgreementCase {
  /** The program of the first run. */
  before?: string;
  /** What others do then. `a` has the outputs of the resource with this name. */
  others?(platform: Simulator, n: number, a: Record<string, string>): unknown;
  /** The program that is checked and deployed. `ID_OF_A` stands for the id of `a`. */
  after?: string;
  /** The codes with which `up` fails, by resource. */
  fails?: Record<string, string>;
  /** Why the failure of `up` is not found before. */
  missed?: string;
}

const ID = "1e3a6f0c-52b4-4d0b-9a57-0c1f4c7d9e$N";
const GATEWAY = { type: "manual", network_id: NETWORK };

const router = (name: string, inputs: string, options = "") =>
  `const ${name} = new cloudplatform.Router("${name}-$N", { projectId: 1, regionId: $N, ${inputs} }, { ${options} });`;
const settings = (name: string, inputs: string) =>
  `new cloudplatform.ResellerNotificationSettings("${name}-$N", { resellerId: $N, notificationType: "failed_login", ${inputs} });`;
const limit = (name: string, inputs = "") =>
  `new cloudplatform.QuotaLimitRequest("${name}-$N", { description: "more", requestedLimits: { globalLimits: { projectCountLimit: $N } }, ${inputs} });`;

const addRouter = (platform: Simulator, regionId: number, more: object = {}) =>
  platform.routers.add({ projectId: 1, regionId, name: "edge", ...more });

/** Begins a task that changes a router and does not end. */
const keepBusy = ({ url }: Simulator, n: number, id: string) =>
  client(url)("PATCH", `/cloud/v2/routers/1/${n}/${id}`, { external_gateway_info: GATEWAY }, { key: KEY });

type Others = NonNullable<AgreementCase["others"]>;
const ADDED: Others = (platform, n) => addRouter(platform, n);
const DELETED: Others = (platform, _n, { routerId = "" }) => platform.routers.delete(routerId);

const EDGE = router("a", 'name: "edge"');

/** What the platform would refuse to delete. */
const WITH_SUBNET = `interfaces: [{ subnetId: "${OFFICE}" }]`;

const REPLACED = 'replaceOnChanges: ["interfaces"], deleteBeforeReplace: true';

const addSettings = (n: number) => ({
  resellerId: n,
  email: "a@example.com",
  notification_type: "failed_login" as const,
  enabled: true,
});

export const CASES: Record<string, AgreementCase> = {
  "a router that is adopted while a task changes it": {
    others: (platform, n) => keepBusy(platform, n, addRouter(platform, n).id),
    after: router("a", 'name: "edge", ifExists: "adopt"'),
  },
  "an adopted router without a gateway, if the platform would have to choose one": {
    others: ADDED,
    after: router("a", 'name: "edge", ifExists: "adopt", externalGatewayInfo: { type: "default" }'),
    fails: { a: "router-gateway-missing" },
  },
  "an update of a gateway that others have removed, if the platform would have to choose one": {
    before: router("a", 'name: "edge", externalGatewayInfo: { type: "default" }'),
    others: (platform, _n, { routerId = "" }) =>
      platform.routers.change(routerId, { external_gateway_info: null }),
    after: router("a", 'name: "edge", externalGatewayInfo: { type: "default", enableSnat: false }'),
    fails: { a: "router-gateway-missing" },
  },
  "a name that another router has until its deletion, such as a renamed resource without an alias": {
    before: EDGE,
    after: router("b", 'name: "edge"'),
    fails: { b: "router-exists" },
  },
  "a name that another router has until its update": {
    before: EDGE,
    after: router("a", 'name: "old edge"') + router("b", 'name: "edge"', "dependsOn: [a]"),
  },
  "a replacement that deletes first, of the same name": {
    before: EDGE,
    after: router("a", `name: "edge", ${WITH_SUBNET}`, REPLACED),
  },
  "a replacement that deletes first, and whose old object stays": {
    before: router("a", 'name: "edge"', "retainOnDelete: true"),
    after: router("a", `name: "edge", ${WITH_SUBNET}`, `${REPLACED}, retainOnDelete: true`),
    missed: "no provider knows the option retainOnDelete, so the old object may be deleted first",
    fails: { a: "router-exists" },
  },
  "an object that another resource adopts": {
    before: EDGE,
    after: router("b", 'routerId: "ID_OF_A"'),
  },
  "settings that are adopted": {
    others: (platform, n) => platform.resellers.add({ ...addSettings(n), email: "A@example.com" }),
    after: settings("a", 'email: "a@example.com", enabled: false, ifExists: "adopt"'),
  },
  "a decided limit request that is deleted": {
    before: limit("a"),
    others: (platform, _n, { requestId = "" }) => platform.quotas.approve(requestId),
  },
  "the decision on a rejected limit request": {
    before: limit("a"),
    others: (platform, _n, { requestId = "" }) => platform.quotas.reject(requestId),
    after: limit("a", "waitForDecision: true"),
    fails: { a: "quota-request-rejected" },
  },
  "the decision on a limit request that was withdrawn": {
    before: limit("a"),
    others: (platform, _n, { requestId = "" }) => platform.quotas.remove(requestId),
    after: limit("a", "waitForDecision: true"),
    fails: { a: "quota-request-withdrawn" },
  },
  "a name that a router of somebody else has": { others: ADDED, after: EDGE, fails: { a: "router-exists" } },
  "a name that two routers have, and one is adopted": {
    others: (platform, n) => [addRouter(platform, n), addRouter(platform, n)],
    after: router("a", 'name: "edge", ifExists: "adopt"'),
    fails: { a: "router-name-ambiguous" },
  },
  "a routerId that does not exist": {
    after: router("a", `routerId: "${ID}"`),
    fails: { a: "router-nothing-to-adopt" },
  },
  "an update of a router that others have deleted": {
    before: EDGE,
    others: DELETED,
    after: router("a", 'name: "new edge"'),
    fails: { a: "router-not-found" },
  },
  "settings that somebody else has created": {
    others: (platform, n) => platform.resellers.add(addSettings(n)),
    after: settings("a", 'email: "a@example.com"'),
    fails: { a: "notification-settings-exist" },
  },
  "settings that do not exist, and are adopted by their number": {
    after: settings("a", "notificationSettingsId: 4242$N"),
    fails: { a: "notification-settings-nothing-to-adopt" },
  },
  "an update of settings that others have deleted": {
    before: settings("a", 'email: "a@example.com", enabled: true'),
    others: (platform, _n, a) => platform.resellers.delete(Number(a.notificationSettingsId)),
    after: settings("a", 'email: "a@example.com", enabled: false'),
    fails: { a: "notification-settings-not-found" },
  },
};
