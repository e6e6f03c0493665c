import { CREATION } from "../errors/creation";
import type { Unfinished } from "../operation/record";
import type { RecordStore } from "../pulumi/files/record-store";
import { classOf } from "../pulumi/names";
import type { ResourceState } from "./state";

/**
 * The record of the creation of one resource, whose request may have been sent: for a run that is killed, or whose state cannot be
 * saved. It ends when the creation has ended by evidence, or when a state that a later method gets has the object.
 */
export class Journal {
  private readonly name: string;

  constructor(
    private readonly store: RecordStore,
    /** Of the platform. */
    private readonly address: string,
    private readonly resource: { urn: string; organization?: string | undefined },
    private readonly warn: (text: string) => unknown,
  ) {
    this.name = store.nameOf(resource, address);
  }

  /** What an earlier run has begun. */
  get begun(): Unfinished | undefined {
    return this.store.entries().get(this.name)?.unfinished;
  }

  note(unfinished: Unfinished): void {
    const { address, resource, store } = this;
    const isWritten = store.save(this.name, { unfinished, address, urn: resource.urn });
    if (!isWritten) this.warn(CREATION.unrecorded.error().message);
  }

  end(): void {
    this.store.remove(this.name);
  }
}

/** Ends the records of which a state has the object, or the unfinished tasks. */
export function endRecords(store: RecordStore, type: string, address: string, state: ResourceState): void {
  const wanted = state.id.toLowerCase();
  const { tasks = [] } = state.unfinished ?? {};
  for (const [name, { unfinished, ...record }] of store.entries()) {
    const isObject = unfinished.id?.toLowerCase() === wanted;
    const isSame = isObject || unfinished.tasks?.some((task) => tasks.includes(task));
    if (isSame && record.address === address && classOf(record.urn) === type) store.remove(name);
  }
}
