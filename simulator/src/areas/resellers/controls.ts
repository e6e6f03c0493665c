import { type Operation, operation } from "../../http/operation";
import type { ResellersHandle } from "./handle";
import { addition } from "./schemas";

/** POST /_simulator/notification_settings: where the API has no create, settings have to come from somewhere. */
export function addSettingControl(resellers: ResellersHandle): Operation {
  return operation({
    method: "POST",
    path: "/notification_settings",
    body: addition,
    handle: ({ body: { reseller_id, ...said } }) => ({
      status: 201,
      body: resellers.add({ resellerId: reseller_id, ...said }),
    }),
  });
}
