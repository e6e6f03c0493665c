import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { findRun } from "../../../../sdk/src/cli/log/runs";
import type {
  LogEvent,
  OperationEvent,
  RequestEvent,
  StartEvent,
  TaskEvent,
} from "../../../../sdk/src/log/events";
import { root } from "../../../support/command";
import { BEGIN, startEvent, urnOf } from "../../../support/generated-log";
import { HOSTILE, hostileParts } from "../../../support/hostile-text";
import { posixOnly } from "../../../support/posix-only";
import { runCommand } from "../../../support/run-command";
import { useTemporaryFolder } from "../../../support/temporary-folder";

// tests/engine/log.exhaustive.test.ts has the output for the log of a real run.

const folder = useTemporaryFolder();

const textOf = (events: readonly LogEvent[]) => events.map((event) => `${JSON.stringify(event)}\n`).join("");

/** What the command prints for a log. */
const show = (text: string, ...options: string[]) =>
  runCommand(["log", "run.jsonl", ...options], { files: { "run.jsonl": text } });

const at = (ms: number, run = "one") => ({ time: new Date(BEGIN + ms).toISOString(), run, pid: 1 });

const start = (ms: number, run?: string): LogEvent => ({
  ...at(ms, run),
  ...{ event: "start", version: "1.0.0", node: "24.0.0", process: "provider", project: "demo", stack: "dev" },
});

const EDGE = urnOf("Router", "edge");

const request = (ms: number, facts: Partial<RequestEvent> = {}): RequestEvent => ({
  ...at(ms),
  ...{ event: "request", method: "GET", path: "/cloud/v1/routers/1/2", attempt: 1, status: 200 },
  ...{ operationId: 1, urn: EDGE, queuedMs: 0, limitedMs: 0, connectMs: 0, wireMs: 20 },
  ...facts,
});

const operation = (ms: number, facts: Partial<OperationEvent> = {}): OperationEvent => ({
  ...at(ms),
  ...{ event: "operation", operationId: 1, operation: "create", type: "Router", urn: EDGE, id: "r1" },
  ...{ outcome: "done", ms: 900, taskMs: 500, pollMs: 0, lockMs: 0 },
  ...facts,
});

describe("the summary", () => {
  test("has the run in some lines, and the slowest operations", async () => {
    const events: LogEvent[] = [
      start(0),
      request(100, { status: 429, code: "rate-limited" }),
      { ...at(100), event: "pause", reason: "rate limit", ms: 400 },
      request(600, { attempt: 2, limitedMs: 400, queuedMs: 30, connectMs: 5 }),
      operation(1_500, { ms: 1_400, pollMs: 300, lockMs: 60 }),
      request(2_995, { operationId: 2, wireMs: 8 }),
      operation(3_000, { operationId: 2, operation: "call", type: "getTask", taskMs: 0, ms: 10 }),
    ];
    expect(await show(textOf(events))).toContain(
      [
        "Run of demo/dev, 2026-11-23 09:00:00 UTC, version 1.0.0",
        "",
        "Duration     3.00 s, 1 process",
        "Operations   2: 1 × create, 1 × function",
        "Requests     3: 2 × 200, 1 × 429",
        "Retries      1, the rate limit paused all requests 1 time",
        "",
        "Slowest first:",
        "  1.40 s  create edge (Router), 2 requests",
        "  10 ms   function getTask, 1 request",
      ].join("\n"),
    );
  });

  test("has each failure with its requests and tasks, and the failed request among many that succeeded", async () => {
    const task: TaskEvent = {
      ...at(300),
      ...{ event: "task", id: "t1", type: "create_router", state: "ERROR", ageMs: 90, urns: [EDGE] },
    };
    const events: LogEvent[] = [
      start(0),
      request(150, { method: "POST", status: 503, code: "server-error", requestId: "req-1" }),
      task,
      ...Array.from({ length: 30 }, (_, index) => request(310 + index)),
      operation(900, { outcome: "failed", code: "server-error", message: "it failed [server-error]" }),
    ];
    const printed = await show(textOf(events));
    expect(printed).toContain(
      [
        "Failures:",
        "  edge (Router): create failed after 900 ms",
        "    it failed [server-error]",
        "    09:00:00.150  503   20 ms  POST /cloud/v1/routers/1/2, request id req-1",
        "    09:00:00.300  task  90 ms  ERROR: task t1 (create_router)",
        "    09:00:00.330  200   20 ms  GET /cloud/v1/routers/1/2",
      ].join("\n"),
    );
    expect(printed).toContain("    … and 20 more");
  });

  test("shows an operation of a run that was killed as one that has not ended", async () => {
    const printed = await show(textOf([start(0), request(100), request(4_000, { operationId: 2 })]));
    expect(printed).toContain("Operations   2 × not ended");
    expect(printed).toContain("edge (Router): not ended\n    The process was killed, or still runs.");
  });

  test("of a command says so", async () => {
    const { project: _project, stack: _stack, ...facts } = start(0) as StartEvent;
    const printed = await show(
      textOf([{ ...facts, process: "command" }, request(100, { operationId: undefined })]),
    );
    expect(printed).toMatch(/^Run of a command, 2026-11-23 09:00:00 UTC, version 1.0.0\n/);
  });
});

