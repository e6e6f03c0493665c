import { expect } from "@jest/globals";
import type { ExampleFixture } from "../../../support/example-fixtures";

export const example: ExampleFixture = {
  summary: "the names of all routers",
  config: { projectId: "1234", regionId: "76" },
  async run({ platform, stack }) {
    for (const name of ["edge", "branch"]) platform.routers.add({ projectId: 1234, regionId: 76, name });
    await stack.up();
    expect(await stack.outputs()).toEqual({ names: ["edge", "branch"] });
  },
};
