import { CREATION } from "../../errors/creation";
import type { RecordStore, StoredRecord } from "../files/record-store";
import { classOf, nameOf } from "../names";

/**
 * Names the objects of interrupted creations that no resource of this run continues: the program was reverted, or runs with
 * another platform. Their records stay until a state has the object.
 */
export class LeftCreations {
  /** The names of the records that a resource of this run continues. */
  private readonly expected = new Set<string>();
  private readonly named = new Set<string>();
  /** The stack and the project, if a resource has shown them. */
  private stack: string | undefined;

  constructor(
    private readonly store: RecordStore,
    private readonly warn: (text: string) => void | Promise<void>,
  ) {}

  /** A resource of the stack was registered. */
  seen(urn: string): void {
    this.stack ??= stackOf(urn);
  }

  expect(name: string): void {
    this.expected.add(name);
  }

  name(name: string): void | Promise<void> {
    const record = this.store.load(name);
    if (!record?.urn || this.named.has(name)) return undefined;
    this.named.add(name);
    return this.warn(CREATION.left.error(factsOf(record.urn, record)).message);
  }

  /** Called at the end of the run, when it is known which resources the program declares. */
  nameAll(): Array<void | Promise<void>> {
    const { scope } = this.store;
    const left = this.store.entries().filter(([name, record]) => {
      if (record.scope !== scope || !record.urn || this.expected.has(name)) return false;
      return this.stack === undefined || stackOf(record.urn) === this.stack;
    });
    return left.map(([name]) => this.name(name));
  }
}

/** The part of a URN that names stack and project. */
function stackOf(urn: string): string {
  return urn.split("::").slice(0, 2).join("::");
}

function factsOf(urn: string, { unfinished: { id, tasks = [] }, address }: StoredRecord) {
  const what = [
    ...(id === undefined ? [] : [`id ${id}`]),
    ...(tasks.length > 0 ? [`task ${tasks.join(", ")}`] : []),
    `at ${address}`,
  ];
  const stack = urn.split("::")[0]?.replace(/^urn:pulumi:/, "") ?? "";
  return { type: classOf(urn), name: nameOf(urn), stack, what: what.join(", ") };
}
