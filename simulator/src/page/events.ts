import { z } from "zod";
import type { Areas } from "../areas";
import { listed } from "../areas/object-kind";
import { contract } from "../contract/operation";
import type { Memory } from "../core/memory";
import type { Faults } from "../faults/faults";
import { faultExamples } from "../faults/kinds";
import { type EventSource, type Operation, operation } from "../http/operation";
import { isPoll, type RecentRequest, type Recorder } from "../http/recorder";
import type { TaskEngine } from "../tasks/engine";
import { hasEnded, type TaskEntry } from "../tasks/entry";

/** The minimum time between two events. */
const PAUSE_MS = 100;
/** Proxies close idle connections. */
const HEARTBEAT_MS = 15_000;

export interface EventSources {
  readonly areas: Areas;
  readonly tasks: TaskEngine;
  readonly recorder: Recorder;
  readonly faults: Faults;
  readonly memory: Memory;
  readonly now: () => number;
}

const getEvents = contract("GET /_simulator/events", {
  summary: "Follow objects, tasks, requests and faults as Server-Sent Events",
  replies: { 200: z.string() },
});

/** The items of the page, and from then on those that change. */
export function eventsOperation(sources: EventSources): Operation {
  return operation(getEvents, () => ({ status: 200, events: follow(sources) }));
}

function follow(sources: EventSources): EventSource {
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
    const { memory, recorder, faults } = sources;
    const stops = [memory, recorder, faults].map(({ changes }) => changes.listen(onChange));
    const heartbeat = setInterval(update, HEARTBEAT_MS);
    update();
    return () => {
      for (const stop of stops) stop();
      clearTimeout(pause);
      clearInterval(heartbeat);
    };
  };
}

/** The items that the page does not have yet as they are now; null for those that are gone. */
function newItems(sources: EventSources, sent: Map<string, string>): Record<string, unknown> {
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

/** The page shows the newest of many. */
const MOST_OBJECTS = 200;
const MOST_TASKS = 100;

/** Everything that the page shows, by key: a page that has an item gets it again only if it has changed. */
function itemsOf({ areas, tasks, recorder, faults }: EventSources): ReadonlyMap<string, unknown> {
  return new Map([
    ["faultExamples", faultExamples],
    ...faults.texts().map((text, index) => [`faults/${index}`, text] as const),
    ...objectItems(areas),
    ...taskItems(tasks),
    ["requestCounts", recorder.counts],
    ...recorder.recent.map((request) => [`requests/${request.number}`, requestItem(request)] as const),
  ] as [string, unknown][]);
}

function objectItems({ byName }: Areas): [string, unknown][] {
  return [...byName].flatMap(([area, { objects = [] }]) =>
    objects.flatMap((kind): [string, unknown][] => {
      const { name } = kind;
      const all = kind.all();
      const shown = all.slice(-MOST_OBJECTS).map((item) => listed(kind, item));
      return [
        [`kinds/${name}`, { area, kind: name, count: all.length }],
        ...shown.map((each): [string, unknown] => [`objects/${name}/${each.id}`, { kind: name, ...each }]),
      ];
    }),
  );
}

function taskItems(tasks: TaskEngine): [string, unknown][] {
  const entries = tasks.entries();
  return [
    [
      "taskCounts",
      { all: entries.length, pending: entries.filter(({ record }) => !hasEnded(record)).length },
    ],
    ...entries
      .slice(-MOST_TASKS)
      .map((entry): [string, unknown] => [`tasks/${entry.record.id}`, taskItem(entry)]),
  ];
}

function taskItem({ record, createdAt, endsAt, plan }: TaskEntry): unknown {
  const { id, task_type: type, state, error } = record;
  const { name, projectId: project, regionId: region } = plan;
  return { id, type, name, project, region, state, error, createdAt, endsAt };
}

function requestItem({ record, ...rest }: RecentRequest): unknown {
  const { at, method, path, status, reason, fault } = record;
  const query = new URLSearchParams(Object.entries(record.query).flatMap(pairs)).toString();
  return { ...rest, at, method, path, query, status, reason, fault, isPoll: isPoll(record) };
}

function pairs([name, value]: [string, string | readonly string[]]): [string, string][] {
  return [value].flat().map((each) => [name, each]);
}
