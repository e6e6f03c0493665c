import { fieldErrors } from "../../http/shapes";
import type { Platform } from "../../platform";
import type { Area } from "../area";
import { addSettingControl } from "./controls";
import { type ResellersHandle, resellersHandle } from "./handle";
import { resellerOperations } from "./operations";
import { NotificationSettingStore } from "./store";

export function resellersArea({ settings, memory }: Platform): Area<ResellersHandle> {
  const store = new NotificationSettingStore(memory);
  const handle = resellersHandle(store);
  return {
    handle,
    operations: resellerOperations({ settings, store }),
    errors: { under: ["/iam"], shape: fieldErrors },
    controls: [addSettingControl(handle)],
    state: () => store.all(),
  };
}
