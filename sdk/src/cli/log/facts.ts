import type { LogEvent } from "../../log/events";
import { isFailed, operationsOf } from "./operations";
import type { Fact } from "./page/data";
import { duration } from "./page/format";
import { partsOf } from "./time";

/** The run in one line. Operations that have no end in the log count too. */
export function factsOf(
  events: readonly LogEvent[],
  urns: ReadonlyMap<string, string>,
  lengthMs: number,
): Fact[] {
  const operations = operationsOf(events, urns);
  const requests = events.filter((event) => event.event === "request");
  const failed = operations.filter(isFailed).length;
  const retries = requests.filter(({ attempt }) => attempt > 1).length;
  const refused = requests.filter(({ status }) => status === 429).length;
  return [
    { label: "Duration", value: duration(lengthMs) },
    { label: "Operations", value: count(operations.length) },
    { label: "Failed", value: count(failed), isProblem: failed > 0 },
    { label: "Requests", value: count(requests.length) },
    { label: "Retries", value: count(retries) },
    { label: "Status 429", value: count(refused) },
    ...partsOf(operations).map(({ label, ms }) => ({
      label: `${capitalized(label)}, sum`,
      value: duration(ms),
    })),
  ];
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const count = (value: number): string => value.toLocaleString("en");
