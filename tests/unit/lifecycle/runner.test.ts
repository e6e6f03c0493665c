import { expect, test } from "@jest/globals";
import type { StoredRecord } from "../../../sdk/src/pulumi/files/record-store";
import { TestClock } from "../../support/clock";
import { useCleanup } from "../../support/handler-setup";
import { InProcessResource, MemoryRecordStore, type ResourceState } from "../../support/in-process-resource";
import { startScriptedServer } from "../../support/scripted-server";
import { type BoxInputs, type BoxKind, BoxPlatform, boxResource, type End } from "./boxes";

// What each end of each request of each operation leaves, and that the next operation converges: nothing is made twice, and
// everything is as declared.

const { closeLater } = useCleanup();

const SMALL: BoxInputs = { name: "edge", size: 1, parts: ["a"] };
const LARGE: BoxInputs = { name: "edge", size: 2, parts: ["b"] };

/** A platform, and the provider processes of one machine or of another one, which has other records. */
async function start(kind: BoxKind) {
  const clock = new TestClock();
  const platform = new BoxPlatform(() => clock.wallTime());
  const server = closeLater(await startScriptedServer((request) => platform.reply(request)));
  const resourceOn = (recordStore: MemoryRecordStore) =>
    new InProcessResource(boxResource(platform, kind), {
      baseUrl: server.url,
      apiKey: "a-key-of-an-account",
      settings: { taskTimeout: "60s", maxRetries: "0" },
      clock,
      recordStore,
    });
  return { platform, resourceOn };
}

/** The program before and after. Absent: the program does not have the box. */
interface Operation {
  kind: BoxKind;
  before?: BoxInputs;
  program?: BoxInputs;
}

const UNREPORTED = "killed before the engine has the result";
type Interruption = End | typeof UNREPORTED;

/** The task of the request continues after the run, and succeeds. */
const AWAITED: Interruption[] = [
  "task outlasts the timeout",
  "cancelled while the task runs",
  "killed while the task runs",
];

/** Interrupts an operation at its request with this number. Returns the resource and the records as the next run finds them. */
async function interrupt({ kind, before, program }: Operation, number: number, end: Interruption) {
  const { platform, resourceOn } = await start(kind);
  const disk = new MemoryRecordStore();
  const resource = resourceOn(disk);
  // In the second run, the state has the box.
  for (const _ of [1, 2]) if (before) await resource.up({ ...before });
  const state = structuredClone(resource.state);
  let left: MemoryRecordStore | undefined;
  platform.onKill = () => {
    left ??= disk.copy();
  };
  platform.onCancel = () => resource.engine.cancel();
  if (end !== UNREPORTED) platform.arm(number, end);
  const outcome = await runProgram(resource, program).then(() => "done", codeOf);
  const awaited = AWAITED.includes(end) ? platform.requests.at(-1) : undefined;
  if (end === UNREPORTED) left = disk.copy();
  else expect(platform.isReached).toBe(true);
  platform.disarm();
  if (left === undefined) return { platform, resource, outcome, disk, awaited };
  // The result never reached the engine.
  const next = resourceOn(left);
  next.state = state;
  return { platform, resource: next, outcome: "killed", disk: left, awaited };
}

async function runProgram(resource: InProcessResource, program: BoxInputs | undefined): Promise<void> {
  if (program) await resource.up({ ...program });
  else await resource.destroy();
}

function codeOf({ message }: Error): string {
  return /\[([a-z-]+)\]/.exec(message)?.[1] ?? message;
}

/** The state in one line: the id, the size and the parts, and what is unfinished: `?parts` is an uncertain property. */
function kept(state: ResourceState | undefined): string {
  if (!state) return "nothing";
  const { __tasks: tasks, __unsure: touched, size = "?", parts = ["?"] } = state.outputs;
  return [`${state.id} ${size}${(parts as string[]).join("")}`, ...unfinished(tasks, touched)].join(", ");
}

/** The records on disk in one line: only creations have one. */
function stored(disk: MemoryRecordStore): string {
  return [...disk.entries().values()].map(recordText).join("; ") || "nothing";
}

function recordText({ unfinished: { id, tasks, touched } }: StoredRecord): string {
  return [id ? `creation of ${id}` : "creation", ...unfinished(tasks, touched)].join(", ");
}

function unfinished(tasks: unknown, touched: unknown): string[] {
  const list = (names: unknown) => (names as string[]).join("+") || "nothing";
  return [...(tasks ? [`awaits ${list(tasks)}`] : []), ...(touched ? [`?${list(touched)}`] : [])];
}

