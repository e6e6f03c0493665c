import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { failing } from "../support/command";
import { useDeployment } from "../support/deployment";
import { type Fault, startFaultyProxy } from "../support/faulty-proxy";
import type { ReceivedRequest, ScriptedServer } from "../support/scripted-server";

// Text of the platform with escape sequences of terminals, commands of CI runners or color tags of the CLI is printed
// as plain text. tests/process has what the process sends to the engine.

const HOSTILE = [
  "before",
  "\u001b[2J\u001b[31mred\u001b[0m",
  "\u009b31m",
  "\r\n::error::command\n##[error]command\n",
  "<{%reverse%}>tag<{%reset%}>",
  "\u0000\u0007\b",
  "after",
].join(" ");

/** The CLI prints tabs and line breaks itself. */
const CONTROL = /(?![\t\n])\p{Cc}/u;

const { platform, stack } = useDeployment();
let proxy: ScriptedServer;
let output: string;

const invalid = (more: object) => ({ status: 400, body: { message: "No.", ...more } });
const taskIn = ({ path }: ReceivedRequest, id: string, reply: object) =>
  path.includes("tasks") ? reply : { body: { tasks: [id] } };
const task = (fields: object) => ({ body: { id: "the-task", ...fields } });

/** The texts of the platform, by the region of the router. */
const REPLIES: Record<string, (request: ReceivedRequest) => Fault> = {
  message: () => invalid({ exception_class: "ValidationError", message: HOSTILE }),
  field: () => invalid({ exception_class: HOSTILE, invalid_fields: { [HOSTILE]: [HOSTILE] } }),
  long: () => invalid({ message: `${HOSTILE} ${"long ".repeat(1_000_000)}` }),
  task: (request) => taskIn(request, "task-task", task({ state: "ERROR", error: HOSTILE })),
  state: (request) => taskIn(request, "task-state", task({ state: HOSTILE })),
  taskId: (request) => taskIn(request, HOSTILE, { status: 404 }),
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
  stack.program(`
${JSON.stringify(REPLY_NAMES)}.forEach((kind, index) => {
  const args = { projectId: 1, regionId: index + 1, name: "edge-router" };
  new cloudplatform.Router(kind, args, { customTimeouts: { create: "3s" } });
});`);
  // With other values of --color the CLI interprets or removes the tags that it prints.
  ({ output } = await failing(stack.up("--continue-on-error", "--color", "raw")));
});

afterAll(() => proxy?.close());

test("hostile text of the platform is printed as plain and short text, without lines that a CI runner takes for commands", () => {
  for (const kind of REPLY_NAMES) expect(output).toContain(`Router (${kind}):`);
  const lines = output.split("\n");
  const hostile = lines.filter((line) => CONTROL.test(line) || /^\s*(::|##\[)|<\{%reverse%\}>/.test(line));
  expect(hostile).toEqual([]);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(10_000);
  expect(output).toMatch(/before.*red.*tag.*after/);
});

test("hostile text of the platform is plain text in the state, too", async () => {
  const reasons = (await stack.resources()).flatMap(({ initErrors = [] }) => initErrors);
  expect(reasons.length).toBeGreaterThan(0);
  expect(reasons.filter((reason) => CONTROL.test(reason) || reason.includes("<{%"))).toEqual([]);
});
