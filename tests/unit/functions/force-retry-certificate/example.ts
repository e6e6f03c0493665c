import { expect } from "@jest/globals";
import type { ExampleFixture } from "../../../support/example-fixtures";

export const example: ExampleFixture = {
  summary: "fires at up and not in a preview",
  config: { certId: "321" },
  actsOnEachRun: true,
  async run({ platform, stack }) {
    platform.certificates.add({ id: 321, state: "failed" });
    const preview = await stack.preview();
    expect(preview.stdout).toMatch(/outcome\s*: \[unknown\]/);
    expect(platform.requests).toEqual([]);
    await stack.up();
    expect((await stack.outputs()).outcome).toBe("started");
  },
};
