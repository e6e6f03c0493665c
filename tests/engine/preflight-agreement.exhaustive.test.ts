import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "@jest/globals";
import type { RequestRecord } from "../../simulator/src";
import { useDeployment } from "../support/deployment";
import { packageCommand } from "../support/package-command";
import { changes } from "../support/platform";
import { CASES } from "../support/preflight-cases";
import type { StateResource } from "../support/stack";

// `preflight` against the `up` that follows it, with the real CLI: for each case the findings, the errors, and the requests.

const FIRST = 10;
const numbered = CASES.map((one, index) => ({ ...one, n: index + FIRST }));
type Numbered = (typeof numbered)[number];

const { platform, stack } = useDeployment({ taskTime: "manual" });

const programOf = (part: (one: Numbered) => string) =>
  numbered.map((one) => `{ ${part(one).replaceAll("$N", String(one.n))} }`).join("\n");

/** Deploys the first programs, lets others change objects, and writes the second programs. */
async function prepare(): Promise<void> {
  stack.program(programOf(({ before = "" }) => before));
  const timer = setInterval(() => platform.tasks.finish(), 20);
  await stack.up();
  clearInterval(timer);
  const { deployment } = JSON.parse(await stack.export()) as { deployment: { resources: StateResource[] } };
  const a = (n: number) => deployment.resources.find(({ urn }) => urn.endsWith(`::a-${n}`));
  for (const { n, others } of numbered) await others?.(platform, n, a(n)?.outputs as Record<string, string>);
  stack.program(programOf(({ n, after = "" }) => after.replaceAll("ID_OF_A", a(n)?.id ?? "")));
}

interface Finding {
  level: string;
  code?: string;
  text: string;
}

/** Errors of `up` by the name of the resource. */
type Errors = Record<string, Finding>;

async function preflight(): Promise<Record<string, Finding[]>> {
  const { stdout } = await packageCommand(stack, ["preflight", "--json"]);
  const { steps } = JSON.parse(stdout) as { steps: Array<{ name: string; findings: Finding[] }> };
  return Object.fromEntries(steps.map(({ name, findings }) => [name, findings]));
}

/** Runs `up`. The tasks of others end when `up` waits for one. */
async function up(): Promise<Errors> {
  const log = join(stack.folder, "run.jsonl");
  stack.env.CLOUDPLATFORM_LOG = log;
  const others = new Set(platform.tasks.pending().map(({ id }) => id));
  const run = await stack.begin("up", "--yes", "--skip-preview", "--continue-on-error", "--parallel", "99");
  const timer = setInterval(() => {
    const isAwaited = platform.requests.some(({ status }) => status === 409);
    for (const { id } of platform.tasks.pending())
      if (isAwaited || !others.has(id)) platform.tasks.finish(id);
  }, 20);
  await run.ended;
  clearInterval(timer);
  const events = readFileSync(log, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, string>);
  const failed = events.filter(({ event, outcome }) => event === "operation" && outcome !== "done");
  return Object.fromEntries(
    failed.map(({ urn = "", code = "", message: text = "" }) => [
      urn.slice(urn.lastIndexOf(":") + 1),
      { level: "fails", code, text },
    ]),
  );
}

/** By the paths of limit requests. */
const limits = new Map<string, number | undefined>();

function limitIn(body: unknown): number | undefined {
  const { requested_limits: asked } = (body ?? {}) as {
    requested_limits?: { global_limits?: { project_count_limit?: number } };
  };
  return asked?.global_limits?.project_count_limit;
}

/** The methods of the requests that changed objects of a case, repeated ones once. */
function sentFor(n: number, requests: readonly RequestRecord[]): string[] {
  const own = requests.filter(({ method, path, body }) => {
    const number = limits.get(path) ?? limitIn(body) ?? Number(/\/(?:1\/)?(\d\d)(?:\/|$)/.exec(path)?.[1]);
    return method !== "GET" && number === n;
  });
  return own.map(({ method }) => method).filter((method, index, all) => method !== all[index - 1]);
}

describe("preflight and up agree on", () => {
  let said: Record<string, Finding[]>;
  let failed: Errors;
  let sent: readonly RequestRecord[];

  beforeAll(async () => {
    await prepare();
    const before = changes(platform);
    said = await preflight();
    expect(changes(platform)).toEqual(before);
    for (const request of platform.quotas.requests())
      limits.set(`/cloud/v2/limits_request/${request.id}`, limitIn(request));
    platform.clearRequests();
    failed = await up();
    sent = [...platform.requests];
  });

  test.each(numbered)("$title", ({ n, says, sends }) => {
    const names = Object.keys(says).map((name) => [name, `${name}-${n}`] as const);
    const texts = names.map(([name, full]) => [
      name,
      said[full]?.map(({ level, code, text }) => (level === "fails" ? code : `${level} ${text}`)),
    ]);
    expect(Object.fromEntries(texts)).toEqual(
      Object.fromEntries(
        Object.entries(says).map(([name, list]) => [
          name,
          list.map((text) => (typeof text === "string" ? text : expect.stringMatching(text))),
        ]),
      ),
    );
    for (const [, name] of names) {
      const error = said[name]?.find(({ level }) => level === "fails");
      expect(failed[name]?.code).toEqual(error?.code);
      expect(error?.text ?? "").toContain(failed[name]?.text ?? "");
    }
    expect(sentFor(n, sent)).toEqual(sends);
  });
});
