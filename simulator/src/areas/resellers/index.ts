import { fieldErrors } from "../../http/shapes";
import type { Area, AreaPlatform } from "../area";
import { type ResellersHandle, resellersHandle } from "./handle";
import { notificationSettingKind } from "./objects";
import { resellerOperations } from "./operations";
import { NotificationSettingStore } from "./store";

export function resellersArea({ settings, memory }: AreaPlatform): Area<ResellersHandle> {
  const store = new NotificationSettingStore(memory);
  const handle = resellersHandle(store);
  return {
    handle,
    operations: resellerOperations({ settings, store }),
    errors: { under: ["/iam"], shape: fieldErrors },
    objects: [notificationSettingKind(handle)],
    state: () => store.all(),
  };
}
