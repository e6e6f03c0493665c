import { CREATION } from "../../errors/creation";
import type { Unfinished } from "../../lifecycle/record";
import type { RecordStore } from "../files/record-store";
import { classOf } from "../names";
import type { Registration } from "./registrations";

/**
 * The records of creations whose request may have been sent, for a run that is killed, or whose state cannot be saved. A record
 * ends when the creation has ended by evidence, or when a state that a later method gets has the object.
 */
export class CreationRecords {
  constructor(
    private readonly store: RecordStore,
    private readonly warn: (text: string) => unknown,
  ) {}

  /** The creation of a resource at a platform that an earlier run has begun. */
  load(registration: Registration, address: string): Unfinished | undefined {
    return this.store.entries().get(this.nameOf(registration, address))?.unfinished;
  }

  save(registration: Registration, address: string, unfinished: Unfinished): void {
    const name = this.nameOf(registration, address);
    const isWritten = this.store.save(name, { unfinished, address, urn: registration.urn });
    if (!isWritten) this.warn(CREATION.unrecorded.error().message);
  }

  end(registration: Registration, address: string): void {
    this.store.remove(this.nameOf(registration, address));
  }

  /** The state has the object of the resource, or its unfinished tasks. */
  endOf(type: string, address: string, id: string, tasks: readonly string[] = []): void {
    const wanted = id.toLowerCase();
    for (const [name, { unfinished, ...record }] of this.store.entries()) {
      const isObject = unfinished.id?.toLowerCase() === wanted;
      const isSame = isObject || unfinished.tasks?.some((task) => tasks.includes(task));
      if (isSame && record.address === address && classOf(record.urn) === type) this.store.remove(name);
    }
  }

  private nameOf({ urn, hidden }: Registration, address: string): string {
    return this.store.nameOf({ urn, organization: hidden.__org }, address);
  }
}
