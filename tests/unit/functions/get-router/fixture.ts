import type { FunctionFixture } from "../../../support/function-fixtures";

const UUID = "1e3a6f0c-52b4-4d0b-9a57-0c1f4c7d9e21";
const SHARED = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
const PLACE = { projectId: 1, regionId: 2 };
const EITHER = "the arguments must have either routerId or name";

export const fixtures: FunctionFixture[] = [
  {
    name: "getRouter",
    prepare: ({ routers }) => void routers.add({ ...PLACE, id: SHARED, name: "shared" }),
    argument: () => ({ ...PLACE, routerId: SHARED }),
    invalid: [
      [{ ...PLACE, projectId: 0, name: "edge" }, "projectId must be the number of a project: 1 or more"],
      [
        { regionId: 2, name: "edge" },
        "projectId is required, and must be the number of a project: a whole number",
      ],
      [
        { ...PLACE, regionId: "2", name: "edge" },
        "regionId must be the number of a region: a whole number, not a text",
      ],
      [{ ...PLACE, routerId: "17" }, `routerId must be the UUID of a router, such as "${UUID}"`],
      [{ ...PLACE, name: "" }, "name must not be empty"],
      [{ ...PLACE, name: 7 }, "name must be the name of a router"],
      [PLACE, EITHER],
      [{ ...PLACE, routerId: UUID, name: "edge" }, EITHER],
      [
        { ...PLACE, router_id: UUID, name: "edge" },
        'router_id is not a property of this function; did you mean "routerId"?',
      ],
    ],
    // By id. With `name` the function needs a list with the name, see handler.test.ts.
    anyReply: { path: /^\/cloud\/v1\/routers\/\d+\/\d+\/./, answer: { body: { id: UUID } } },
    documentedOnly: "getRouter: this deployment of the platform cannot read routers [routers-not-readable]",
    output: {
      args: (routerId) => ({ ...PLACE, routerId }),
      value: () => SHARED,
      result: { ...PLACE, routerId: SHARED, name: "shared" },
    },
    mocked: { args: { ...PLACE, name: "edge" }, result: { ...PLACE, name: "edge", status: "ACTIVE" } },
    types: `
export const gateway: Promise<cloudplatform.RouterGatewayOutput | null | undefined> = cloudplatform
  .getRouter({ projectId: 1, regionId: 2, name: "edge" }, { provider })
  .then(({ externalGatewayInfo }) => externalGatewayInfo);
// @ts-expect-error the region is required
cloudplatform.getRouter({ projectId: 1, name: "edge" });
cloudplatform.getRouterOutput({ projectId: 1, regionId: 2, routerId: provider.id });
// @ts-expect-error a router is found by its id or by its name
cloudplatform.getRouter({ projectId: 1, regionId: 2 });
// @ts-expect-error not by both
cloudplatform.getRouter({ projectId: 1, regionId: 2, name: "edge", routerId: "edge" });
`,
  },
];
