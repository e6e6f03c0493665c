import type { InterruptedRun, Interruptions } from "../../../support/interruption";
import { LAB, OFFICE } from "../../../support/platform";
import { ROUTE } from "./setup";

// Each router is in a project of its own, which identifies its requests. The routers have explicit names and no
// `ifExists`, so a router of that name is only used if a progress entry says that the stack created it.

const PROJECTS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

interface Form {
  region: number;
  name: string;
  subnet: { subnetId: string; ipAddress: string };
}

const created: Form = { region: 2, name: "made", subnet: { subnetId: OFFICE, ipAddress: "10.0.1.5" } };
const changed: Form = { region: 2, name: "changed", subnet: { subnetId: LAB, ipAddress: "10.0.2.5" } };
const moved: Form = { ...changed, region: 3 };

const programOf = (args: object) =>
  PROJECTS.map(
    (projectId) => `new cloudplatform.Router("r${projectId}", ${JSON.stringify({ projectId, ...args })});`,
  ).join("\n");

const form = ({ region, name, subnet }: Form) => ({
  program: programOf({ regionId: region, name, interfaces: [subnet] }),
  expectedObjects: PROJECTS.map((project) => ({ project, region, name, subnets: [subnet.subnetId] })),
});

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

const creating: InterruptedRun = { action: "creates nine routers", points: creation(2), ...form(created) };
const changing: InterruptedRun = { action: "changes them", points: change, ...form(changed) };
const replacing: InterruptedRun = {
  action: "replaces them in another region",
  points: creation(3),
  ...form(moved),
};
const deleting: InterruptedRun = {
  action: "deletes them",
  program: "",
  points: deletion,
  expectedObjects: [],
};

// A new address in a subnet that a route needs takes five requests, and a deletion without `deleteWithSubnets` up to four.
// The router is half-way in between: without its routes, or without its subnet.

const routed = (ipAddress: string) => ({
  program: programOf({
    regionId: 2,
    name: "routed",
    interfaces: [{ subnetId: OFFICE, ipAddress }],
    routes: [ROUTE],
  }),
  expectedObjects: PROJECTS.map((project) => ({ project, addresses: [ipAddress], routes: [ROUTE] })),
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

const halfWay: InterruptedRun[] = [
  {
    action: "creates nine routers with routes",
    points: ["before PATCH /cloud/v2/routers/1/2/{id}", "after PATCH /cloud/v2/routers/2/2/{id}"],
    ...routed("10.0.1.5"),
  },
  { action: "changes their addresses", points: newAddress, ...routed("10.0.1.6") },
  {
    action: "changes their addresses again, and the program is reverted",
    points: newAddress,
    ...routed("10.0.1.6"),
    program: routed("10.0.1.7").program,
    nextProgram: routed("10.0.1.6").program,
  },
  {
    action: "deletes four, and the program has them again",
    points: halfDeleted,
    ...routed("10.0.1.6"),
    program: routed("10.0.1.6").program.split("\n").slice(4).join("\n"),
    nextProgram: routed("10.0.1.6").program,
  },
];

const router: Pick<Interruptions, "type" | "objects" | "recorded"> = {
  type: "Router",
  objects: ({ routers }) =>
    routers.all().map((router) => ({
      id: router.id,
      project: router.project_id,
      region: router.region_id,
      name: router.name,
      subnets: router.interfaces.flatMap((one) => one.ip_assignments.map(({ subnet_id }) => subnet_id)),
    })),
  recorded: ({ id, outputs }) => ({
    id,
    project: outputs.projectId,
    region: outputs.regionId,
    name: outputs.name,
    subnets: (outputs.interfaces as Array<{ subnetId: string }>).map(({ subnetId }) => subnetId),
  }),
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
    type: "Router",
    name: "Router, half-way",
    platform: { deleteWithSubnets: false },
    objects: ({ routers }) =>
      routers.all().map((one) => ({
        id: one.id,
        project: one.project_id,
        addresses: one.interfaces.flatMap((port) => port.ip_assignments.map(({ ip_address }) => ip_address)),
        routes: one.routes,
      })),
    recorded: ({ id, outputs }) => ({
      id,
      project: outputs.projectId,
      addresses: (outputs.interfaces as Array<{ ipAddress: string }>).map(({ ipAddress }) => ipAddress),
      routes: outputs.routes,
    }),
    runs: halfWay,
  },
];
