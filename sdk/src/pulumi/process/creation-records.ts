import { CREATION } from "../../errors/creation";
import type { Unfinished } from "../../lifecycle/record";
import type { RecordStore, StoredRecord } from "../files/record-store";
import { classOf, nameOf, stackNameOf } from "../names";
import type { Registration } from "./registrations";

/**
 * The records of creations whose request may have been sent, for a process that is killed. A record ends when the creation has
 * ended by evidence, or when the state has the object.
 */
export class CreationRecords {
  constructor(
    private readonly store: RecordStore,
    private readonly warn: (text: string) => unknown,
    /** The processes of a run share this name. */
    private readonly run: string | undefined,
  ) {}

  /** The creation of a resource at a platform that an earlier run has begun. */
  load(registration: Registration, address: string): Unfinished | undefined {
    return this.store.entries().get(this.nameOf(registration, address))?.unfinished;
  }

  save(registration: Registration, address: string, unfinished: Unfinished): void {
    const { urn } = registration;
    const name = this.nameOf(registration, address);
    const { scope } = this.store;
    const run = this.run && { run: this.run };
    const isWritten = this.store.save(name, { unfinished, scope, address, urn, ...run });
    if (!isWritten) this.warn(CREATION.unrecorded.error().message);
  }

  end({ record }: Registration): void {
    if (record !== undefined) this.store.remove(record);
  }

  /** The state has the object of the resource, or its unfinished tasks. */
  endOf(type: string, address: string, id: string, tasks: readonly string[] = []): void {
    for (const [name, { unfinished, ...record }] of this.store.entries()) {
      const isObject = unfinished.id?.toLowerCase() === id.toLowerCase();
      const isSame = isObject || unfinished.tasks?.some((task) => tasks.includes(task));
      if (isSame && record.address === address && classOf(record.urn) === type) this.store.remove(name);
    }
  }

  /** Names the object of a record, which no resource of this run continues. */
  leave(name = ""): unknown {
    const record = this.store.entries().get(name);
    return record && this.warn(CREATION.left.error(factsOf(record)).message);
  }

  /** At the end of the run: the engine has saved what it got, and it is known which resources the program declares. */
  close(registrations: readonly Registration[]): unknown[] {
    // A preview continues nothing.
    if (registrations.some(({ hidden }) => hidden.__preview)) return [];
    for (const one of registrations) if (one.isReported) this.end(one);
    this.store.reload();
    const [first] = registrations;
    const continued = new Set(registrations.map(({ record }) => record));
    const isLeft = ([name, { urn, scope, run }]: [string, StoredRecord]) =>
      scope === this.store.scope &&
      !continued.has(name) &&
      (!first || stackOf(first.urn) === stackOf(urn)) &&
      // Another process of this run may have written it.
      (run === undefined || run !== this.run);
    return [...this.store.entries()].filter(isLeft).map(([name]) => this.leave(name));
  }

  private nameOf(registration: Registration, address: string): string {
    const { urn, hidden } = registration;
    registration.record = this.store.nameOf({ urn, organization: hidden.__org }, address);
    return registration.record;
  }
}

/** The part of a URN that names stack and project. */
function stackOf(urn: string): string {
  return urn.split("::").slice(0, 2).join("::");
}

function factsOf({ urn, unfinished: { id, tasks = [] }, address }: StoredRecord) {
  const what = [
    ...(id === undefined ? [] : [`id ${id}`]),
    ...(tasks.length > 0 ? [`task ${tasks.join(", ")}`] : []),
    `at ${address}`,
  ];
  const stack = stackNameOf(urn);
  return { type: classOf(urn), name: nameOf(urn), stack, what: what.join(", ") };
}
