import fc from "fast-check";
import type { JsonObject } from "../../../../sdk/src/util/json";
import { expectModel } from "../../../model/object";
import type { Subject, Thing } from "../../../model/subject";
import type { ResourceState } from "../../../support/in-process-resource";
import { drifts, factsOf, fields, fitting, router } from "./model";

/** What a router of this resource is called where no name is declared, in every run. */
const OWN_NAME = "edge-a3e6503";

/** Whether the name is still that of the router's predecessor. */
function isTaken({ ifExists, ...args }: JsonObject, things: Thing[], condemned: ResourceState[]): boolean {
  const { name, region } = managed.declared(args);
  const left = things.filter(({ id }) => condemned.some((each) => each.id === id));
  return ifExists !== "adopt" && left.some(({ facts }) => facts.name === name && facts.region === region);
}

const managed: Subject = {
  ...router,
  prepare: ({ routers }) => [routers.add({ projectId: 1, regionId: 2, name: "somebody-elses" }).id],
  args: fc
    .record(
      {
        projectId: fc.constant(1),
        regionId: fc.constantFrom(2, 2, 2, 3),
        ...fields,
        ifExists: fc.constantFrom("fail", "adopt", "create"),
      },
      { requiredKeys: ["projectId", "regionId"] },
    )
    .map(fitting),
  optional: ["name", "externalGatewayInfo", "interfaces", "routes", "ifExists"],
  fitting,
  hopeless: isTaken,
  declared: (args) => factsOf({ name: OWN_NAME, ...args }),
  fresh: { network: null, snat: true, routes: [], subnets: [] },
  drifts: [...drifts, { text: "deletes it", apply: ({ routers }, id) => routers.delete(id) }],
  kills: true,
  remembers: true,
};

export const managedModels = {
  "A router is as declared": () => expectModel(managed),
};
