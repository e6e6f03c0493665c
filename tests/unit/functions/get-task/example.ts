import { expect } from "@jest/globals";
import type { ExampleFixture } from "../../../support/example-fixtures";
import { createRouter } from "../../../support/platform";

export const example: ExampleFixture = {
  summary: "how a task stands",
  config: {},
  options: { taskTime: 0 },
  async run({ platform, stack }) {
    await createRouter(platform);
    const [task] = platform.tasks.all();
    await stack.configure({ config: { taskId: task?.id ?? "" } });
    await stack.up();
    expect(await stack.outputs()).toMatchObject({
      state: "FINISHED",
      createdResources: { routers: [platform.routers.all()[0]?.id] },
    });
  },
};
