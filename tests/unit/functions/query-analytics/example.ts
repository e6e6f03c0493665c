import { expect } from "@jest/globals";
import type { ExampleFixture } from "../../../support/example-fixtures";

export const example: ExampleFixture = {
  summary: "what the platform answers",
  config: { resourceId: "1701" },
  async run({ platform, stack }) {
    const traffic = [{ country: "LU", bytes: 12345 }];
    platform.analytics.answer(({ variables }) => ({ data: { traffic, asked: variables } }));
    await stack.up();
    expect(await stack.outputs()).toEqual({ traffic: { traffic, asked: { resource: 1701 } } });
  },
};
