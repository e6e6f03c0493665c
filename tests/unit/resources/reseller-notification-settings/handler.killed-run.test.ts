import { expect, test } from "@jest/globals";
import { logLines } from "../../../support/handler-setup";
import { changes } from "../../../support/platform";
import { LOGINS, setUpRuns } from "./setup";

// A run is killed after it has sent a creation, so the state does not contain the settings.

const used = (id: string | undefined) =>
  `info: notification settings ${id}, which an earlier run created, is used: no second one is created`;

test("the settings of a killed run are used by the next run, which changes them to its inputs", async () => {
  const { platform, killed, next } = await setUpRuns();
  await killed.up(LOGINS);
  const { id } = killed.state ?? {};
  await next.up({ ...LOGINS, email: "ops@example.com" });
  expect(next.state?.id).toBe(id);
  expect(changes(platform).map(([call]) => call.split(" ")[0])).toEqual(["POST", "PUT"]);
  expect(platform.resellers.all()).toMatchObject([{ email: "ops@example.com" }]);
  expect(logLines(next)).toEqual([used(id)]);
});

test("on another machine nothing tells them from those of another stack", async () => {
  const { killed, elsewhere } = await setUpRuns();
  await killed.up(LOGINS);
  await expect(elsewhere.up(LOGINS)).rejects.toThrow("[notification-settings-exist]");
  await elsewhere.up({ ...LOGINS, ifExists: "adopt" });
  expect(elsewhere.state?.id).toBe(killed.state?.id);
});

test("those of a killed run in another reseller's place are not used", async () => {
  const { platform, killed, next } = await setUpRuns();
  await killed.up(LOGINS);
  platform.resellers.add({ resellerId: 9, email: LOGINS.email, notification_type: "failed_login" });
  await expect(next.up({ ...LOGINS, resellerId: 9 })).rejects.toThrow("[notification-settings-exist]");
});
