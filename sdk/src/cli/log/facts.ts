import type { LogEvent } from "../../log/events";
import type { Fact, Row } from "./page/data";
import { duration } from "./page/format";

/** The run in one line. Operations that have no end in the log count too. */
export function factsOf(events: readonly LogEvent[], rows: readonly Row[], lengthMs: number): Fact[] {
  const operations = rows.flatMap(({ items }) => items.filter((item) => item.kind === "operation"));
  const requests = events.filter((event) => event.event === "request");
  const failed = operations.filter(({ outcome }) => outcome !== "done" && outcome !== "gone").length;
  const retries = requests.filter(({ attempt }) => attempt > 1).length;
  const refused = requests.filter(({ status }) => status === 429).length;
  const sum = (values: readonly number[]) => duration(values.reduce((a, b) => a + b, 0));
  return [
    { label: "Duration", value: duration(lengthMs) },
    { label: "Operations", value: count(operations.length) },
    { label: "Failed", value: count(failed), isProblem: failed > 0 },
    { label: "Requests", value: count(requests.length) },
    { label: "Retries", value: count(retries) },
    { label: "Status 429", value: count(refused) },
    { label: "Task waits, sum", value: sum(operations.map(({ taskMs }) => taskMs)) },
    { label: "Rate limit, sum", value: sum(requests.map(({ limitedMs }) => limitedMs)) },
    { label: "Queue, sum", value: sum(requests.map(({ queuedMs }) => queuedMs)) },
    { label: "Connections, sum", value: sum(requests.map(({ connectMs }) => connectMs)) },
  ];
}

const count = (value: number): string => value.toLocaleString("en");
