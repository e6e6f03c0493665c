import type { Areas } from "../areas";
import type { Faults } from "../faults/faults";
import { faultExamples } from "../faults/kinds";
import { isPoll, type RecentRequest, type Recorder } from "../http/recorder";
import type { TaskEngine } from "../tasks/engine";
import { hasEnded, type TaskEntry } from "../tasks/entry";

export interface PageSources {
  readonly areas: Areas;
  readonly tasks: TaskEngine;
  readonly recorder: Recorder;
  readonly faults: Faults;
}

/** Everything that the page shows, by key: a page that has an item gets it again only if it has changed. */
export type Items = ReadonlyMap<string, unknown>;

/** The page shows the newest of many. */
const MOST_OBJECTS = 200;
const MOST_TASKS = 100;

export function itemsOf({ areas, tasks, recorder, faults }: PageSources): Items {
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
    objects.flatMap(({ name: kind, list }): [string, unknown][] => {
      const all = list();
      return [
        [`kinds/${kind}`, { area, kind, count: all.length }],
        ...all
          .slice(-MOST_OBJECTS)
          .map(({ id, object }): [string, unknown] => [`objects/${kind}/${id}`, { kind, id, object }]),
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
  return {
    id,
    type,
    name: plan.name,
    project: plan.projectId,
    region: plan.regionId,
    state,
    error,
    createdAt,
    endsAt,
  };
}

function requestItem({ number, record, body, reply, milliseconds }: RecentRequest): unknown {
  const { at, method, path, query, status, reason, fault } = record;
  return {
    number,
    at,
    method,
    path,
    query: new URLSearchParams(Object.entries(query).flatMap(pairs)).toString(),
    body,
    status,
    reason,
    fault,
    reply,
    milliseconds,
    isPoll: isPoll(record),
  };
}

function pairs([name, value]: [string, string | readonly string[]]): [string, string][] {
  return [value].flat().map((each) => [name, each]);
}
