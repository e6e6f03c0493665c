import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "@jest/globals";
import type { LogEvent } from "../../sdk/src/log/events";
import { version } from "../../sdk/src/util/version";
import { failing, type Result } from "../support/command";
import { useDeployment } from "../support/deployment";
import { packageCommand } from "../support/package-command";
import { KEY } from "../support/platform";

// The log of a real run with faults, from all of its processes, and what the command `log` prints of it.

const SECRET = "a-name-that-nobody-reads";
const { platform, stack } = useDeployment(
  { taskTime: 300 },
  { ownProcess: true, secrets: { hidden: SECRET } },
);

const text = (file: string) => readFileSync(join(stack.folder, file), "utf8");
const eventsIn = (file: string) =>
  text(file)
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as LogEvent);

const PROGRAM = `
const partner = new cloudplatform.Provider("partner", { maxRetries: 2 });
const place = { projectId: 1, regionId: 2 };
new cloudplatform.Router("berlin", { ...place, name: "berlin" });
const hidden = new pulumi.Config().requireSecret("hidden");
new cloudplatform.Router("secret", { ...place, regionId: 3, name: hidden });
new cloudplatform.EdgeGroupMembership("member", { groupId: 1, clientId: 2 }, { provider: partner });
export const tasks = cloudplatform.getAiTasksOutput({}).count;`;

let up: Result;
let events: LogEvent[];
let requests: string[];

beforeAll(async () => {
  const [list, others] = ["/cloud/v1/routers/1/2", "/cloud/v1/routers/1/3"];
  const message = `No room for ${SECRET}, says ${KEY}`;
  platform.faults.add(`status:code=429,retryAfter=1@GET ${list}#1`);
  platform.faults.add("reset-before@GET /streaming/ai/tasks#1");
  platform.faults.add(`task-error:message="No room"@POST ${list}`);
  platform.faults.add({ fault: { kind: "task-error", message }, method: "POST", path: others });
  stack.env.CLOUDPLATFORM_LOG = "run.jsonl";
  stack.program(PROGRAM);
  up = await failing(stack.up());
  platform.faults.clear();
  events = eventsIn("run.jsonl");
  requests = platform.requests.map(({ method, path }) => `${method} ${path}`);
});

test("the program and the process of each Provider log to one file, as one run", () => {
  const starts = events.flatMap((event) => (event.event === "start" ? [event] : []));
  expect(starts.map((start) => start.process).sort()).toEqual(["program", "provider", "provider"]);
  for (const start of starts) expect(start).toMatchObject({ version, project: "demo", stack: "dev" });
  expect(new Set(events.map(({ run }) => run)).size).toBe(1);
  expect(new Set(events.map(({ pid }) => pid)).size).toBe(3);
});

test.each<object>([
  { event: "request", status: 429, code: "rate-limited", attempt: 1 },
  { event: "request", path: "/streaming/ai/tasks", code: "connection-lost" },
  { event: "task", state: "ERROR", urns: [expect.stringMatching(/::berlin$/)] },
  { event: "operation", operation: "create", outcome: "failed", code: "task-failed" },
  { event: "operation", type: "EdgeGroupMembership", outcome: "done", id: "1/2" },
  { event: "operation", operation: "call", type: "getAiTasks", outcome: "done" },
])("the log has the event %j", (event) => {
  expect(events).toContainEqual(expect.objectContaining(event));
});

test("the log has each request that the platform got, neither the key nor the secret input, and is private", () => {
  const logged = events.flatMap((event) =>
    event.event === "request" ? [`${event.method} ${event.path}`] : [],
  );
  expect(logged.sort()).toEqual(requests.sort());
  for (const one of [up.output, text("run.jsonl")]) {
    expect(one).toContain("No room for [secret], says [api key]");
    for (const secret of [SECRET, KEY]) expect(one).not.toContain(secret);
  }
  expect(statSync(join(stack.folder, "run.jsonl")).mode & 0o777).toBe(0o600);
});

test("the setting logFile names the log of each run, and the command shows the last one", async () => {
  stack.env.CLOUDPLATFORM_LOG = "";
  await stack.configure({ config: { "cloudplatform:logFile": "stack.jsonl" } });
  await stack.preview();
  const operations = eventsIn("stack.jsonl").filter(({ event }) => event === "operation");
  expect(operations).toMatchObject([{ operation: "call" }]);
  await stack.up();
  const { stdout } = await packageCommand(stack, ["log", "stack.jsonl"]);
  expect(stdout).toMatch(/^Run 2 of 2 of demo\/dev/);
  expect(stdout).toMatch(/^Duration {5}.+, 3 processes$/m);
  expect(stdout).toMatch(/2 × create/);
  expect(stdout).not.toContain(SECRET);
});
