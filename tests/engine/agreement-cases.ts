import type { Simulator } from "../../simulator/src";
import { client } from "../../simulator/testing/client";
import { KEY, NETWORK, OFFICE, OTHER_NETWORK } from "../support/platform";

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
  /** The methods of the requests of `up` that change objects of the case. */
  sends?: string;
}

const ID = "1e3a6f0c-52b4-4d0b-9a57-0c1f4c7d9e$N";
const ROUTE = { destination: "10.0.9.0/24", nexthop: "10.0.1.9" };
const GATEWAY = { type: "manual", network_id: NETWORK };

const router = (name: string, inputs: string, options = "") =>
  `const ${name} = new cloudplatform.Router("${name}-$N", { projectId: 1, regionId: $N, ${inputs} }, { ${options} });`;
const read = (id: string) => `cloudplatform.Router.get("read-$N", ${id}, { projectId: 1, regionId: $N });`;
const settings = (name: string, inputs: string) =>
  `new cloudplatform.ResellerNotificationSettings("${name}-$N", { resellerId: $N, notificationType: "failed_login", ${inputs} });`;
const threshold = (name: string, value: number) =>
  `new cloudplatform.QuotaNotificationThreshold("${name}-$N", { clientId: $N, threshold: ${value} });`;
const member = (name: string) =>
  `new cloudplatform.EdgeGroupMembership("${name}-$N", { groupId: $N, clientId: 70 });`;
const limit = (name: string, inputs = "") =>
  `new cloudplatform.QuotaLimitRequest("${name}-$N", { description: "more", requestedLimits: { globalLimits: { projectCountLimit: $N } }, ${inputs} });`;

const addRouter = (platform: Simulator, regionId: number, more: object = {}) =>
  platform.routers.add({ projectId: 1, regionId, name: "edge", ...more });
const idIn = (n: number) => ID.replace("$N", String(n));

/** Begins a task that changes a router and does not end. */
const keepBusy = ({ url }: Simulator, n: number, id: string) =>
  client(url)("PATCH", `/cloud/v2/routers/1/${n}/${id}`, { external_gateway_info: GATEWAY }, { key: KEY });

type Others = NonNullable<AgreementCase["others"]>;
const ADDED: Others = (platform, n) => addRouter(platform, n);
const ADDED_WITH_ID: Others = (platform, n) => addRouter(platform, n, { id: idIn(n) });
const ADDED_BUSY: Others = (platform, n) => keepBusy(platform, n, addRouter(platform, n, { id: idIn(n) }).id);
const DELETED: Others = (platform, _n, { routerId = "" }) => platform.routers.delete(routerId);
const RENAMED: Others = (platform, _n, { routerId = "" }) =>
  platform.routers.change(routerId, { name: "hotfix" });
