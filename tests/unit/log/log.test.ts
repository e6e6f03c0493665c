import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, jest, test } from "@jest/globals";
import type { LogEvent, OperationEvent, RequestEvent, TaskEvent } from "../../../sdk/src/log/events";
import { Session } from "../../../sdk/src/provider/session";
import { runOf } from "../../../sdk/src/pulumi/internals/engine";
import { handler as router } from "../../../sdk/src/resources/router/handler";
import type { SimulatorOptions } from "../../../simulator/src";
import { TestClock } from "../../support/clock";
import { logLines, useCleanup } from "../../support/handler-setup";
import { InProcessResource, MemoryRecordStore, RecordingEngine } from "../../support/in-process-resource";
import { KEY, startPlatform } from "../../support/platform";
import { settingsOf } from "../../support/settings";
import { useTemporaryFolder } from "../../support/temporary-folder";
import { failureOf, until } from "../../support/until";

// tests/engine/log.exhaustive.test.ts has the log of real runs.

const folder = useTemporaryFolder();
const { closeLater } = useCleanup();
const fileOf = () => join(folder.path, "run.jsonl");

const EDGE = { projectId: 1, regionId: 2, name: "edge-router" };

const textOf = () => (existsSync(fileOf()) ? readFileSync(fileOf(), "utf8") : "");
const events = () =>
  textOf()
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as LogEvent);
const eventsOf = <E extends LogEvent>(name: E["event"]) =>
  events().filter((event): event is E => event.event === name);
const operations = () => eventsOf<OperationEvent>("operation");
const requests = () => eventsOf<RequestEvent>("request");

/** A platform, and a resource that logs what it does. */
async function start(
  options: SimulatorOptions = {},
  { logFile = fileOf(), handler = router as { type: string } } = {},
) {
  const platform = closeLater(await startPlatform({ taskTime: 0, ...options }));
  const place = { baseUrl: platform.url, apiKey: KEY, settings: { logFile } };
  return { platform, place, resource: new InProcessResource(handler, place) };
}

/** Runs the work of a process that cannot end. Returns the operations that are logged when the process would end. */
async function loggedBeforeExit(work: () => Promise<unknown>): Promise<OperationEvent[]> {
  let logged: OperationEvent[] = [];
  const exit = jest.spyOn(process, "exit").mockImplementation(() => {
    logged = operations();
    return undefined as never;
  });
  try {
    await work();
  } finally {
    exit.mockRestore();
  }
  return logged;
}

test("the log of a creation has its requests, its task and its result, with the times of the clock", async () => {
  const { platform, resource } = await start({ taskTime: 20 });
  await resource.up(EDGE);
  const [[created], [task]] = [platform.routers.all(), platform.tasks.all()];
  const polls = requests().filter(({ path }) => path.includes("/tasks"));
  const own = requests().filter((request) => !polls.some(({ requestId }) => requestId === request.requestId));
  expect(own.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "GET /cloud/v1/routers/1/2",
    "POST /cloud/v1/routers/1/2",
    `GET /cloud/v1/routers/1/2/${platform.routers.all()[0]?.id}`,
  ]);
  expect(own[0]).toMatchObject({
    ...{ time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/), urn: resource.urn },
    ...{ operationId: expect.any(Number), requestId: expect.any(String) },
  });
  for (const request of requests()) expect(request).toMatchObject({ status: 200, attempt: 1 });
  // The polls serve all operations that wait.
  for (const poll of polls) expect(poll).not.toHaveProperty("urn");
  const states = eventsOf<TaskEvent>("task");
  expect(states.at(-1)).toMatchObject({
    ...{ id: task?.id, type: "create_router", state: "FINISHED", urns: [resource.urn] },
    ...{ createdAt: expect.any(String), finishedAt: expect.any(String) },
  });
  expect(new Set(states.map(({ state }) => state)).size).toBe(states.length);
  const [operation] = operations();
  expect(operation).toMatchObject({
    ...{ operation: "create", type: "Router", operationId: expect.any(Number) },
    ...{ urn: resource.urn, id: created?.id, outcome: "done" },
  });
  expect(operation?.ms).toBeGreaterThanOrEqual(operation?.taskMs ?? Number.NaN);
});

