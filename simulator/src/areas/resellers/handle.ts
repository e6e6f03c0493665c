import { notFound } from "../../core/problem";
import type { NotificationSettingChange, NotificationSettingRecord } from "./record";
import type { NotificationSettingStore } from "./store";

/** A setting to be there from one moment to the next; whatever is left out gets a plausible value. */
export interface NotificationSettingAddition extends NotificationSettingChange {
  readonly resellerId: number;
  readonly id?: number;
}

/** The notification settings as somebody else would change them, without checks. */
export interface ResellersHandle {
  all(): NotificationSettingRecord[];
  get(id: number): NotificationSettingRecord | undefined;
  add(addition: NotificationSettingAddition): NotificationSettingRecord;
  change(id: number, change: NotificationSettingChange): NotificationSettingRecord;
  delete(id: number): void;
}

const plausible = {
  email: "admin@example.com",
  notification_type: "deletion_request",
  enabled: true,
} as const;

export function resellersHandle(store: NotificationSettingStore): ResellersHandle {
  const existing = (id: number): NotificationSettingRecord => {
    const setting = store.find(id);
    if (setting === undefined) throw notFound(`There is no notification setting ${id}.`);
    return setting;
  };
  return {
    all: () => structuredClone(store.all()),
    get: (id) => structuredClone(store.find(id)),
    add: ({ resellerId, ...said }) =>
      structuredClone(store.add({ reseller: resellerId, ...plausible, ...said })),
    change: (id, change) => structuredClone(store.change(existing(id), change)),
    delete: (id) => store.remove(existing(id).id),
  };
}
