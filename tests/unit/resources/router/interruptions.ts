import type { JsonObject } from "../../../../sdk/src/util/json";
import type { InterruptedRun, Interruptions } from "../../../support/interruption";
import { LAB, OFFICE } from "../../../support/platform";
import { ROUTE, type RouterValues, valuesOf } from "./setup";

// Each router is in a project of its own, which identifies its requests. The routers have explicit names and no
// `ifExists`, so a router of that name is only used if a progress entry says that the stack created it.

const PROJECTS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** What is compared of inputs, of outputs and of the platform's record. */
const compared = ({ projectId, regionId, name, routes = [], interfaces = [] }: RouterValues) => ({
  ...{ projectId, regionId, name, routes },
  interfaces: interfaces.map(({ subnetId, ipAddress }) => `${subnetId} ${ipAddress}`),
});

const programOf = (inputs: JsonObject) =>
  PROJECTS.map(
    (projectId) => `new cloudplatform.Router("r${projectId}", ${JSON.stringify({ projectId, ...inputs })});`,
  ).join("\n");

/** A run whose program declares nine routers. */
const nine = (action: string, points: string[], inputs: JsonObject): InterruptedRun => ({
  action,
  points,
  program: programOf(inputs),
  expectedObjects: PROJECTS.map((projectId) => compared({ projectId, ...(inputs as RouterValues) })),
});

const created = { regionId: 2, name: "made", interfaces: [{ subnetId: OFFICE, ipAddress: "10.0.1.5" }] };
const changed = { regionId: 2, name: "changed", interfaces: [{ subnetId: LAB, ipAddress: "10.0.2.5" }] };

const creation = (region: number) => [
  `before GET /cloud/v1/routers/1/${region}`,
  `before POST /cloud/v1/routers/2/${region}`,
  `after POST /cloud/v1/routers/3/${region}`,
  `waiting for POST /cloud/v1/routers/4/${region}`,
  `before GET /cloud/v1/routers/5/${region}/{id}`,
  `before POST /cloud/v1/routers/6/${region}/{id}/attach`,
  `after POST /cloud/v1/routers/7/${region}/{id}/attach`,
  `answered POST /cloud/v1/routers/8/${region}/{id}/attach`,
  `answered GET /cloud/v1/routers/9/${region}/{id}#2`,
];

const change = [
  "before GET /cloud/v1/routers/1/2/{id}",
  "before POST /cloud/v1/routers/2/2/{id}/attach",
  "after POST /cloud/v1/routers/3/2/{id}/attach",
  "before PATCH /cloud/v2/routers/4/2/{id}",
  "after PATCH /cloud/v2/routers/5/2/{id}",
  "waiting for PATCH /cloud/v2/routers/6/2/{id}",
  "before POST /cloud/v1/routers/7/2/{id}/detach",
  "after POST /cloud/v1/routers/8/2/{id}/detach",
  "answered GET /cloud/v1/routers/9/2/{id}#2",
];

/** A run can be killed at four points at most: the other routers are deleted by then. */
const deletion = [
  "before DELETE /cloud/v1/routers/1/3/{id}",
  "after DELETE /cloud/v1/routers/2/3/{id}",
  "waiting for DELETE /cloud/v1/routers/3/3/{id}",
  "answered DELETE /cloud/v1/routers/4/3/{id}",
];

const creating = nine("creates nine routers", creation(2), created);
const changing = nine("changes them", change, changed);
const replacing = nine("replaces them in another region", creation(3), { ...changed, regionId: 3 });
const deleting = { action: "deletes them", program: "", points: deletion, expectedObjects: [] };

// A new address in a subnet that a route needs takes five requests, and a deletion without `deleteWithSubnets` up to four.
// The router is half-way in between: without its routes, or without its subnet.

const routed = (ipAddress: string) => ({
  ...{ regionId: 2, name: "routed", routes: [ROUTE] },
  interfaces: [{ subnetId: OFFICE, ipAddress }],
});

const newAddress = [
  "before PATCH /cloud/v2/routers/1/2/{id}",
  "after PATCH /cloud/v2/routers/2/2/{id}",
  "waiting for PATCH /cloud/v2/routers/3/2/{id}",
  "before POST /cloud/v1/routers/4/2/{id}/detach#2",
  "after POST /cloud/v1/routers/5/2/{id}/detach#2",
  "before POST /cloud/v1/routers/6/2/{id}/attach",
  "after POST /cloud/v1/routers/7/2/{id}/attach",
  "before PATCH /cloud/v2/routers/8/2/{id}#2",
  "after PATCH /cloud/v2/routers/9/2/{id}#2",
];

const halfDeleted = [
  "after PATCH /cloud/v2/routers/1/2/{id}",
  "before POST /cloud/v1/routers/2/2/{id}/detach",
  "after POST /cloud/v1/routers/3/2/{id}/detach",
  "before DELETE /cloud/v1/routers/4/2/{id}#2",
];

const newRoutes = ["before PATCH /cloud/v2/routers/1/2/{id}", "after PATCH /cloud/v2/routers/2/2/{id}"];
const final = routed("10.0.1.6");
const nextProgram = programOf(final);

const halfWay: InterruptedRun[] = [
  nine("creates nine routers with routes", newRoutes, routed("10.0.1.5")),
  nine("changes their addresses", newAddress, final),
  {
    ...nine("changes their addresses again, and the program is reverted", newAddress, final),
    program: programOf(routed("10.0.1.7")),
    nextProgram,
  },
  {
    ...nine("deletes four, and the program has them again", halfDeleted, final),
    program: nextProgram.split("\n").slice(4).join("\n"),
    nextProgram,
  },
];

const router: Pick<Interruptions, "type" | "objects" | "recorded"> = {
  type: "Router",
  objects: ({ routers }) => routers.all().map((record) => ({ id: record.id, ...compared(valuesOf(record)) })),
  recorded: ({ id, outputs }) => ({ id, ...compared(outputs as RouterValues) }),
};

export const interruptions: [Interruptions, ...Interruptions[]] = [
  {
    ...router,
    name: "Router, listed while it is created",
    platform: { visibleWhileCreating: true },
    runs: [creating, changing, replacing, deleting],
  },
  {
    ...router,
    name: "Router, listed after it is created",
    platform: { visibleWhileCreating: false },
    runs: [creating, replacing, deleting],
  },
  {
    ...router,
    name: "Router, half-way",
    platform: { deleteWithSubnets: false },
    needsRefresh: true,
    runs: halfWay,
  },
];
