import type { Simulator } from "../../simulator/src";
import type { AgreementCase } from "./agreement";
import { KEY, NETWORK, OFFICE } from "./platform";

// Cases for `tests/engine/preflight-agreement`: what `preflight` says of a step, and what the `up` after it does.

/** A case, with what `preflight` says and what `up` sends. */
export interface Case extends AgreementCase {
  /** By resource: the findings, or the code of an error. `[]`: as the preview shows. */
  says: Record<string, Array<string | RegExp>>;
  /** The requests of `up` that change something. */
  sends: string[];
}

export const ID = "1e3a6f0c-52b4-4d0b-9a57-0c1f4c7d9e$N";
const ROUTE = { destination: "10.0.9.0/24", nexthop: "10.0.1.9" };
const GATEWAY = { type: "manual", network_id: NETWORK };

export const router = (name: string, inputs: string, options = "") =>
  `const ${name} = new cloudplatform.Router("${name}-$N", { projectId: 1, regionId: $N, ${inputs} }, { ${options} });`;
const read = (id: string) => `cloudplatform.Router.get("read-$N", ${id}, { projectId: 1, regionId: $N });`;
export const settings = (name: string, inputs: string) =>
  `new cloudplatform.ResellerNotificationSettings("${name}-$N", { resellerId: $N, notificationType: "failed_login", ${inputs} });`;
export const threshold = (name: string, value: number) =>
  `new cloudplatform.QuotaNotificationThreshold("${name}-$N", { clientId: $N, threshold: ${value} });`;
export const member = (name: string) =>
  `new cloudplatform.EdgeGroupMembership("${name}-$N", { groupId: $N, clientId: 70 });`;
export const limit = (name: string, inputs = "") =>
  `new cloudplatform.QuotaLimitRequest("${name}-$N", { description: "more", requestedLimits: { globalLimits: { projectCountLimit: $N } }, ${inputs} });`;

export const addRouter = (platform: Simulator, regionId: number, more: object = {}) =>
  platform.routers.add({ projectId: 1, regionId, name: "edge", ...more });
export const idIn = (n: number) => ID.replace("$N", String(n));

/** Begins a task that changes a router and does not end. */
export const keepBusy = ({ url }: Simulator, n: number, id: string) =>
  fetch(`${url}/cloud/v2/routers/1/${n}/${id}`, {
    method: "PATCH",
    headers: { authorization: `apikey ${KEY}`, "content-type": "application/json" },
    body: JSON.stringify({ external_gateway_info: GATEWAY }),
  });

/** What the platform would refuse to delete. */
export const WITH_SUBNET = `interfaces: [{ subnetId: "${OFFICE}" }]`;

const REPLACED = 'replaceOnChanges: ["interfaces"], deleteBeforeReplace: true';

const ADOPTS = /^note adopts .+ the stack owns it from then on/;
const WAITS = /^note `up` waits for task/;
const DELETED_FIRST =
  /^note router .+ is equal: if it is the object that this run replaces, it is deleted first$/;
const STAYS = "ok stays at the platform: another resource of the stack is this object";

