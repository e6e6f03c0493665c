import { z } from "zod";
import { contract } from "../contract/operation";
import type { Memory } from "../core/memory";
import { type EventSource, type Operation, operation } from "../http/operation";
import { itemsOf, type PageSources } from "./items";

/** The minimum time between two events. */
const PAUSE_MS = 100;
/** Proxies close idle connections. */
const HEARTBEAT_MS = 15_000;

export interface EventSources extends PageSources {
  readonly memory: Memory;
  readonly now: () => number;
}

const getEvents = contract("GET /_simulator/events", {
  summary: "Follow objects, tasks, requests and faults as Server-Sent Events",
  replies: { 200: z.string() },
});

/** The items of the page, and from then on those that change. */
export function eventsOperation(sources: EventSources): Operation {
  const listeners = new Set<() => void>();
  const changed = (): void => {
    for (const listener of listeners) listener();
  };
  for (const source of [sources.memory, sources.recorder, sources.faults]) source.onChange(changed);
  return operation(getEvents, () => ({ status: 200, events: follow(sources, listeners) }));
}

function follow(sources: EventSources, listeners: Set<() => void>): EventSource {
  return (send) => {
    const sent = new Map<string, string>();
    let pause: NodeJS.Timeout | undefined;
    const update = (): void => {
      pause = undefined;
      send({ now: sources.now(), items: newItems(sources, sent) });
    };
    const onChange = (): void => {
      pause ??= setTimeout(update, PAUSE_MS);
    };
    listeners.add(onChange);
    const heartbeat = setInterval(update, HEARTBEAT_MS);
    update();
    return () => {
      listeners.delete(onChange);
      clearTimeout(pause);
      clearInterval(heartbeat);
    };
  };
}

/** The items that the page does not have yet as they are now; null for those that are gone. */
function newItems(sources: PageSources, sent: Map<string, string>): Record<string, unknown> {
  const items = itemsOf(sources);
  const gone = [...sent.keys()].filter((key) => !items.has(key));
  for (const key of gone) sent.delete(key);
  const changed = [...items].filter(([key, item]) => {
    const text = JSON.stringify(item);
    const isNew = sent.get(key) !== text;
    sent.set(key, text);
    return isNew;
  });
  return Object.fromEntries([...gone.map((key) => [key, null]), ...changed]);
}
