import { expect } from "@jest/globals";
import type { ExampleFixture } from "../../../support/example-fixtures";

export const example: ExampleFixture = {
  summary: "fires once, and once more when the domain changes",
  config: { certId: "321", domain: "www.example.com" },
  async run({ platform, stack }) {
    platform.certificates.add({ id: 321, state: "failed" });
    const fired = () => platform.count({ method: "POST", path: "/cdn/sslData/321/force-retry" });
    await stack.up();
    expect((await stack.outputs()).outcome).toBe("started");
    await stack.up("--expect-no-changes");
    expect(fired()).toBe(1);
    await stack.configure({ config: { domain: "shop.example.com" } });
    await stack.up();
    expect(fired()).toBe(2);
    expect((await stack.outputs()).outcome).toBe("inProgress");
    await stack.destroy();
    expect(fired()).toBe(2);
  },
};
