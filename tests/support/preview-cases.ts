import type { AgreementCase } from "./agreement";
import { OFFICE, OTHER_NETWORK } from "./platform";
import {
  addRouter,
  ID,
  idIn,
  keepBusy,
  limit,
  member,
  router,
  settings,
  threshold,
  WITH_SUBNET,
} from "./preflight-cases";

// Further cases for `tests/engine/preview-agreement`, beside those of `preflight`.

const addSettings = (n: number) => ({
  resellerId: n,
  email: "a@example.com",
  notification_type: "failed_login" as const,
  enabled: true,
});

export const PREVIEW_CASES: AgreementCase[] = [
  { title: "a new router", after: router("a", 'name: "edge"') },
  { title: "a new router whose name the package chooses", after: router("a", "") },
  {
    title: "a name that a router of somebody else has",
    others: (platform, n) => addRouter(platform, n),
    after: router("a", 'name: "edge"'),
  },
  {
    title: "a name that two routers have, and one is adopted",
    others: (platform, n) => [addRouter(platform, n), addRouter(platform, n)],
    after: router("a", 'name: "edge", ifExists: "adopt"'),
  },
  {
    title: "a second router of the same name",
    others: (platform, n) => addRouter(platform, n),
    after: router("a", 'name: "edge", ifExists: "create"'),
  },
  { title: "a routerId that does not exist", after: router("a", `routerId: "${ID}"`) },
  {
    title: "an update of a router that others have deleted",
    before: router("a", 'name: "edge"'),
    others: (platform, _n, { routerId = "" }) => platform.routers.delete(routerId),
    after: router("a", 'name: "new edge"'),
  },
  {
    title: "a router that is adopted and renamed",
    others: (platform, n) => addRouter(platform, n, { id: idIn(n) }),
    after: router("a", `routerId: "${ID}", name: "new edge"`),
  },
  {
    title: "an update of a router that others have renamed",
    before: router("a", 'name: "edge"'),
    others: (platform, _n, { routerId = "" }) => platform.routers.change(routerId, { name: "hotfix" }),
    after: router("a", 'name: "new edge"'),
  },
  {
    title: "an update while a task of others changes the router",
    before: router("a", 'name: "edge"'),
    others: (platform, n, { routerId = "" }) => keepBusy(platform, n, routerId),
    after: router("a", 'name: "new edge"'),
  },
  {
    title: "a rename to a name that another router has",
    before: router("a", 'name: "edge"'),
    others: (platform, n) => addRouter(platform, n, { name: "taken" }),
    after: router("a", 'name: "taken"'),
  },
  {
    title: "a router without a change that others have deleted",
    before: router("a", 'name: "edge"'),
    others: (platform, _n, { routerId = "" }) => platform.routers.delete(routerId),
    after: router("a", 'name: "edge"'),
  },
  {
    title: "a renamed resource without an alias",
    before: router("a", 'name: "edge"'),
    after: router("b", 'name: "edge"'),
  },
  {
    title: "a renamed resource with an alias",
    before: router("a", 'name: "edge"'),
    after: router("b", 'name: "edge"', 'aliases: [{ name: "a-$N" }]'),
  },
  {
    title: "a replacement in another project",
    before: router("a", 'name: "edge"'),
    after: router("a", 'name: "edge"').replace("projectId: 1", "projectId: 2"),
  },
  {
    title: "a gateway in another network",
    before: router("a", 'name: "edge"'),
    after: router("a", `name: "edge", externalGatewayInfo: { networkId: "${OTHER_NETWORK}" }`),
  },
  {
    title: "a subnet that is attached",
    before: router("a", 'name: "edge"'),
    after: router("a", `name: "edge", interfaces: [{ subnetId: "${OFFICE}" }]`),
  },
  {
    title: "a subnet that is detached",
    before: router("a", `name: "edge", ${WITH_SUBNET}`),
    after: router("a", 'name: "edge", interfaces: []'),
  },
  {
    title: "settings that somebody else has created",
    others: (platform, n) => platform.resellers.add(addSettings(n)),
    after: settings("a", 'email: "a@example.com"'),
  },
  {
    title: "settings that do not exist, and are adopted by their number",
    after: settings("a", "notificationSettingsId: 4242$N"),
  },
  {
    title: "an update of settings that others have deleted",
    before: settings("a", 'email: "a@example.com", enabled: true'),
    others: (platform, _n, a) => platform.resellers.delete(Number(a.notificationSettingsId)),
    after: settings("a", 'email: "a@example.com", enabled: false'),
  },
  {
    title: "a threshold that is set to another value",
    others: (platform, n) => platform.quotas.setThreshold(n, 95),
    after: threshold("a", 70),
  },
  {
    title: "a client that is a member already",
    others: (platform, n) => platform.edgeGroups.add(n, 70),
    after: member("a"),
  },
  { title: "a new limit request", after: limit("a") },
];