describe("the log of an operation", () => {
  test("has the outcome partial if the state keeps a resource whose task runs on", async () => {
    const { platform, resource } = await start({ taskTime: "manual", visibleWhileCreating: false });
    await failureOf(resource.up(EDGE, { create: "30s" }));
    const [task] = platform.tasks.all();
    expect(operations()).toMatchObject([
      {
        ...{ outcome: "partial", id: `pending:${task?.id}`, code: "task-unfinished", ms: 30_000 },
        message: expect.stringContaining(`task ${task?.id} had not ended after 30s`),
      },
    ]);
  });

  test("has the outcome lost before the process ends because the engine has gone", async () => {
    const { platform, resource } = await start({ taskTime: "manual" });
    const logged = await loggedBeforeExit(async () => {
      const failure = failureOf(resource.up(EDGE));
      await until(() => platform.tasks.all().length === 1);
      resource.engine.disconnect();
      await failure;
    });
    expect(logged).toMatchObject([{ outcome: "lost", code: "task-unfinished" }]);
  });

  test("has the outcome failed, with the code and one line of the error", async () => {
    const { platform, resource } = await start();
    platform.faults.add({ fault: { kind: "status", code: 409, message: "Taken" }, method: "POST" });
    await failureOf(resource.up(EDGE));
    const message = expect.stringContaining("was answered 409: Taken");
    expect(operations()).toMatchObject([{ outcome: "failed", code: "conflict", message }]);
    expect(requests().at(-1)).toMatchObject({ status: 409, code: "conflict" });
    expect(requests().at(-1)).not.toHaveProperty("error");
  });

  test("of a read has the id, and the name follows once: with the next call for which Pulumi passes it", async () => {
    const { place } = await start();
    const [clock, engine] = [new TestClock(), new RecordingEngine()];
    const session = new Session({ clock, engine, recordStore: new MemoryRecordStore() });
    const resource = new InProcessResource(router, { ...place, process: { session, engine, clock } });
    await resource.up(EDGE);
    await resource.refresh();
    await resource.up(EDGE);
    await resource.up(EDGE);
    const id = resource.state?.id;
    expect(operations().at(-1)).toMatchObject({ operation: "read", type: "Router", id });
    expect(operations().at(-1)).not.toHaveProperty("urn");
    expect(eventsOf("resource")).toMatchObject([{ type: "Router", id, urn: resource.urn }]);
  });

  test("of a check exists only if the inputs are invalid", async () => {
    const { resource } = await start();
    await failureOf(resource.up({ ...EDGE, regionId: "two" }));
    expect(operations()).toMatchObject([
      {
        ...{ operation: "check", urn: resource.urn, outcome: "failed", code: "invalid-input" },
        message: expect.stringMatching(/^regionId must be/),
      },
    ]);
  });
});

test("a request that waits for the rate limit has the time, and its pause is that of all requests", async () => {
  const { platform, resource } = await start();
  platform.faults.add("status:code=429,retryAfter=2@GET /cloud/v1/routers/{project_id}/{region_id}#1");
  await resource.up(EDGE);
  expect(requests()[1]).toMatchObject({ attempt: 2, status: 200, limitedMs: 2_100 });
  expect(eventsOf("pause")).toMatchObject([{ reason: "rate limit", ms: 2_100 }]);
});

test("a request without a reply has the reason, and its pause", async () => {
  const { platform, resource } = await start();
  platform.faults.add("reset-before@GET /cloud/v1/routers/{project_id}/{region_id}#1");
  await resource.up(EDGE);
  expect(requests().slice(0, 2)).toMatchObject([
    { attempt: 1, code: "connection-lost", error: expect.stringContaining("the connection broke") },
    { attempt: 2, status: 200 },
  ]);
  expect(eventsOf("pause")).toMatchObject([{ reason: "retry", ms: expect.any(Number), urn: resource.urn }]);
});

describe("the log contains no secret", () => {
  const NAME = "a-name-that-nobody-reads";

  test("input, though a path, an id or a message of the platform contains it", async () => {
    const { platform, resource } = await start();
    const message = `${NAME} is taken`;
    platform.faults.add({ fault: { kind: "status", code: 409, message }, method: "POST" });
    const secrets = { projectId: 987654, regionId: 2, name: NAME, __secret: ["projectId", "name"] };
    await failureOf(resource.up(secrets));
    expect(requests()[0]?.path).toBe("/cloud/v1/routers/[secret]/2");
    expect(operations()[0]?.message).toContain("[secret] is taken");
    expect(textOf()).not.toMatch(/987654|nobody-reads/);
  });

  test("input, though the platform quotes it in a task or a request id", async () => {
    const { platform, resource } = await start();
    for (const field of ["task_type", "state"])
      platform.faults.add({
        ...{ fault: { kind: "texts", field, text: NAME }, path: "/cloud/v1/tasks", when: 1 },
      });
    await resource.up({ ...EDGE, name: NAME, __secret: ["name"] });
    expect(textOf()).toContain('"event":"task"');
    expect(textOf()).not.toContain("nobody-reads");
  });
});

test("a log that cannot be written is one warning, and the resource is created", async () => {
  const { resource, platform } = await start({}, { logFile: "/missing/folder/run.jsonl" });
  await resource.up(EDGE);
  expect(platform.routers.all()).toHaveLength(1);
  expect(logLines(resource)).toEqual([
    expect.stringContaining(
      "warning: the log /missing/folder/run.jsonl cannot be written: ENOENT: no such file or directory [log-not-writable]",
    ),
  ]);
});

test("the log of a command, whose last argument looks like the address of an engine, has a run of its own", () => {
  const settings = { apiKey: KEY, baseUrl: "https://platform.example.com", logFile: fileOf() };
  const { argv } = process;
  process.argv = [...argv, "import", "QuotaLimitRequest:12"];
  try {
    const session = new Session({ process: "command", engine: new RecordingEngine() });
    session.accounts.get(settingsOf(settings)).log?.start();
  } finally {
    process.argv = argv;
  }
  expect(events()).toEqual([expect.objectContaining({ process: "command", run: runOf(undefined) })]);
});
