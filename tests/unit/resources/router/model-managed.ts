import fc from "fast-check";
import type { JsonObject } from "../../../../sdk/src/util/json";
import { expectModel } from "../../../model/expect-model";
import type { PlatformObject, ResourceSpec } from "../../../model/resource-spec";
import type { ResourceState } from "../../../support/in-process-resource";
import { arbitraryInputs, drifts, fieldsOf, router, validCombination } from "./model";

/** The name of the router if the program declares none. */
const DEFAULT_NAME = "edge-a3e6503";

/** Whether a replaced router that is not deleted yet has the name. */
function isTaken(
  { ifExists, ...args }: JsonObject,
  objects: PlatformObject[],
  pendingDeletions: ResourceState[],
): boolean {
  const { name, region } = managed.fieldsOfInputs(args);
  const left = objects.filter(({ id }) => pendingDeletions.some((each) => each.id === id));
  return ifExists !== "adopt" && left.some(({ fields }) => fields.name === name && fields.region === region);
}

const managed: ResourceSpec = {
  ...router,
  prepare: ({ routers }) => [routers.add({ projectId: 1, regionId: 2, name: "somebody-elses" }).id],
  args: fc
    .record(
      {
        projectId: fc.constant(1),
        regionId: fc.constantFrom(2, 2, 2, 3),
        ...arbitraryInputs,
        ifExists: fc.constantFrom("fail", "adopt", "create"),
      },
      { requiredKeys: ["projectId", "regionId"] },
    )
    .map(validCombination),
  optional: ["name", "externalGatewayInfo", "interfaces", "routes", "ifExists"],
  validCombination,
  cannotSucceed: isTaken,
  fieldsOfInputs: (args) => fieldsOf({ name: DEFAULT_NAME, ...args }),
  initialFields: { network: null, snat: true, routes: [], subnets: [] },
  drifts: [...drifts, { text: "delete the router", apply: ({ routers }, id) => routers.delete(id) }],
  canBeKilled: true,
  knowsInputsOfKilledRun: true,
};

export const managedModels = {
  "A router is as declared": () => expectModel(managed),
};
