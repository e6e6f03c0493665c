import type { InterruptedRun, Interruptions } from "../../../support/interruption";
import { LAB, OFFICE } from "../../../support/platform";

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

const program = ({ region: regionId, name, subnet }: Form) =>
  PROJECTS.map((projectId) => {
    const args = { projectId, regionId, name, interfaces: [subnet] };
    return `new cloudplatform.Router("r${projectId}", ${JSON.stringify(args)});`;
  }).join("\n");

const expectedObjects = ({ region, name, subnet }: Form) =>
  PROJECTS.map((project) => ({ project, region, name, subnets: [subnet.subnetId] }));

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

const creating: InterruptedRun = {
  action: "creates nine routers",
  program: program(created),
  points: creation(2),
  expectedObjects: expectedObjects(created),
};
const changing: InterruptedRun = {
  action: "changes them",
  program: program(changed),
  points: change,
  expectedObjects: expectedObjects(changed),
};
const replacing: InterruptedRun = {
  action: "replaces them in another region",
  program: program(moved),
  points: creation(3),
  expectedObjects: expectedObjects(moved),
};
const deleting: InterruptedRun = {
  action: "deletes them",
  program: "",
  points: deletion,
  expectedObjects: [],
};

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
];
