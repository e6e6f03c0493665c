import type { FunctionFixture } from "../../../support/function-fixtures";

const PLACE = { projectId: 1, regionId: 3 };

export const fixtures: FunctionFixture[] = [
  {
    name: "getRouters",
    prepare: ({ routers }) => void routers.add({ ...PLACE, name: "branch" }),
    argument: () => PLACE,
    invalid: [
      [{ ...PLACE, projectId: 1.5 }, "projectId must be the number of a project: a whole number"],
      [{ projectId: 1 }, "regionId is required, and must be the number of a region: a whole number"],
      [{ ...PLACE, name: "" }, "name must not be empty"],
      [{ ...PLACE, name: ["edge"] }, "name must be the name of routers"],
      [{ ...PLACE, routerId: "1" }, "routerId is not a property of this function; check its spelling"],
    ],
    documentedOnly: "getRouters: this deployment of the platform cannot read routers [routers-not-readable]",
    output: {
      args: (name) => ({ ...PLACE, name }),
      value: () => "branch",
      result: { ...PLACE, routers: [{ ...PLACE, name: "branch" }] },
    },
    mocked: { args: PLACE, result: { ...PLACE, routers: [{ ...PLACE }] } },
    types: `
export const routers: Output<cloudplatform.RouterState[]> = cloudplatform.getRoutersOutput({
  projectId: output(1),
  regionId: 2,
}).routers;
`,
  },
];
