import { expect, test } from "@jest/globals";
import { isDelete, isRead, LOGINS, setUpScripted } from "./setup";

// 64-bit ids keep every digit, also if JavaScript would round them.

const LARGEST = "9223372036854775807";
const NEIGHBOUR = "9223372036854775806";
const ALL = `/iam/reselling/resellers/${LARGEST}/notification_settings`;

const record = (id: string) =>
  `{"id":${id},"reseller":${LARGEST},"email":"oncall@example.com","notification_type":"failed_login","enabled":true}`;

test("ids of created settings are exact in the state, the resource id and the path", async () => {
  const { server, resource } = await setUpScripted((request) => {
    if (request.method === "POST") return { status: 201, body: record(LARGEST) };
    if (isDelete(request)) return { status: 204 };
    return { body: isRead(request) ? record(LARGEST) : '{"count":0,"results":[]}' };
  });
  const args = { ...LOGINS, resellerId: LARGEST };
  await resource.up(args);
  expect(resource.state?.id).toBe(`${LARGEST}/${LARGEST}`);
  expect(resource.outputs).toEqual({ ...args, notificationSettingsId: LARGEST, enabled: true });
  await resource.refresh();
  expect(await resource.up(args)).toBe("same");
  await resource.destroy();
  expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `GET ${ALL}`,
    `POST ${ALL}`,
    `GET ${ALL}`,
    `GET ${ALL}/${LARGEST}`,
    `DELETE ${ALL}/${LARGEST}`,
    `GET ${ALL}`,
  ]);
});

test("ids of settings that are searched in the list are exact: the neighbour belongs to somebody else", async () => {
  const { resource } = await setUpScripted((request) =>
    isRead(request)
      ? { status: 404, body: { message: "Not Found" } }
      : { body: `{"results":[${record(NEIGHBOUR)}]}` },
  );
  await resource.up({ resellerId: LARGEST, notificationSettingsId: NEIGHBOUR });
  expect(resource.outputs.notificationSettingsId).toBe(NEIGHBOUR);
  await expect(resource.up({ resellerId: LARGEST, notificationSettingsId: LARGEST })).rejects.toThrow(
    `there are no notification settings ${LARGEST} of reseller ${LARGEST} [notification-settings-nothing-to-adopt].`,
  );
});
