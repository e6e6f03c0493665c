import type { JsonObject } from "../../../../sdk/src/util/json";
import type { Simulator } from "../../../../simulator/src";
import { LAB, NETWORK, NO_ROUTER } from "../../../support/platform";
import type { ResourceFixture } from "../../../support/resource-fixtures";
import { inputs } from "./inputs";
import { scenario } from "./scenario";
import { args, gatewayIn, OPTIONAL, PLACE, SHARED, WHOLE } from "./setup";

/** A router that exists, and inputs that name it. */
const existing = (named: JsonObject) => ({
  prepare({ routers }: Simulator) {
    const external_gateway_info = gatewayIn(NETWORK, true);
    routers.add({ ...PLACE, id: SHARED, name: "shared", external_gateway_info });
    return { ...PLACE, ...named };
  },
});

const { routes: _, ...UNROUTED } = WHOLE;

/** What a deployment with only the documented operations can apply to an existing router. */
const renamed = { ...PLACE, routerId: NO_ROUTER, name: "renamed", externalGatewayInfo: null, routes: [] };

export const fixture: ResourceFixture = {
  state: {
    type: "pulumi-nodejs:dynamic/cloudplatform:Router",
    provider: 'exports.handler=()=>require("pulumi-cloudplatform/provider").Router',
    optional: OPTIONAL,
  },
  inputs,
  duplicates: [
    [
      "the same name",
      args,
      args,
      "name",
      'is the same as in another resource of this stack, one: each would find the other\'s router; give one another name, or declare `ifExists: "create"` with both',
    ],
    [
      "the same adopted router",
      { ...PLACE, routerId: NO_ROUTER, routes: [] },
      { ...PLACE, routerId: NO_ROUTER.toUpperCase(), externalGatewayInfo: null },
      "routerId",
      "is the same as in another resource of this stack, one: both would change the same router, so declare it once",
    ],
  ],
  scenario,
  existing: {
    args: WHOLE,
    scope: PLACE,
    different: { property: "routes", value: [], actual: JSON.stringify(WHOLE.routes) },
    missing: NO_ROUTER,
    notFound: `Router ${NO_ROUTER}, projectId 1, regionId 2 does not exist at the platform [object-not-found]`,
    malformed: {
      id: "edge-router",
      problem: `routerId must be the UUID of a router, such as "${NO_ROUTER}"`,
    },
    change: ({ routers }) => routers.change(routers.all()[0]?.id ?? "", { name: "another-name" }),
    objects: ({ routers }) => routers.all(),
  },
  adoptions: [
    { what: "`routerId` names it", ...existing({ routerId: SHARED }), creation: "adopts", deletion: "keeps" },
    {
      what: '`ifExists: "adopt"`, and a router has the `name`',
      ...existing({ name: "shared", ifExists: "adopt" }),
      creation: "adopts",
      deletion: "deletes",
    },
    {
      what: '`ifExists: "fail"`, the default, and a router has the `name`',
      ...existing({ name: "shared" }),
      creation: "fails",
    },
    {
      what: '`ifExists: "create"`, and a router has the `name`',
      ...existing({ name: "shared", ifExists: "create" }),
      creation: "creates another",
      deletion: "keeps",
    },
  ],
  optional: [
    {
      args: {
        ...UNROUTED,
        externalGatewayInfo: { type: "manual", networkId: NETWORK, enableSnat: false },
        interfaces: [{ subnetId: LAB, ipAddress: "10.0.2.7" }],
        ifExists: "create",
      },
    },
    // The platform does not detach a subnet that a route needs.
    { args: WHOLE, only: ["routes"] },
    {
      prepare: (platform) => void existing({}).prepare(platform),
      args: { ...PLACE, routerId: SHARED, name: "shared-2" },
    },
  ],
  documentedOnly: {
    prepare({ routers }) {
      routers.add({ ...PLACE, id: NO_ROUTER, name: "shared" });
      return renamed;
    },
    change: { name: "renamed-again" },
    id: NO_ROUTER,
    outputs: renamed,
    exported: ["name", "renamed"],
    messages: [],
    remove: ({ routers }) => routers.delete(NO_ROUTER),
    deletionMessages: [
      `info: Router ${NO_ROUTER} stays at the platform: it was adopted (routerId), not created here`,
    ],
    left: 1,
  },
  program: {
    inputs: WHOLE,
    secret: "name",
    live: {
      routerId: "id-of-it",
      status: "ACTIVE",
      region: "region-2",
      createdAt: "2026-01-01T00:00:00+0000",
      distributed: false,
      externalGatewayInfo: {
        ...WHOLE.externalGatewayInfo,
        externalFixedIps: [{ ipAddress: "203.0.113.10", subnetId: LAB }],
      },
      interfaces: [{ subnetId: LAB, ipAddress: "10.0.2.7", portId: "p", networkId: "n", macAddress: "m" }],
    },
    idOutput: "routerId",
    completed: ["externalGatewayInfo", "interfaces"],
  },
  upgrade: {
    since: "0.1.0",
    prepare: ({ routers }) => ({ adoptedRouter: routers.add({ ...PLACE, name: "adopted-router" }).id }),
    config: ({ routers }) => ({
      adoptedRouter: routers.find(({ name }: { name: string }) => name === "adopted-router")?.id ?? "",
    }),
    save: ({ routers }) => ({ routers: routers.all() }),
    restore(platform, { routers }) {
      for (const { project_id, region_id, ...router } of routers)
        platform.routers.add({ projectId: project_id, regionId: region_id, ...router });
    },
    changes: { request: /^PATCH \/cloud\/v2\/routers\//, count: 2 },
    // The adopted router remains.
    left: { found: ({ routers }) => routers.all().map(({ name }) => name), expected: ["adopted-anew"] },
  },
  types: `
const args: RouterArgs = { projectId: 1, regionId: 2, externalGatewayInfo: null };
new cloudplatform.Router("closed", { projectId: 1, regionId: 2, externalGatewayInfo: {} });
export const id: Output<string> = new Router("edge", args, { provider }).routerId;
// @ts-expect-error a project is a number
new Router("wrong", { projectId: "one", regionId: 2 });
// @ts-expect-error there is no such property
new Router("wrong", { projectId: 1, regionId: 2, colour: "red" });
new Router("gateway", { projectId: 1, regionId: 2, externalGatewayInfo: { type: "default", enableSnat: true } });
// @ts-expect-error a gateway needs its network
new Router("wrong", { projectId: 1, regionId: 2, externalGatewayInfo: { enableSnat: true } });
// @ts-expect-error the platform selects the network
new Router("wrong", { projectId: 1, regionId: 2, externalGatewayInfo: { type: "default", networkId: id } });
`,
};