const BUSY: Others = (platform, n, { routerId = "" }) => keepBusy(platform, n, routerId);

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
  "a router that is adopted and changed": {
    others: (platform, n) => addRouter(platform, n, { routes: [ROUTE] }),
    after: router("a", 'name: "edge", ifExists: "adopt", routes: []'),
    sends: "PATCH",
  },
  "a router that is adopted while a task changes it": {
    others: (platform, n) => keepBusy(platform, n, addRouter(platform, n).id),
    after: router("a", 'name: "edge", ifExists: "adopt"'),
    sends: "",
  },
  "a router with routerId that needs no change does not wait for a task": {
    others: ADDED_BUSY,
    after: router("a", `routerId: "${ID}"`),
    sends: "",
  },
  "a router with routerId that a task changes, and that needs a change": {
    others: ADDED_BUSY,
    after: router("a", `routerId: "${ID}", name: "new"`),
    sends: "PATCH",
  },
  "an existing router with an input that is known only during up": {
    others: ADDED_WITH_ID,
    after:
      router("fresh", 'name: "fresh"') +
      router("a", `routerId: "${ID}", name: fresh.status.apply(() => "new")`),
    sends: "POST PATCH",
  },
  "an adopted router without a gateway, if the platform would have to choose one": {
    others: ADDED,
    after: router("a", 'name: "edge", ifExists: "adopt", externalGatewayInfo: { type: "default" }'),
    sends: "",
    fails: { a: "router-gateway-missing" },
  },
  "an update of a gateway that others have removed, if the platform would have to choose one": {
    before: router("a", 'name: "edge", externalGatewayInfo: { type: "default" }'),
    others: (platform, _n, { routerId = "" }) =>
      platform.routers.change(routerId, { external_gateway_info: null }),
    after: router("a", 'name: "edge", externalGatewayInfo: { type: "default", enableSnat: false }'),
    sends: "",
    fails: { a: "router-gateway-missing" },
  },
  "an update to a value that others have set already": {
    before: threshold("a", 70),
    others: (platform, n) => platform.quotas.setThreshold(n, 75),
    after: threshold("a", 75),
    sends: "PUT",
  },
  "a name that another router has until its deletion, such as a renamed resource without an alias": {
    before: EDGE,
    after: router("b", 'name: "edge"'),
    sends: "DELETE",
    fails: { b: "router-exists" },
  },
  "a name that another router has until its update": {
    before: EDGE,
    after: router("a", 'name: "old edge"') + router("b", 'name: "edge"', "dependsOn: [a]"),
    sends: "PATCH POST",
  },
  "a replacement that deletes first, of the same name": {
    before: EDGE,
    after: router("a", `name: "edge", ${WITH_SUBNET}`, REPLACED),
    sends: "DELETE POST",
  },
  "a replacement that deletes first, and whose old object stays": {
    before: router("a", 'name: "edge"', "retainOnDelete: true"),
    after: router("a", `name: "edge", ${WITH_SUBNET}`, `${REPLACED}, retainOnDelete: true`),
    missed: "no provider knows the option retainOnDelete, so the old object may be deleted first",
    sends: "",
    fails: { a: "router-exists" },
  },
  "a router that is deleted with another one": {
    before: EDGE + router("b", `name: "other", ${WITH_SUBNET}`, "deletedWith: a"),
    sends: "DELETE",
  },
  "a router that is deleted with another one, which is replaced": {
    before: EDGE + router("b", `name: "other", ${WITH_SUBNET}`, "deletedWith: a"),
    after: router("a", 'name: "new edge"', 'replaceOnChanges: ["name"]'),
    sends: "POST DELETE",
  },
  "an object that others have renamed is deleted": { before: EDGE, others: RENAMED, sends: "DELETE" },
  "an object that others have deleted is deleted": { before: EDGE, others: DELETED, sends: "DELETE" },
  "an object that is deleted while a task changes it": { before: EDGE, others: BUSY, sends: "DELETE" },
  "an object that another resource imports": {
    before: router("a", `name: "edge", ${WITH_SUBNET}`),
    after: router("b", 'name: "edge"', 'import: "ID_OF_A"'),
    sends: "",
  },
  "an object that another resource adopts": {
    before: EDGE,
    after: router("b", 'routerId: "ID_OF_A"'),
    sends: "",
  },
  "an object that the program reads is deleted nevertheless": {
    before: EDGE + read("a.routerId"),
    after: read('"ID_OF_A"'),
    sends: "DELETE",
  },
  "an object that the program reads, with an id that is known only during up": {
    after: EDGE + read("a.routerId"),
    sends: "POST",
  },
  "settings that are adopted": {
    others: (platform, n) => platform.resellers.add({ ...addSettings(n), email: "A@example.com" }),
    after: settings("a", 'email: "a@example.com", enabled: false, ifExists: "adopt"'),
    sends: "PUT",
  },
  "a member that moves to another resource": { before: member("a"), after: member("b"), sends: "POST" },
  "a decided limit request that is deleted": {
    before: limit("a"),
    others: (platform, _n, { requestId = "" }) => platform.quotas.approve(requestId),
    sends: "DELETE",
  },
  "the decision on a rejected limit request": {
    before: limit("a"),
    others: (platform, _n, { requestId = "" }) => platform.quotas.reject(requestId),
    after: limit("a", "waitForDecision: true"),
    sends: "",
    fails: { a: "quota-request-rejected" },
  },
  "the decision on a limit request that was withdrawn": {
    before: limit("a"),
    others: (platform, _n, { requestId = "" }) => platform.quotas.remove(requestId),
    after: limit("a", "waitForDecision: true"),
    sends: "",
    fails: { a: "quota-request-withdrawn" },
  },
  "a new router whose name the package chooses": { after: router("a", "") },
  "a name that a router of somebody else has": { others: ADDED, after: EDGE, fails: { a: "router-exists" } },
  "a name that two routers have, and one is adopted": {
    others: (platform, n) => [addRouter(platform, n), addRouter(platform, n)],
    after: router("a", 'name: "edge", ifExists: "adopt"'),
    fails: { a: "router-name-ambiguous" },
  },
  "a second router of the same name": {
    others: ADDED,
    after: router("a", 'name: "edge", ifExists: "create"'),
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
  "a router that is adopted and renamed": {
    others: ADDED_WITH_ID,
    after: router("a", `routerId: "${ID}", name: "new edge"`),
  },
  "an update of a router that others have renamed": {
    before: EDGE,
    others: RENAMED,
    after: router("a", 'name: "new edge"'),
  },
  "an update while a task of others changes the router": {
    before: EDGE,
    others: BUSY,
    after: router("a", 'name: "new edge"'),
  },
  "a rename to a name that another router has": {
    before: EDGE,
    others: (platform, n) => addRouter(platform, n, { name: "taken" }),
    after: router("a", 'name: "taken"'),
  },
  "a router without a change that others have deleted": { before: EDGE, others: DELETED, after: EDGE },
  "a renamed resource with an alias": {
    before: EDGE,
    after: router("b", 'name: "edge"', 'aliases: [{ name: "a-$N" }]'),
  },
  "a replacement in another project": {
    before: EDGE,
    after: router("a", 'name: "edge"').replace("projectId: 1", "projectId: 2"),
  },
  "a gateway in another network": {
    before: EDGE,
    after: router("a", `name: "edge", externalGatewayInfo: { networkId: "${OTHER_NETWORK}" }`),
  },
  "a subnet that is attached": {
    before: EDGE,
    after: router("a", `name: "edge", interfaces: [{ subnetId: "${OFFICE}" }]`),
  },
  "a subnet that is detached": {
    before: router("a", `name: "edge", ${WITH_SUBNET}`),
    after: router("a", 'name: "edge", interfaces: []'),
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
  "a threshold that is set to another value": {
    others: (platform, n) => platform.quotas.setThreshold(n, 95),
    after: threshold("a", 70),
  },
  "a client that is a member already": {
    others: (platform, n) => platform.edgeGroups.add(n, 70),
    after: member("a"),
  },
  "a new limit request": { after: limit("a") },
};
