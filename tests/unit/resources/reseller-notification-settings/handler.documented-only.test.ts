import { afterEach, describe, expect, test } from "@jest/globals";
import type { SimulatorOptions } from "../../../../simulator/src";
import { logLines } from "../../../support/handler-setup";
import { setUp, setUpInOneProgram, tearDown } from "./setup";

// A deployment that can delete notification settings, and has no other operation for them.

afterEach(tearDown);

const ADOPTED = { resellerId: 8, notificationSettingsId: 31 };
const BELIEVED =
  "warning: this deployment of the platform cannot read or change notification settings: adopted ones are assumed to match the inputs, and only their deletion is sent [notification-settings-change-unsupported]";

async function startSettings(options: SimulatorOptions) {
  const started = await setUp(options);
  started.platform.resellers.add({ resellerId: 8, id: 31, email: "office@example.com" });
  return started;
}

describe("on a deployment with only the documented operations", () => {
  const documentedOnly = { mode: "documented-only" } as const;
  const startDocumentedOnly = () => startSettings(documentedOnly);

  test("each log line is printed once in a run, however many settings there are", async () => {
    const { one, other } = await setUpInOneProgram(documentedOnly);
    await Promise.all([one.up(ADOPTED), other.up({ ...ADOPTED, notificationSettingsId: 32 })]);
    expect(logLines(one)).toEqual([BELIEVED]);
  });

  test("removed inputs are removed from the state", async () => {
    const { resource } = await startDocumentedOnly();
    await resource.up({ ...ADOPTED, email: "desk@example.com", enabled: true });
    await resource.up({ ...ADOPTED, enabled: true });
    expect(await resource.up({ ...ADOPTED, enabled: true })).toBe("same");
  });
});
