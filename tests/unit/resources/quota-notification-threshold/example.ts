import { expect } from "@jest/globals";
import type { ExampleFixture } from "../../../support/example-fixtures";

export const example: ExampleFixture = {
  summary: "is set, and set back by destroy",
  config: { clientId: "42" },
  async run({ platform, stack }) {
    await stack.up();
    expect(platform.quotas.threshold(42)).toMatchObject({ threshold: 70 });
    expect(await stack.outputs()).toEqual({ lastWarning: "never" });
    await stack.destroy();
    expect(platform.quotas.threshold(42)).toBeUndefined();
  },
};
