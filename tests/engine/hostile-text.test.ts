import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { failing, type Result } from "../support/command";
import { useDeployment } from "../support/deployment";
import { type Fault, startFaultyProxy } from "../support/faulty-proxy";
import type { ReceivedRequest, ScriptedServer } from "../support/scripted-server";

// Text of the platform with escape sequences of terminals, commands of CI runners or color tags of the CLI is printed
// as plain text.

const HOSTILE = [
  "before",
  "\u001b[2J\u001b[31mred\u001b[0m",
  "\u009b31m",
  "\r\n::error::command\n##[error]command\n",
  "<{%reverse%}>tag<{%reset%}>",
  "\u0000\u0007\b",
  "after",
].join(" ");

const MEGABYTES = `${HOSTILE} ${"long ".repeat(1_000_000)}`;

/** The CLI prints tabs and line breaks itself. */
const CONTROL = /(?![\t\n])\p{Cc}/u;

const { platform, stack } = useDeployment();
let proxy: ScriptedServer;
let up: Result;

const task = (fields: object) => ({ body: { id: "the-task", ...fields } });

/** The texts of the platform, by the region of the router. */
const REPLIES: Record<string, (request: ReceivedRequest) => Fault> = {
  message: () => ({ status: 400, body: { exception_class: "ValidationError", message: HOSTILE } }),
  field: () => ({
    status: 400,
    body: { exception_class: HOSTILE, message: "No.", invalid_fields: { [HOSTILE]: [HOSTILE] } },
  }),
  long: () => ({ status: 400, body: { message: MEGABYTES } }),
  task: ({ path }) =>
    path.includes("tasks") ? task({ state: "ERROR", error: HOSTILE }) : { body: { tasks: ["task-task"] } },
  state: ({ path }) =>
    path.includes("tasks") ? task({ state: HOSTILE }) : { body: { tasks: ["task-state"] } },
  taskId: ({ path }) => (path.includes("tasks") ? { status: 404 } : { body: { tasks: [HOSTILE] } }),
};
const REPLY_NAMES = Object.keys(REPLIES);

/** The path of a request contains the region, or a task whose name contains it. */
function replyNameOf({ path }: ReceivedRequest): string | undefined {
  const [, region, name] = /\/routers\/1\/(\d+)|\/tasks\/(?:task-)?([^/?]+)/.exec(path) ?? [];
  if (region) return REPLY_NAMES[Number(region) - 1];
  return name && (name in REPLIES ? name : "taskId");
}

beforeAll(async () => {
  proxy = await startFaultyProxy(platform.url, (request) => {
    const isListing = request.method === "GET" && !request.path.includes("tasks");
    return isListing ? undefined : REPLIES[replyNameOf(request) ?? ""]?.(request);
  });
  await stack.configure({ config: { "cloudplatform:baseUrl": proxy.url, "cloudplatform:maxRetries": "0" } });
  const routers = REPLY_NAMES.map((kind, index) => {
    const args = { projectId: 1, regionId: index + 1, name: "edge-router" };
    return `new cloudplatform.Router("${kind}", ${JSON.stringify(args)}, { customTimeouts: { create: "3s" } });`;
  });
  stack.program(routers.join("\n"));
  // With other values of --color the CLI interprets or removes the tags that it prints.
  up = await failing(stack.up("--continue-on-error", "--color", "raw"));
});

afterAll(() => proxy?.close());

describe("text of the platform", () => {
  test.each(REPLY_NAMES)("%s: is printed with the error", (kind) => {
    expect(up.output).toContain(`Router (${kind}):`);
  });

  test("is printed without control characters", () => {
    expect(up.output.split("\n").filter((line) => CONTROL.test(line))).toEqual([]);
  });

  test("has no line that a CI runner takes for a command", () => {
    expect(up.output.match(/^\s*(::|##\[).*$/gm) ?? []).toEqual([]);
  });

  test("has no tags of the CLI", () => {
    expect(up.output.match(/[^\n]*<\{%reverse%\}>[^\n]*/g) ?? []).toEqual([]);
  });

  test("is shortened", () => {
    expect(Math.max(...up.output.split("\n").map(({ length }) => length))).toBeLessThan(10_000);
  });

  test("is readable", () => {
    expect(up.output).toMatch(/before.*red.*tag.*after/);
  });

  test("is plain text in the state, too", async () => {
    const reasons = (await stack.resources()).flatMap(({ initErrors = [] }) => initErrors);
    expect(reasons.length).toBeGreaterThan(0);
    for (const reason of reasons) {
      expect(reason).not.toMatch(CONTROL);
      expect(reason).not.toContain("<{%");
    }
  });
});
