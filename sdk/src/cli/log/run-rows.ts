import type { EventContext, LogEvent, OfOperation, OperationEvent } from "../../log/events";
import { classOf, nameOf } from "../../pulumi/names";
import { visibleLine } from "../../util/text";
import { objectKey, operationKey } from "./operations";
import type { Row } from "./page/data";

/** Finds the row of an event. */
export class Rows {
  private readonly rows = new Map<string, Row>();
  /** Pulumi does not tell the resource that it reads or deletes: its URN is known from an operation with the same id. */
  private readonly urns: Map<string, string>;
  private readonly rowOfOperation = new Map<string, Row>();

  constructor(events: readonly LogEvent[], urns: ReadonlyMap<string, string>) {
    this.urns = new Map(urns);
    const operations = events.filter((event): event is OperationEvent => event.event === "operation");
    for (const { type, id, urn } of operations) if (urn && id) this.urns.set(objectKey({ type, id }), urn);
    for (const event of operations) this.rowOfOperation.set(rowKey(event), this.add(event));
  }

  get all(): Row[] {
    return [...this.rows.values()];
  }

  ofOperation(event: OperationEvent): Row {
    return this.rowOfOperation.get(rowKey(event)) as Row;
  }

  /** The row of something that was done for an operation, or for several. */
  ofPart(event: EventContext & OfOperation): Row {
    const known = event.operationId === undefined ? undefined : this.rowOfOperation.get(rowKey(event));
    if (known) return known;
    if (event.urn !== undefined) return this.ofUrn(event.urn, event.pid);
    if (event.operationId === undefined) return this.shared(event);
    return this.row(rowKey(event), { name: `Operation ${event.operationId}`, type: "", pid: event.pid });
  }

  ofUrn(urn: string, pid: number): Row {
    return this.row(urn, { name: nameOf(urn), type: classOf(urn), urn, pid });
  }

  shared({ pid }: EventContext): Row {
    const about = { name: "Shared requests", type: `polls and lists, process ${pid}`, pid, isShared: true };
    return this.row(`shared ${pid}`, about);
  }

  private add(event: OperationEvent): Row {
    const { type, id, pid } = event;
    const urn = event.urn ?? (id === undefined ? undefined : this.urns.get(objectKey({ type, id })));
    if (urn !== undefined) return this.withId(this.ofUrn(urn, pid), id);
    if (event.operation === "call") return this.row(rowKey(event), { name: type, type: "function", pid });
    if (id === undefined) return this.row(rowKey(event), { name: type, type, pid });
    return this.withId(this.row(objectKey({ type, id }), { name: id, type, pid }), id);
  }

  private withId(row: Row, id: string | undefined): Row {
    if (id !== undefined) row.id = visibleLine(id);
    return row;
  }

  private row(key: string, about: Pick<Row, "name" | "type" | "pid" | "urn" | "isShared">): Row {
    const known = this.rows.get(key);
    if (known) return known;
    const { name, type, urn } = about;
    const texts = { name: visibleLine(name), type: visibleLine(type), ...(urn && { urn: visibleLine(urn) }) };
    const row: Row = { ...about, ...texts, start: 0, end: 0, isFailed: false, items: [] };
    this.rows.set(key, row);
    return row;
  }
}

function rowKey(event: EventContext & OfOperation): string {
  return `operation ${operationKey(event)}`;
}
