import { z } from "zod";
import type { MemoryPart, Value } from "../../core/memory";
import { conflict } from "../../core/problem";
import {
  type NotificationSettingChange,
  type NotificationSettingRecord,
  notificationSettingRecord,
} from "./record";

/** High enough not to be taken for the id of anything else. */
const firstId = 70_001;

/** The notification settings of all resellers, in order of creation. */
export class NotificationSettingStore {
  readonly #settings: Map<number, NotificationSettingRecord>;
  readonly #nextId: Value<number>;

  constructor(memory: MemoryPart) {
    this.#settings = memory.records("settings", notificationSettingRecord, ({ id }) => id);
    this.#nextId = memory.value("nextId", z.int(), firstId);
  }

  all(): NotificationSettingRecord[] {
    return [...this.#settings.values()];
  }

  of(reseller: number): NotificationSettingRecord[] {
    return this.all().filter((setting) => setting.reseller === reseller);
  }

  find(id: number): NotificationSettingRecord | undefined {
    return this.#settings.get(id);
  }

  add({ id = this.#freeId(), ...said }: Addition): NotificationSettingRecord {
    if (this.#settings.has(id)) throw conflict(`There is a notification setting ${id} already.`);
    const setting = { id, ...said };
    this.#settings.set(id, setting);
    return setting;
  }

  change(setting: NotificationSettingRecord, change: NotificationSettingChange): NotificationSettingRecord {
    const changed = { ...setting, ...change };
    this.#settings.set(setting.id, changed);
    return changed;
  }

  remove(id: number): void {
    this.#settings.delete(id);
  }

  /** No id is given twice, also not that of a setting that is gone. */
  #freeId(): number {
    let id = this.#nextId.get();
    while (this.#settings.has(id)) id += 1;
    this.#nextId.set(id + 1);
    return id;
  }
}

type Addition = Omit<NotificationSettingRecord, "id"> & { readonly id?: number };
