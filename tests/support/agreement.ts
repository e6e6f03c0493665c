import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Simulator } from "../../simulator/src";
import type { Stack, StateResource } from "./stack";

// Cases that are one stack: their first programs are deployed, others change objects, and what a command says of the second programs is
// compared with the `up` that follows.

/** `$N` stands for the number of the case: its region, reseller, client, group and limit. */
export interface AgreementCase {
  title: string;
  /** The program of the first run. */
  before?: string;
  /** What others do then. `a` has the outputs of the resource with this name. */
  others?(platform: Simulator, n: number, a: Record<string, string>): unknown;
  /** The program that is checked and deployed. `ID_OF_A` stands for the id of `a`. */
  after?: string;
  /** Why the failure of `up` is not found before. */
  missed?: string;
}

const FIRST = 10;

export type Numbered<C extends AgreementCase> = C & { n: number };

export function numberedCases<C extends AgreementCase>(cases: C[]): Numbered<C>[] {
  return cases.map((one, index) => ({ ...one, n: index + FIRST }));
}

/** What `up` has failed with, or what a command says of a step. */
export interface Finding {
  level: string;
  code?: string;
  text: string;
}

/** By the name of the resource. */
export type Errors = Record<string, Finding>;

function programOf<C extends AgreementCase>(
  cases: Numbered<C>[],
  part: (one: Numbered<C>) => string,
): string {
  return cases.map((one) => `{ ${part(one).replaceAll("$N", String(one.n))} }`).join("\n");
}

/** Deploys the first programs, lets others change objects, and writes the second programs. */
export async function prepareCases<C extends AgreementCase>(
  cases: Numbered<C>[],
  platform: Simulator,
  stack: Stack,
): Promise<void> {
  stack.program(programOf(cases, ({ before = "" }) => before));
  const timer = setInterval(() => platform.tasks.finish(), 20);
  await stack.up();
  clearInterval(timer);
  const { deployment } = JSON.parse(await stack.export()) as { deployment: { resources: StateResource[] } };
  const a = (n: number) => deployment.resources.find(({ urn }) => urn.endsWith(`::a-${n}`));
  for (const { n, others } of cases) await others?.(platform, n, a(n)?.outputs as Record<string, string>);
  stack.program(programOf(cases, ({ n, after = "" }) => after.replaceAll("ID_OF_A", a(n)?.id ?? "")));
}

const nameIn = (urn: string) => urn.slice(urn.lastIndexOf(":") + 1);

/** The codes of the errors with which `up` would fail, by the name of the resource, as `pulumi preview` warns. */
export async function previewWarnings(stack: Stack): Promise<Record<string, string>> {
  const { stdout } = await stack.preview("--json");
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: Array<{ urn?: string; severity: string; message: string }>;
  };
  const warnings = diagnostics.flatMap(({ urn = "", severity, message }) => {
    const [, code] = /`up` would fail: .*?\[([a-z-]+)\]/s.exec(message) ?? [];
    return severity === "warning" && code ? [[nameIn(urn), code]] : [];
  });
  return Object.fromEntries(warnings) as Record<string, string>;
}

/** Runs `up`. The tasks of others end when `up` waits for one. */
export async function upWithErrors(platform: Simulator, stack: Stack): Promise<Errors> {
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
      nameIn(urn),
      { level: "fails", code, text },
    ]),
  );
}
