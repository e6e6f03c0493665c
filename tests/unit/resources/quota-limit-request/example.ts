import { expect } from "@jest/globals";
import type { ExampleFixture } from "../../../support/example-fixtures";

export const example: ExampleFixture = {
  summary: "is sent, followed by refresh, and stays when it is decided",
  config: { regionId: "76" },
  async run({ platform, stack }) {
    await stack.up();
    const [request] = platform.quotas.requests();
    expect(request?.requested_limits).toEqual({
      global_limits: { project_count_limit: 10 },
      regional_limits: [{ region_id: 76, cpu_count_limit: 200, ram_limit: 524288 }],
    });
    expect(await stack.outputs()).toEqual({ requestId: Number(request?.id), status: "in progress" });
    platform.quotas.approve(String(request?.id));
    await stack.refresh();
    await stack.up("--expect-no-changes");
    expect((await stack.outputs()).status).toBe("done");
  },
};