/** What the next run does. */
type Next = `${"refresh and " | ""}${"up" | "up with the program before" | "destroy"}`;

/** `outcome`: the code of the error, if there is one. */
type Row = [number: number, ends: readonly Interruption[], outcome: string, state: string, disk: string];

const LOST = ["lost, not carried out", "lost, carried out"] as const;
const KILLED = ["killed before", "killed after"] as const;
const SLOW = [
  "task outlasts the timeout",
  "task outlasts the timeout, then fails",
  "cancelled while the task runs",
] as const;

function testEnds(what: string, operation: Operation, table: Row[]): void {
  const rows = table.flatMap(([number, ends, ...left]) => ends.map((end) => [number, end, ...left] as const));
  test.each(rows)(
    `${what}, whose request %d is %s: what the state and the disk keep`,
    async (number, end, ...expected) => {
      const { resource, outcome, disk } = await interrupt(operation, number, end);
      expect([outcome, kept(resource.state), stored(disk)]).toEqual(expected);
    },
  );

  const cases = rows.flatMap(([number, end, , state, disk]) =>
    nextOf(operation, end, state).map((next) => [next, number, end, `${state}, ${disk}`] as const),
  );
  test.each(cases)(
    `${what}: the next %s converges if request %d was %s`,
    async (next, number, end, known) => {
      const left = await interrupt(operation, number, end);
      const { resource } = left;
      await resource.restart();
      if (next.startsWith("refresh") && resource.state) await resource.refresh();
      const program = next.endsWith("destroy") ? undefined : programOf(operation, next);
      await runProgram(resource, program);
      // The next run waits for the task of an unfinished request, and sends the request no more.
      if (program === operation.program && known.includes("awaits"))
        expect(left.platform.requests).not.toContain(left.awaited);
      await expectConverged(left, program);
      expect(stored(left.disk)).toBe("nothing");
      if (program) return;
      // The same resource again: nothing of the first one is left that it could take for its own.
      await runProgram(resource, SMALL);
      await expectConverged(left, SMALL);
    },
  );
}

function programOf({ before, program }: Operation, next: Next): BoxInputs | undefined {
  return next.endsWith("up with the program before") ? before : (program ?? before);
}

function nextOf({ before, program }: Operation, end: Interruption, state: string): Next[] {
  // The engine neither refreshes nor deletes what is not in the state.
  if (state === "nothing") return ["up"];
  if (program && !before) return ["up", "refresh and up", "destroy", "refresh and destroy"];
  // Only a refresh shows what no state has: the changes of a killed run, and whether a deletion took effect.
  if (!program) return ["destroy", "refresh and destroy", "refresh and up"];
  const reverted = `${end.startsWith("killed") ? "refresh and " : ""}up with the program before` as const;
  return ["up", "refresh and up", reverted, "destroy"];
}

/** The platform and the state are as declared, and the next run has nothing to do. */
async function expectConverged(
  { platform, resource }: Awaited<ReturnType<typeof interrupt>>,
  program: BoxInputs | undefined,
): Promise<void> {
  expect(platform.contents).toEqual(program ? [program] : []);
  if (!program) return expect(resource.state).toBeUndefined();
  const [id] = platform.boxes.keys();
  expect(kept(resource.state)).toBe(`${id} ${program.size}${program.parts.join("")}`);
  platform.requests = [];
  expect(await resource.up({ ...program })).toBe("same");
  expect(platform.requests).toEqual([]);
}

testEnds("a creation by a task, and then a change (create, attach)", { kind: "by a task", program: SMALL }, [
  [1, ["refused"], "forbidden", "nothing", "nothing"],
  [1, ["lost, not carried out"], "connection-lost", "nothing", "creation"],
  [1, ["lost, carried out"], "done", "box-1 1a", "creation of box-1"],
  [1, ["task fails"], "task-failed", "nothing", "nothing"],
  [1, SLOW, "task-unfinished", "pending:task-1 1a, awaits task-1", "creation, awaits task-1"],
  [1, KILLED, "killed", "nothing", "creation"],
  [1, ["killed while the task runs"], "killed", "nothing", "creation, awaits task-1"],
  [2, ["refused"], "forbidden", "box-1 1", "creation of box-1"],
  [2, LOST, "connection-lost", "box-1 1, ?parts", "creation of box-1, ?parts"],
  [2, KILLED, "killed", "nothing", "creation of box-1, ?parts"],
  [2, [UNREPORTED], "killed", "nothing", "creation of box-1"],
]);

