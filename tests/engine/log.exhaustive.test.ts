import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "@jest/globals";
import type { LogEvent } from "../../sdk/src/log/events";
import { failing, type Result } from "../support/command";
import { useDeployment } from "../support/deployment";
import { packageCommand } from "../support/package-command";
import { KEY } from "../support/platform";

// The log of real runs, from all of their processes, and what the command `log` prints of them.

const SECRET = "a-name-that-nobody-reads";
const { platform, stack } = useDeployment(
  { taskTime: 300 },
  { ownProcess: true, secrets: { hidden: SECRET } },
);

const text = (file = "run.jsonl") => readFileSync(join(stack.folder, file), "utf8");
const events = (file?: string) =>
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

describe("an up with faults", () => {
  let up: Result;
  let requests: string[];

  beforeAll(async () => {
    const list = "/cloud/v1/routers/1/2";
    platform.faults.add({
      fault: { kind: "status", code: 429, retryAfter: 1 },
      path: list,
      method: "GET",
      when: 1,
    });
    platform.faults.add({ fault: { kind: "reset-before" }, path: "/streaming/ai/tasks", when: 1 });
    platform.faults.add({ fault: { kind: "task-error", message: "No room" }, method: "POST", path: list });
    const message = `No room for ${SECRET}, says ${KEY}`;
    const others = "/cloud/v1/routers/1/3";
    platform.faults.add({ fault: { kind: "task-error", message }, method: "POST", path: others });
    Object.assign(stack.env, { CLOUDPLATFORM_LOG: "run.jsonl" });
    stack.program(PROGRAM);
    up = await failing(stack.up());
    platform.faults.clear();
    requests = platform.requests.map(({ method, path }) => `${method} ${path}`);
  });

  test("is logged by the program and by the process of each Provider, as one run", () => {
    const starts = events().filter(({ event }) => event === "start");
    expect(starts.map((start) => (start as { process?: string }).process).sort()).toEqual([
      "program",
      "provider",
      "provider",
    ]);
    for (const start of starts) expect(start).toMatchObject({ project: "demo", stack: "dev" });
    expect(new Set(events().map(({ run }) => run)).size).toBe(1);
    expect(new Set(events().map(({ pid }) => pid)).size).toBe(3);
  });

  test("has the refused request, the lost connection, the pauses and the failed tasks", () => {
    expect(events()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ event: "request", status: 429, code: "rate-limited", attempt: 1 }),
        expect.objectContaining({ event: "pause", reason: "rate limit" }),
        expect.objectContaining({ event: "request", path: "/streaming/ai/tasks", code: "connection-lost" }),
        expect.objectContaining({ event: "pause", reason: "retry" }),
        expect.objectContaining({ event: "request", path: "/streaming/ai/tasks", attempt: 2, status: 200 }),
        expect.objectContaining({
          event: "task",
          state: "ERROR",
          urns: [expect.stringMatching(/::berlin$/)],
        }),
        expect.objectContaining({
          event: "operation",
          operation: "create",
          outcome: "failed",
          code: "task-failed",
        }),
        expect.objectContaining({
          event: "operation",
          type: "EdgeGroupMembership",
          outcome: "done",
          id: "1/2",
        }),
        expect.objectContaining({
          event: "operation",
          operation: "call",
          type: "getAiTasks",
          outcome: "done",
        }),
      ]),
    );
  });

  test("has each request that the platform got", () => {
    const logged = events().flatMap((event) =>
      event.event === "request" ? [`${event.method} ${event.path}`] : [],
    );
    expect(logged.sort()).toEqual(requests.sort());
  });

  test("has neither the key nor the secret input, and is private", () => {
    expect(up.output).toContain("No room for [secret], says [api key]");
    expect(text()).toContain("No room for [secret], says [api key]");
    expect(text()).not.toMatch(new RegExp(`${SECRET}|${KEY.replace("$", "\\$")}`));
    expect(statSync(join(stack.folder, "run.jsonl")).mode & 0o777).toBe(0o600);
  });

  test("is shown by the command", async () => {
    const { code, stdout, stderr } = await packageCommand(stack, ["log", "run.jsonl"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^Run of demo\/dev, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC, version \d/);
    expect(stdout).toMatch(/^Duration {5}.+, 3 processes$/m);
    expect(stdout).toMatch(/^Retries {6}2, the rate limit paused all requests 1 time$/m);
    expect(stdout).toMatch(/^ {2}berlin \(Router\): create failed after [\d.]+ m?s$/m);
    expect(stdout).toMatch(/^ {4}\S+ {2}200 +\d+ ms +POST \/cloud\/v1\/routers\/1\/2$/m);
    expect(stdout).not.toMatch(new RegExp(SECRET));
  });
});

describe("the setting cloudplatform:logFile", () => {
  test("names the log of each run, and the log of a preview has no operation", async () => {
    Object.assign(stack.env, { CLOUDPLATFORM_LOG: "" });
    await stack.configure({ config: { "cloudplatform:logFile": "stack.jsonl" } });
    stack.program(PROGRAM);
    await stack.preview();
    const operations = events("stack.jsonl").filter(({ event }) => event === "operation");
    expect(operations).toMatchObject([{ operation: "call" }]);
    await stack.up();
    const { stdout } = await packageCommand(stack, ["log", "stack.jsonl"]);
    expect(stdout).toMatch(/^Run 2 of 2 of demo\/dev/);
    expect(stdout).toMatch(/2 × create/);
    stack.unset("cloudplatform:logFile");
  });
});
