import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { root, run } from "../support/command";
import { useDeployment } from "../support/deployment";
import { expectPart, pageNow } from "../support/docs-page";

// The preview of a stack in which something is found for each kind of step, with the real CLI. docs/preview.md has its output.

const BEFORE = `
const place = { projectId: 1, regionId: 2 };
new cloudplatform.Router("branch", { ...place, name: "branch" });
new cloudplatform.Router("closed", { ...place, name: "closed" });
new cloudplatform.Router("same", { ...place, name: "same" });`;

const PROGRAM = `
const place = { projectId: 1, regionId: 2 };
new cloudplatform.Router("branch", { ...place, name: "branch-2" });
new cloudplatform.Router("closed", { ...place, name: "closed-2" });
new cloudplatform.Router("same", { ...place, name: "same" });
new cloudplatform.Router("edge", { ...place, name: "edge" });
new cloudplatform.Router("lab", { ...place, name: "lab", ifExists: "adopt" });
new cloudplatform.Router("new", { ...place, name: "new" });
new cloudplatform.QuotaNotificationThreshold("quota", { clientId: 42, threshold: 75 });`;

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

describe("a preview", () => {
  const { platform, stack } = useDeployment({ taskTime: 0 });
  const idOf = (name: string) => platform.routers.all().find((router) => router.name === name)?.id ?? "";

  beforeAll(async () => {
    stack.program(BEFORE);
    await stack.up();
    platform.routers.change(idOf("branch"), { name: "renamed by hand" });
    platform.routers.delete(idOf("closed"));
    for (const name of ["edge", "lab"]) platform.routers.add({ projectId: 1, regionId: 2, name });
    platform.quotas.setThreshold(42, 90);
  }, 120_000);

  test("prints what `up` would meet, with GET requests only; the steps and the exit code are those without", async () => {
    stack.program(PROGRAM);
    const { stdout, code } = await stack.preview();
    expect(code).toBe(0);
    expect(platform.requests.length).toBeGreaterThan(3);
    expect(platform.requests.filter(({ method }) => method !== "GET")).toEqual([]);
    expectPart("preview.md", "rows", `\`\`\`text\n${documented(stdout)}\n\`\`\``);
    const steps = /Resources:\n(.*?)\n\n/s.exec(stdout)?.[1];
    platform.clearRequests();
    stack.env.CLOUDPLATFORM_PREVIEW_READS = "false";
    const silent = await stack.preview();
    delete stack.env.CLOUDPLATFORM_PREVIEW_READS;
    expect(/Resources:\n(.*?)\n\n/s.exec(silent.stdout)?.[1]).toBe(steps);
    expect(platform.requests).toEqual([]);
  }, 120_000);

  test("has the same lines in `--json`, and in the events of the Automation API", async () => {
    stack.program(PROGRAM);
    const { stdout } = await stack.preview("--json");
    const lines = ({ diagnostics }: { diagnostics: Diagnostic[] }) =>
      diagnostics
        .filter(({ severity }) => severity !== "debug")
        .map(({ urn = "", severity, message }) => {
          // `--json` has the severity in the text as well.
          const text = message.replace(/^warning: /, "").trim();
          return `${severity} ${urn.split("::").at(-1)} ${text}`;
        })
        .sort();
    const printed = lines(JSON.parse(stdout) as { diagnostics: Diagnostic[] });
    const kinds = ["info branch", "info lab", "info quota", "warning closed", "warning edge"];
    expect(printed.map((line) => line.split(" ").slice(0, 2).join(" "))).toEqual(kinds);
    stack.write("automation.cjs", AUTOMATION);
    const { folder: cwd, env } = stack;
    const { stdout: events } = await run("node", ["automation.cjs"], { cwd, env });
    expect(lines({ diagnostics: JSON.parse(events) as Diagnostic[] })).toEqual(printed);
  }, 120_000);

  test("README.md quotes this preview", () => {
    const [, quoted = ""] =
      /\$ pulumi preview\n(.*?)```/s.exec(readFileSync(join(root, "README.md"), "utf8")) ?? [];
    const lines = quoted.split("\n").filter((line) => line !== "");
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.filter((line) => !pageNow("preview.md").includes(`${line}\n`))).toEqual([]);
  });

  test("sends no request if nothing changes", async () => {
    stack.program(BEFORE);
    platform.clearRequests();
    const { stdout } = await stack.preview();
    expect(stdout).toContain("unchanged");
    expect(platform.requests).toEqual([]);
  }, 120_000);
});