testEnds(
  "a creation without a task, and then a change (create, attach)",
  { kind: "at once", program: SMALL },
  [
    [1, ["refused"], "forbidden", "nothing", "nothing"],
    [1, ["lost, not carried out"], "connection-lost", "nothing", "creation"],
    [1, ["lost, carried out"], "done", "box-1 1a", "creation of box-1"],
    [1, KILLED, "killed", "nothing", "creation"],
    [2, ["refused"], "forbidden", "box-1 1", "creation of box-1"],
    [2, LOST, "connection-lost", "box-1 1, ?parts", "creation of box-1, ?parts"],
    [2, KILLED, "killed", "nothing", "creation of box-1, ?parts"],
    [2, [UNREPORTED], "killed", "nothing", "creation of box-1"],
  ],
);

testEnds("a creation of the only object of its kind (set)", { kind: "only one", program: SMALL }, [
  [1, ["refused"], "forbidden", "nothing", "nothing"],
  [1, LOST, "connection-lost", "edge ??, ?size+parts", "nothing"],
  [1, [...KILLED, UNREPORTED], "killed", "nothing", "nothing"],
]);

testEnds(
  "a change in three steps (attach, resize, detach)",
  { kind: "by a task", before: SMALL, program: LARGE },
  [
    [1, ["refused"], "forbidden", "box-1 1a", "nothing"],
    [1, LOST, "connection-lost", "box-1 1a, ?parts", "nothing"],
    [1, KILLED, "killed", "box-1 1a", "nothing"],
    [2, ["refused"], "forbidden", "box-1 1ab, ?parts", "nothing"],
    [2, LOST, "connection-lost", "box-1 1ab, ?parts+size", "nothing"],
    [2, ["task fails"], "task-failed", "box-1 1ab, ?parts+size", "nothing"],
    [2, SLOW, "task-unfinished", "box-1 1ab, awaits task-2, ?parts+size", "nothing"],
    [2, KILLED, "killed", "box-1 1a", "nothing"],
    [2, ["killed while the task runs"], "killed", "box-1 1a", "nothing"],
    [3, ["refused"], "forbidden", "box-1 2ab, ?parts+size", "nothing"],
    [3, LOST, "connection-lost", "box-1 2ab, ?parts+size", "nothing"],
    [3, KILLED, "killed", "box-1 1a", "nothing"],
    [3, [UNREPORTED], "killed", "box-1 1a", "nothing"],
  ],
);

testEnds("a change in one step (set)", { kind: "only one", before: SMALL, program: LARGE }, [
  [1, ["refused"], "forbidden", "edge 1a", "nothing"],
  [1, LOST, "connection-lost", "edge 1a, ?size+parts", "nothing"],
  [1, KILLED, "killed", "edge 1a", "nothing"],
  [1, [UNREPORTED], "killed", "edge 1a", "nothing"],
]);

testEnds(
  "a deletion that clears its way (delete, which is refused, detach, delete)",
  { kind: "by a task", before: SMALL },
  [
    [1, ["refused"], "forbidden", "box-1 1a", "nothing"],
    [1, ["lost, not carried out"], "connection-lost", "box-1 1a", "nothing"],
    [1, ["killed before"], "killed", "box-1 1a", "nothing"],
    [2, ["refused"], "forbidden", "box-1 1a", "nothing"],
    [2, LOST, "connection-lost", "box-1 1a", "nothing"],
    [2, KILLED, "killed", "box-1 1a", "nothing"],
    [3, ["refused"], "forbidden", "box-1 1a", "nothing"],
    [3, LOST, "connection-lost", "box-1 1a", "nothing"],
    [3, ["task fails"], "task-failed", "box-1 1a", "nothing"],
    [3, SLOW, "task-unfinished", "box-1 1a", "nothing"],
    [3, KILLED, "killed", "box-1 1a", "nothing"],
    [3, ["killed while the task runs"], "killed", "box-1 1a", "nothing"],
    [3, [UNREPORTED], "killed", "box-1 1a", "nothing"],
  ],
);

testEnds("a deletion of the only object of its kind (delete)", { kind: "only one", before: SMALL }, [
  [1, ["refused"], "forbidden", "edge 1a", "nothing"],
  [1, LOST, "connection-lost", "edge 1a", "nothing"],
  [1, KILLED, "killed", "edge 1a", "nothing"],
  [1, [UNREPORTED], "killed", "edge 1a", "nothing"],
]);
