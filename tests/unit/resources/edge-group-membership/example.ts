import { expect } from "@jest/globals";
import type { ExampleFixture } from "../../../support/example-fixtures";
import { ADMIN_KEY, changes, keysUsed } from "../../../support/platform";

export const example: ExampleFixture = {
  summary: "with the administrator's key, and ids of 64 bits",
  config: { groupId: "9223372036854775807", clientId: "4711" },
  async run({ platform, stack }) {
    await stack.configure({ secrets: { edgeAdminKey: ADMIN_KEY } });
    await stack.up();
    expect(changes(platform)).toEqual([["POST /fastedge/v1/admin/groups/9223372036854775807/client/4711"]]);
    expect(keysUsed(platform)).toEqual({ own: [], admin: ["/fastedge"] });
    expect(await stack.outputs()).toEqual({ membership: "9223372036854775807/4711" });
  },
};
