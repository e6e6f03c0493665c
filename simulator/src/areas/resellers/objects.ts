import { type ObjectKind, objectKind } from "../object-kind";
import type { ResellersHandle } from "./handle";
import { addition, partialBody } from "./schemas";

export function notificationSettingKind(resellers: ResellersHandle): ObjectKind {
  return objectKind({
    name: "notification_settings",
    all: () => resellers.all(),
    idOf: ({ id }) => id,
    addition,
    add: ({ reseller_id: resellerId, ...said }) => resellers.add({ resellerId, ...said }),
    change: partialBody,
    apply: ({ id }, change) => resellers.change(id, change),
    remove: ({ id }) => resellers.delete(id),
  });
}
