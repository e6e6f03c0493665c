import { expect, test } from "@jest/globals";
import { useDeployment } from "../support/deployment";
import { failureOf } from "../support/until";

// A page of a gateway in place of the API proves nothing: with the real CLI, nothing is created, forgotten or overwritten
// because of it. tests/unit/resources.not-the-api.test.ts has each resource and each operation.

const PROGRAM = `
const place = { projectId: 1, regionId: 2 };
new cloudplatform.Router("edge", { ...place, name: "edge-router" });
new cloudplatform.EdgeGroupMembership("partner", { groupId: 17, clientId: 4711 });
new cloudplatform.QuotaLimitRequest("more", {
  description: "More routers",
  requestedLimits: { globalLimits: { projectCountLimit: 20 } },
});
new cloudplatform.ResellerNotificationSettings("logins", {
  resellerId: 8, email: "oncall@example.com", notificationType: "failed_login",
});`;

const idsIn = (resources: Array<{ id?: string | undefined }>) => resources.map(({ id }) => id).sort();

const { platform, stack } = useDeployment({ taskTime: 0 });

test("while a gateway answers 404 in place of the API, refresh and destroy keep all resources, and destroy names what it could not delete", async () => {
  stack.program(PROGRAM);
  await stack.up();
  const before = idsIn(await stack.resources());
  const objects = () => [
    platform.routers.all().map(({ id }) => id),
    platform.edgeGroups.members(17),
    platform.quotas.requests().map(({ id }) => id),
    platform.resellers.all().map(({ id }) => id),
  ];
  const existing = objects();
  for (const area of ["/cloud/", "/fastedge/", "/iam/"]) platform.faults.add(`html:code=404@* ${area}*`);
  await stack.refresh();
  expect(idsIn(await stack.resources())).toEqual(before);
  const { message } = await failureOf(stack.destroy());
  expect(message).toMatch(
    /\[(edge-group-member-remains|operation-not-confirmed|quota-request-not-withdrawn)\]/,
  );
  expect([idsIn(await stack.resources()), objects()]).toEqual([before, existing]);
  platform.faults.clear();
  await stack.destroy();
  expect([await stack.resources(), objects().flat()]).toEqual([[], []]);
}, 240_000);
