import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "@jest/globals";
import { useDeployment } from "../support/deployment";
import { packageCommand } from "../support/package-command";
import { changes } from "../support/platform";
import type { StateResource } from "../support/stack";
import { type AgreementCase, CASES } from "./agreement-cases";

// What `preflight` and `pulumi preview` say of the errors of `up`, against the `up` that follows. All cases are one stack.

const { platform, stack } = useDeployment({ taskTime: "manual" });

const numbered = Object.entries(CASES).map(([title, one], index) => ({ ...one, title, n: index + 10 }));
const nameIn = (urn = "") => urn.slice(urn.lastIndexOf(":") + 1);

/** The codes of errors, or the texts of errors, by resource. */
type Errors = Record<string, string>;

function programOf(part: (one: AgreementCase & { n: number }) => string): string {
  return numbered.map((one) => `{ ${part(one).replaceAll("$N", String(one.n))} }`).join("\n");
}

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

async function preflight(): Promise<{ codes: Errors; texts: Errors }> {
  const { stdout } = await packageCommand(stack, ["preflight", "--json"]);
  const { steps } = JSON.parse(stdout) as {
    steps: Array<{ name: string; findings: Array<{ level: string; code: string; text: string }> }>;
  };
  const failing = steps.flatMap(({ name, findings }) =>
    findings.filter(({ level }) => level === "fails").map((finding) => ({ name, ...finding })),
  );
  return {
    codes: Object.fromEntries(failing.map(({ name, code }) => [name, code])),
    texts: Object.fromEntries(failing.map(({ name, text }) => [name, text])),
  };
}

async function previewWarnings(): Promise<Errors> {
  const { stdout } = await stack.preview("--json");
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: Array<{ urn?: string; severity: string; message: string }>;
  };
  const warnings = diagnostics.filter(({ severity }) => severity === "warning");
  return Object.fromEntries(
    warnings.flatMap(({ urn, message }) => {
      const [, code] = /`up` would fail: .*?\[([a-z-]+)\]/s.exec(message) ?? [];
      return code ? [[nameIn(urn), code]] : [];
    }),
  );
}

/** Runs `up`, whose tasks end. */
async function up(): Promise<{ codes: Errors; texts: Errors }> {
  const log = join(stack.folder, "run.jsonl");
  stack.env.CLOUDPLATFORM_LOG = log;
  const run = await stack.begin("up", "--yes", "--skip-preview", "--continue-on-error", "--parallel", "99");
  const timer = setInterval(() => platform.tasks.finish(), 20);
  await run.ended;
  clearInterval(timer);
  const lines = readFileSync(log, "utf8").trimEnd().split("\n");
  const failed = lines
    .map((line) => JSON.parse(line) as Record<string, string>)
    .filter(({ event, outcome }) => event === "operation" && outcome !== "done");
  return {
    codes: Object.fromEntries(failed.map(({ urn, code = "" }) => [nameIn(urn), code])),
    texts: Object.fromEntries(failed.map(({ urn, message = "" }) => [nameIn(urn), message])),
  };
}

let said: Awaited<ReturnType<typeof preflight>>;
let warned: Errors;
let failed: Awaited<ReturnType<typeof up>>;

beforeAll(async () => {
  await prepare();
  const before = changes(platform);
  said = await preflight();
  warned = await previewWarnings();
  expect(changes(platform)).toEqual(before);
  platform.clearRequests();
  failed = await up();
}, 240_000);

test.each(numbered)("preflight, preview and up agree on $title", ({ n, fails = {}, missed }) => {
  const of = (errors: Errors) =>
    Object.fromEntries(
      Object.entries(errors).flatMap(([name, error]) =>
        name.endsWith(`-${n}`) ? [[name.slice(0, name.lastIndexOf("-")), error]] : [],
      ),
    );
  const found = missed === undefined ? fails : {};
  expect({ up: of(failed.codes), preflight: of(said.codes), preview: of(warned) }).toEqual({
    up: fails,
    preflight: found,
    preview: found,
  });
  for (const [name, text] of Object.entries(of(said.texts))) expect(text).toContain(of(failed.texts)[name]);
});
