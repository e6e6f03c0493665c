import { expect } from "@jest/globals";
import type { ExampleFixture } from "../../../support/example-fixtures";
import { ADMIN_KEY } from "../../../support/platform";

export const example: ExampleFixture = {
  summary: "makes some, and turns others off",
  config: { resellerId: "8" },
  async run({ platform, stack }) {
    const existing = platform.resellers.add({
      resellerId: 8,
      email: "boss@example.com",
      notification_type: "deletion_request",
    });
    await stack.configure({
      config: { existingSettingsId: String(existing.id) },
      secrets: { resellerKey: ADMIN_KEY },
    });
    await stack.up();
    const all = platform.resellers.all();
    expect(all).toContainEqual({ ...existing, enabled: false });
    const created = all.find(({ email }) => email === "oncall@example.com");
    expect(await stack.outputs()).toEqual({ settingsId: Number(created?.id) });
    await stack.destroy();
    expect(platform.resellers.all()).toEqual([]);
  },
};
