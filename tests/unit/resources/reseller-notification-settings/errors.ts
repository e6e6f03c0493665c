import { ERRORS } from "../../../../sdk/src/resources/reseller-notification-settings/errors";
import type { JsonObject } from "../../../../sdk/src/util/json";
import { failOnce } from "../../../support/handler-setup";
import type { InProcessResource } from "../../../support/in-process-resource";
import { provocations, reportOf } from "../../../support/provocations";
import { isCreate, LOGINS, missing, setUp, setUpFaulty, setUpScripted } from "./setup";

const ADOPTED = { resellerId: 8, notificationSettingsId: 31 };
const documentedOnly = { mode: "documented-only" } as const;

const created = ({ resource }: { resource: InProcessResource }, args: JsonObject = LOGINS) =>
  reportOf(resource, resource.up(args));

export const PROVOCATIONS = provocations(ERRORS, {
  async exist() {
    const { platform, resource } = await setUp();
    platform.resellers.add({ resellerId: 8, email: LOGINS.email, notification_type: "failed_login" });
    return reportOf(resource, resource.up(LOGINS));
  },
  async missing() {
    const { platform, resource } = await setUp();
    await resource.up(LOGINS);
    platform.resellers.delete(Number(resource.outputs.notificationSettingsId));
    return reportOf(resource, resource.up({ ...LOGINS, enabled: false }));
  },
  nothingToAdopt: async () => created(await setUp(), ADOPTED),
  cannotCreate: async () => created(await setUp(documentedOnly)),
  notListed: async () => created(await setUpFaulty(failOnce(isCreate, { status: 201 }))),
  idNotReported: async () =>
    created(await setUpScripted((request) => (isCreate(request) ? { status: 201 } : missing))),
  cannotList: async () => created(await setUp(documentedOnly)),
  cannotChange: async () => created(await setUp(documentedOnly), ADOPTED),
});
