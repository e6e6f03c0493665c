import { z } from "zod";
import {
  resellers as api,
  type NotificationSettingChange,
  type NotificationSettingRecord,
  notificationSettingRecord,
  partialBody,
} from "../contract/resellers";
import type { MemoryPart } from "../core/memory";
import { linkedPageOf } from "../core/page";
import { notFound } from "../core/problem";
import { type AnyId, anyId, sameAs } from "../core/schemas";
import { type Operation, ok, operation } from "../http/operation";
import type { Area, AreaPlatform } from "./area";
import { type ObjectKind, objectKind } from "./object-kind";

/** Fields that are left out get plausible values. */
export interface NotificationSettingAddition extends NotificationSettingChange {
  readonly resellerId: AnyId;
  readonly id?: AnyId;
}

export interface ResellersHandle extends ReturnType<typeof resellersHandle> {}

/** High enough not to be confused with other ids. */
const FIRST_ID = 70_001;

export function resellersArea({ memory }: AreaPlatform): Area<ResellersHandle> {
  const store = settingsStore(memory);
  const handle = resellersHandle(store);
  return {
    handle,
    operations: operationsOn(store),
    objects: [settingKind(handle)],
    state: () => store.records.all(),
  };
}

/** Changes notification settings as another client would, without checks. */
function resellersHandle({ records, freeId }: Store) {
  return {
    all: (): NotificationSettingRecord[] => records.all(),
    get: (id: AnyId): NotificationSettingRecord | undefined => records.find(sameAs(id)),
    add: ({ resellerId, id = freeId(), ...fields }: NotificationSettingAddition): NotificationSettingRecord =>
      records.add({
        id: sameAs(id),
        reseller: sameAs(resellerId),
        email: "admin@example.com",
        notification_type: "deletion_request",
        enabled: true,
        ...fields,
      }),
    change: (id: AnyId, change: NotificationSettingChange): NotificationSettingRecord =>
      records.change(sameAs(id), change),
    delete: (id: AnyId): void => records.remove(records.get(sameAs(id)).id),
  };
}

type Store = ReturnType<typeof settingsStore>;

function settingsStore(memory: MemoryPart) {
  const records = memory.records("settings", {
    schema: notificationSettingRecord,
    keyOf: ({ id }) => id,
    noun: "notification setting",
  });
  const nextId = memory.value("nextId", z.int(), FIRST_ID);
  /** No id is used twice, not even that of a deleted setting. */
  const freeId = (): number => {
    let id = nextId.get();
    while (records.has(id)) id += 1;
    nextId.set(id + 1);
    return id;
  };
  const of = (reseller: AnyId) => records.all().filter((setting) => setting.reseller === reseller);
  return { records, freeId, of };
}

function operationsOn(store: Store): Operation[] {
  const find = (params: { resellerId: AnyId; notificationSettingsId: AnyId }) => {
    const setting = store.records.find(params.notificationSettingsId);
    if (setting?.reseller !== params.resellerId) throw notFound("Not found.");
    return setting;
  };
  const update = (contract: typeof api.change): Operation =>
    operation(contract, ({ params, body }) => ok(store.records.change(find(params).id, body)));
  return [
    operation(api.delete, ({ params }) => {
      store.records.remove(find(params).id);
      return { status: 204 };
    }),
    operation(api.create, ({ params: { resellerId: reseller }, body }) => {
      return { status: 201, body: store.records.add({ id: store.freeId(), reseller, ...body }) };
    }),
    operation(api.list, ({ params: { resellerId }, query, origin }) => {
      const address = `${origin}${api.list.path.replace("{resellerId}", encodeURIComponent(resellerId))}`;
      return ok(linkedPageOf(store.of(resellerId), query, address));
    }),
    operation(api.get, ({ params }) => ok(find(params))),
    update(api.replace as typeof api.change),
    update(api.change),
  ];
}

function settingKind(resellers: ResellersHandle): ObjectKind {
  return objectKind({
    name: "notification_settings",
    all: () => resellers.all(),
    idOf: ({ id }) => id,
    addition: partialBody.extend({ reseller_id: anyId, id: anyId.exactOptional() }),
    add: ({ reseller_id: resellerId, ...fields }) => resellers.add({ resellerId, ...fields }),
    change: partialBody,
    apply: ({ id }, change) => resellers.change(id, change),
    remove: ({ id }) => resellers.delete(id),
  });
}
