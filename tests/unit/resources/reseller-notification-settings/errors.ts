import { ERRORS } from "../../../../sdk/src/resources/reseller-notification-settings/errors";
import { handler } from "../../../../sdk/src/resources/reseller-notification-settings/handler";
import type { JsonObject } from "../../../../sdk/src/util/json";
import { handlerSetUp } from "../../../support/handler-setup";
import type { InProcessResource } from "../../../support/in-process-resource";
import { provocations, reportOf } from "../../../support/provocations";
import type { ReceivedRequest } from "../../../support/scripted-server";
import { LOGINS } from "./inputs";

const { setUp, setUpCreated, setUpFaulty, setUpScripted } = handlerSetUp(handler);

const ADOPTED = { resellerId: 8, notificationSettingsId: 31 };
const documentedOnly = { mode: "documented-only" } as const;
const isCreate = ({ method }: ReceivedRequest) => method === "POST";

const created = ({ resource }: { resource: InProcessResource }, args: JsonObject = LOGINS) =>
  reportOf(resource, resource.up(args));

export const PROVOCATIONS = provocations(ERRORS, {
  async missing() {
    const { platform, resource } = await setUpCreated(LOGINS);
    platform.resellers.delete(Number(resource.outputs.notificationSettingsId));
    return created({ resource }, { ...LOGINS, enabled: false });
  },
  nothingToAdopt: async () => created(await setUp(), ADOPTED),
  cannotCreate: async () => created(await setUp(documentedOnly)),
  async notDeleted() {
    const { resource } = await setUpScripted(() => ({ status: 404 }));
    await resource.up(ADOPTED);
    return reportOf(resource, resource.destroy());
  },
  notListed: async () =>
    created(await setUpFaulty((request) => (isCreate(request) ? { status: 201 } : undefined))),
  idNotReported: async () =>
    created(await setUpScripted((request) => ({ status: isCreate(request) ? 201 : 404 }))),
  cannotList: async () => created(await setUp(documentedOnly)),
});
