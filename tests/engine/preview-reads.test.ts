import { beforeAll, expect, test } from "@jest/globals";
import { run } from "../support/command";
import { useDeployment } from "../support/deployment";
import { expectPart } from "../support/docs-page";

// The preview of a stack in which something is found for each kind of step, with the real CLI. docs/preflight.md has its output.

const PLACE = "const place = { projectId: 1, regionId: 2 };";
const router = (resource: string, name = resource, more = "") =>
  `new cloudplatform.Router("${resource}", { ...place, name: "${name}"${more} });`;

const FIRST =
  'new cloudplatform.Router("first", { ...place, name: "first" }, { deleteBeforeReplace: true });';

const BEFORE = [PLACE, router("branch"), router("closed"), router("same"), FIRST].join("\n");

const PROGRAM = [
  ...[PLACE, router("branch", "branch-2"), router("closed", "closed-2"), router("same"), FIRST],
  ...[router("edge"), router("lab", "lab", ', ifExists: "adopt"'), router("new")],
  'new cloudplatform.QuotaNotificationThreshold("quota", { clientId: 42, threshold: 75 });',
].join("\n");

interface Diagnostic {
  urn?: string;
  severity: string;
  message: string;
}

/** Prints the diagnostics of a preview that a program of the Automation API runs. */
const AUTOMATION = `
const { LocalWorkspace } = require("@pulumi/pulumi/automation");
async function main() {
  const stack = await LocalWorkspace.selectStack({ stackName: "dev", workDir: process.cwd() });
  const found = [];
  const onEvent = ({ diagnosticEvent }) => diagnosticEvent && !diagnosticEvent.ephemeral && found.push(diagnosticEvent);
  await stack.preview({ onEvent });
  console.log(JSON.stringify(found));
}
main();`;

/** Ids and the order of the rows differ from run to run. */
function documented(stdout: string): string {
  const [, diagnostics = ""] = /Diagnostics:\n(.*?)\nResources:/s.exec(stdout) ?? [];
  const ids = new Map<string, string>();
  const blocks = diagnostics.trimEnd().split(/\n\n+/).sort();
  return blocks.join("\n\n").replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => {
    ids.set(id, ids.get(id) ?? `7c9e6679-7425-40de-944b-e07fc1f9000${ids.size + 1}`);
    return ids.get(id) as string;
  });
}

const { platform, stack } = useDeployment({ taskTime: 0 });

beforeAll(async () => {
  stack.program(BEFORE);
  await stack.up();
  const idOf = (name: string) => platform.routers.all().find((one) => one.name === name)?.id ?? "";
  platform.routers.change(idOf("branch"), { name: "renamed by hand" });
  platform.routers.delete(idOf("closed"));
  for (const name of ["edge", "lab"]) platform.routers.add({ projectId: 1, regionId: 2, name });
  platform.quotas.setThreshold(42, 90);
  stack.program(PROGRAM);
}, 120_000);

test("a preview prints what `up` would meet, with GET requests only; the steps and the exit code are those without", async () => {
  const stepsIn = (stdout: string) => /Resources:\n(.*?)\n\n/s.exec(stdout)?.[1];
  const { stdout, code } = await stack.preview();
  expect(code).toBe(0);
  expect(platform.requests.length).toBeGreaterThan(3);
  expect(platform.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  expectPart("preflight.md", "rows", `\`\`\`text\n${documented(stdout)}\n\`\`\``);
  platform.clearRequests();
  stack.env.CLOUDPLATFORM_PREVIEW_READS = "false";
  const silent = await stack.preview();
  delete stack.env.CLOUDPLATFORM_PREVIEW_READS;
  expect(stepsIn(silent.stdout)).toBe(stepsIn(stdout));
  expect(platform.requests).toEqual([]);
}, 120_000);

test("with `--diff`, each line is below the name of its resource, which rows do not repeat", async () => {
  const { stdout, stderr } = await stack.preview("--diff");
  // Each heading begins with an empty line.
  const headed = [
    ...`${stdout}\n${stderr}`.matchAll(/^\n(\w+ "\w+"):\n(?:warning: )?(`up` would fail|\w+)/gm),
  ];
  expect(headed.map(([, resource, text]) => `${resource}: ${text}`).sort()).toEqual([
    'QuotaNotificationThreshold "quota": already',
    'Router "branch": name',
    'Router "closed": `up` would fail',
    'Router "edge": `up` would fail',
    'Router "lab": adopts',
  ]);
  const rows = await stack.preview();
  expect(rows.stdout).not.toMatch(/^.*Router "\w+":/m);
}, 120_000);

test("a preview has the same lines in `--json`, and in the events of the Automation API", async () => {
  // `--json` has the severity in the text as well.
  const lines = (diagnostics: Diagnostic[]) =>
    diagnostics
      .filter(({ severity }) => severity !== "debug")
      .map(({ urn = "", severity, message }) =>
        [severity, urn.split("::").at(-1), message.replace(/^warning: /, "").trim()].join(" "),
      )
      .sort();
  const printed = lines(JSON.parse((await stack.preview("--json")).stdout).diagnostics);
  const kinds = ["info branch", "info lab", "info quota", "warning closed", "warning edge"];
  expect(printed.map((line) => line.split(" ").slice(0, 2).join(" "))).toEqual(kinds);
  stack.write("automation.cjs", AUTOMATION);
  const { stdout } = await run("node", ["automation.cjs"], { cwd: stack.folder, env: stack.env });
  expect(lines(JSON.parse(stdout))).toEqual(printed);
}, 120_000);