export const CASES: Case[] = [
  {
    title: "a router that is adopted and changed",
    others: (platform, n) => addRouter(platform, n, { routes: [ROUTE] }),
    after: router("a", 'name: "edge", ifExists: "adopt", routes: []'),
    says: { a: [ADOPTS, /^note already exists: `up` changes routes from .+ to \[\]$/] },
    sends: ["PATCH"],
  },
  {
    title: "a router that is adopted while a task changes it",
    others: (platform, n) => keepBusy(platform, n, addRouter(platform, n).id),
    after: router("a", 'name: "edge", ifExists: "adopt"'),
    says: { a: [ADOPTS, WAITS] },
    sends: [],
  },
  {
    title: "a router with routerId that needs no change does not wait for a task",
    others: (platform, n) => keepBusy(platform, n, addRouter(platform, n, { id: idIn(n) }).id),
    after: router("a", `routerId: "${ID}"`),
    says: { a: [] },
    sends: [],
  },
  {
    title: "a router with routerId that a task changes, and that needs a change",
    others: (platform, n) => keepBusy(platform, n, addRouter(platform, n, { id: idIn(n) }).id),
    after: router("a", `routerId: "${ID}", name: "new"`),
    says: { a: ['note already exists: `up` changes name from "edge" to "new"', WAITS] },
    sends: ["PATCH"],
  },
  {
    title: "an existing router with an input that is known only during up",
    others: (platform, n) => addRouter(platform, n, { id: idIn(n) }),
    after:
      router("fresh", 'name: "fresh"') +
      router("a", `routerId: "${ID}", name: fresh.status.apply(() => "new")`),
    says: { a: ["unchecked name is known only during `up`"], fresh: [] },
    sends: ["POST", "PATCH"],
  },
  {
    title: "an adopted router without a gateway, if the platform would have to choose one",
    others: (platform, n) => addRouter(platform, n),
    after: router("a", 'name: "edge", ifExists: "adopt", externalGatewayInfo: { type: "default" }'),
    says: { a: [ADOPTS, /^note already exists: `up` changes externalGatewayInfo/, "router-gateway-missing"] },
    sends: [],
  },
  {
    title: "an update of a gateway that others have removed, if the platform would have to choose one",
    before: router("a", 'name: "edge", externalGatewayInfo: { type: "default" }'),
    others: (platform, _n, { routerId = "" }) =>
      platform.routers.change(routerId, { external_gateway_info: null }),
    after: router("a", 'name: "edge", externalGatewayInfo: { type: "default", enableSnat: false }'),
    says: { a: [/^note externalGatewayInfo changed outside of Pulumi to null/, "router-gateway-missing"] },
    sends: [],
  },
  {
    title: "an update to a value that others have set already",
    before: threshold("a", 70),
    others: (platform, n) => platform.quotas.setThreshold(n, 75),
    after: threshold("a", 75),
    says: { a: ["note threshold changed outside of Pulumi to 75: that is the declared value"] },
    sends: ["PUT"],
  },
  {
    title: "a name that another router has until its deletion",
    before: router("a", 'name: "edge"'),
    after: router("b", 'name: "edge"'),
    says: { a: [], b: ["router-exists"] },
    sends: ["DELETE"],
  },
  {
    title: "a name that another router has until its update",
    before: router("a", 'name: "edge"'),
    after: router("a", 'name: "old edge"') + router("b", 'name: "edge"', "dependsOn: [a]"),
    says: { a: [], b: [/^note router .+ is equal, and belongs to another resource of this stack$/] },
    sends: ["PATCH", "POST"],
  },
  {
    title: "a replacement that deletes first, of the same name",
    before: router("a", 'name: "edge"'),
    after: router("a", `name: "edge", ${WITH_SUBNET}`, REPLACED),
    says: { a: [DELETED_FIRST] },
    sends: ["DELETE", "POST"],
  },
  {
    title: "a replacement that deletes first, and whose old object stays",
    before: router("a", 'name: "edge"', "retainOnDelete: true"),
    after: router("a", `name: "edge", ${WITH_SUBNET}`, `${REPLACED}, retainOnDelete: true`),
    says: { a: [DELETED_FIRST] },
    missed: "no provider knows the option retainOnDelete, so the old object may be deleted first",
    sends: [],
  },
  {
    title: "a router that is deleted with another one",
    before: router("a", 'name: "edge"') + router("b", `name: "other", ${WITH_SUBNET}`, "deletedWith: a"),
    says: { a: [], b: [/^ok stays at the platform: its option deletedWith names/] },
    sends: ["DELETE"],
  },
  {
    title: "a router that is deleted with another one, which is replaced",
    before: router("a", 'name: "edge"') + router("b", `name: "other", ${WITH_SUBNET}`, "deletedWith: a"),
    after: router("a", 'name: "new edge"', 'replaceOnChanges: ["name"]'),
    says: { a: [], b: [/^ok stays at the platform: its option deletedWith names/] },
    sends: ["POST", "DELETE"],
  },
  {
    title: "an object that others have renamed is deleted",
    before: router("a", 'name: "edge"'),
    others: (platform, _n, { routerId = "" }) => platform.routers.change(routerId, { name: "hotfix" }),
    says: {
      a: ['note name changed outside of Pulumi to "hotfix": `up` deletes the object all the same'],
    },
    sends: ["DELETE"],
  },
  {
    title: "an object that others have deleted is deleted",
    before: router("a", 'name: "edge"'),
    others: (platform, _n, { routerId = "" }) => platform.routers.delete(routerId),
    says: { a: ["note the object does not exist any more: there is nothing to delete"] },
    sends: ["DELETE"],
  },
  {
    title: "an object that is deleted while a task changes it",
    before: router("a", 'name: "edge"'),
    others: (platform, n, { routerId = "" }) => keepBusy(platform, n, routerId),
    says: { a: [WAITS] },
    sends: ["DELETE"],
  },
  {
    title: "an object that another resource imports",
    before: router("a", `name: "edge", ${WITH_SUBNET}`),
    after: router("b", 'name: "edge"', 'import: "ID_OF_A"'),
    says: { a: [STAYS], b: [] },
    sends: [],
  },
  {
    title: "an object that another resource adopts",
    before: router("a", 'name: "edge"'),
    after: router("b", 'routerId: "ID_OF_A"'),
    says: { a: [STAYS], b: [] },
    sends: [],
  },
  {
    title: "an object that the program reads is deleted nevertheless",
    before: router("a", 'name: "edge"') + read("a.routerId"),
    after: read('"ID_OF_A"'),
    says: { a: [] },
    sends: ["DELETE"],
  },
  {
    title: "an object that the program reads, with an id that is known only during up",
    after: router("a", 'name: "edge"') + read("a.routerId"),
    says: { a: [], read: ["unchecked its id is known only during `up`"] },
    sends: ["POST"],
  },
  {
    title: "settings that are adopted",
    others: (platform, n) =>
      platform.resellers.add({
        resellerId: n,
        email: "A@example.com",
        notification_type: "failed_login",
        enabled: true,
      }),
    after: settings("a", 'email: "a@example.com", enabled: false, ifExists: "adopt"'),
    says: { a: [ADOPTS, "note already exists: `up` changes enabled from true to false"] },
    sends: ["PUT"],
  },
  {
    title: "a member that moves to another resource",
    before: member("a"),
    after: member("b"),
    says: { a: [STAYS], b: [/^note already exists as declared/] },
    sends: ["POST"],
  },
  {
    title: "a decided limit request that is deleted",
    before: limit("a"),
    others: (platform, _n, { requestId = "" }) => platform.quotas.approve(requestId),
    says: {
      a: [
        /^note if the platform refuses to delete it, the quota limit request \d+ stays at the platform, as it is decided$/,
      ],
    },
    sends: ["DELETE"],
  },
  {
    title: "the decision on a rejected limit request",
    before: limit("a"),
    others: (platform, _n, { requestId = "" }) => platform.quotas.reject(requestId),
    after: limit("a", "waitForDecision: true"),
    says: { a: ["quota-request-rejected"] },
    sends: [],
  },
  {
    title: "the decision on a limit request that was withdrawn",
    before: limit("a"),
    others: (platform, _n, { requestId = "" }) => platform.quotas.remove(requestId),
    after: limit("a", "waitForDecision: true"),
    says: { a: ["quota-request-withdrawn"] },
    sends: [],
  },
];