describe("a log of several runs", () => {
  const log = textOf([
    start(0),
    operation(100, { ms: 11 }),
    start(200, "two"),
    { ...operation(300, { ms: 22 }), ...at(300, "two") },
    start(400, "three"),
  ]);

  test("shows its last run that did something", async () => {
    expect(await show(log)).toMatch(/^Run 2 of 3 of demo\/dev,[\s\S]*22 ms {2}create edge/);
  });

  test("shows the run with a number", async () => {
    expect(await show(log, "--run", "1")).toMatch(/^Run 1 of 3[\s\S]*11 ms {2}create edge/);
    expect(await show(log, "--run", "0")).toContain("--run must be a number from 1 to 3");
    expect(await show(log, "--run", "last")).toContain("[run-not-in-log]");
  });
});

posixOnly("there are no named pipes").test("a log can be read from a pipe", async () => {
  const pipe = join(folder.path, "pipe");
  execFileSync("mkfifo", [pipe]);
  const events = [start(0), operation(100), start(200, "two"), { ...operation(900), ...at(900, "two") }];
  const [run] = await Promise.all([findRun(pipe, undefined), writeFile(pipe, textOf(events))]);
  expect(run.events).toMatchObject([{ event: "start" }, { event: "operation" }]);
  expect(run.facts.number).toBe(2);
});

describe("a file that is not a whole log", () => {
  const twoRuns = [start(0), operation(100), start(200, "two"), { ...operation(300), ...at(300, "two") }];
  const invalid = [
    "null",
    "[]",
    '{"event":"request"}',
    JSON.stringify({ ...at(0), event: "later" }),
    "",
    "{",
  ];

  test.each<[what: string, text: string, ...printed: string[]]>([
    [
      "a last line that is cut off",
      textOf([start(0), operation(100), operation(200)]).slice(0, -30),
      "Skipped: 1 line without an event, the first is line 3.",
      "Operations   1 × ",
    ],
    [
      "a line that a full disk has cut off, and the line of the next run in the same line",
      textOf(twoRuns).replace(/,"lockMs":0\}\n/, ""),
      "Skipped: 1 line without an event, the first is line 2.",
      "Run 2 of 2 of demo/dev,",
    ],
    [
      "lines that are no events, or events of a later version",
      `${invalid.join("\n")}\n${textOf([start(0)])}`,
      "Skipped: 4 lines",
    ],
    ["one line without an end", `${"x".repeat(1_000_000)}\n${textOf([start(0)])}`, "Skipped: 1 line"],
  ])("may have %s", async (_, text, ...expected) => {
    const printed = await show(text);
    for (const part of expected) expect(printed).toContain(part);
  });

  test("may not be a folder, and may not be empty", async () => {
    expect(await runCommand(["log", "."])).toContain("[file-not-readable]");
    expect(await show("")).toContain("[not-a-log]");
  });
});

test("no text of a log is interpreted by a terminal, Pulumi or a CI runner", async () => {
  const hostile = HOSTILE;
  const texts = { path: hostile, method: hostile, code: hostile, error: hostile, requestId: hostile };
  const { status: _status, ...failed } = request(100, { ...texts, urn: hostile });
  const names = { project: hostile, stack: hostile, organization: hostile, version: hostile };
  const events: LogEvent[] = [
    { ...start(0), ...names } as LogEvent,
    failed,
    { ...at(200), event: "task", id: hostile, type: hostile, state: hostile, urns: [hostile], ageMs: 1 },
    operation(900, { outcome: "failed", urn: hostile, type: hostile, message: hostile, code: hostile }),
  ];
  const printed = await show(textOf(events));
  expect(printed).toContain("Failures:");
  expect(hostileParts(printed)).toEqual([]);
});

test("the example of the documentation runs", async () => {
  const commands = [
    ...readFileSync(join(root, "docs", "log.md"), "utf8").matchAll(/^jq -rR '(.+)' run\.jsonl$/gm),
  ];
  expect(commands).toHaveLength(1);
  if (spawnSync("jq", ["--version"]).status !== 0) return;
  const events = [
    startEvent,
    request(1, { method: "POST", requestId: "req-1" }),
    request(1, { method: "POST", status: undefined, code: "connection-lost" }),
    operation(2, { outcome: "failed", code: "conflict" }),
  ];
  const results = commands.map(([, filter = ""]) =>
    execFileSync("jq", ["-rR", filter], { input: `cut off\n${textOf(events)}`, encoding: "utf8" }),
  );
  expect(results).toEqual([
    `${at(1).time}\tPOST\t/cloud/v1/routers/1/2\t200\treq-1\n${at(1).time}\tPOST\t/cloud/v1/routers/1/2\tconnection-lost\t\n`,
  ]);
});
