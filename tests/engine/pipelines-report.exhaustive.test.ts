import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { projectEnv, type Result, root, start } from "../support/command";
import { Forge } from "../support/forge";

// examples/gitops/scripts/report.mts, which writes comments and issues at GitHub and GitLab.

const script = join(root, "examples", "gitops", "scripts", "report.mts");
const SOMEBODY_ELSE = { user: { login: "octocat" }, author: { id: 6 } };
let folder: string;
let base: NodeJS.ProcessEnv;
let forge: Forge;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "cloudplatform-report-"));
  const { GITHUB_ACTIONS: _, GITLAB_CI: __, ...env } = await projectEnv();
  base = { ...env, GITHUB_STEP_SUMMARY: "" };
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(async () => {
  forge = await Forge.start();
});
afterEach(() => forge.close());

describe.each(["GitHub", "GitLab"] as const)("%s", (kind) => {
  interface Options {
    log?: string;
    /** The Markdown and the exit code of preflight. */
    findings?: string;
    preflight?: string;
    stack?: string;
    env?: NodeJS.ProcessEnv;
  }

  function report(
    what: string,
    code: string,
    { log = "Log", findings, preflight = "0", stack = "production", env }: Options = {},
  ): Promise<Result> {
    const file = join(folder, "log.txt");
    writeFileSync(file, log);
    const findingsFile = join(folder, "findings.txt");
    if (findings !== undefined) writeFileSync(findingsFile, findings);
    const files = findings === undefined ? [file] : [file, preflight, findingsFile];
    const all = { ...base, ...forge.env(kind), PULUMI_STACK: stack, ...env };
    return start("node", [script, what, code, ...files], { cwd: folder, env: all }).ended;
  }

  const texts = () => forge.issues.map(({ body, description }) => (kind === "GitHub" ? body : description));

  test("the first preview writes a comment, and the next one changes it", async () => {
    expect(await report("preview", "0", { log: "+ edge" })).toMatchObject({ code: 0, output: "" });
    expect(await report("preview", "4", { log: "error: denied" })).toMatchObject({ code: 0, output: "" });
    expect(forge.comments.map(({ body }) => body)).toEqual([
      "<!-- preview of production -->\nThe preview of the stack `production` failed with exit code 4.\n\n" +
        "<details open><summary>Log</summary>\n\n```\nerror: denied\n```\n\n</details>\n",
    ]);
  });

  const UNCHANGED = "Previewing\n\nResources:\n    3 unchanged\n";

  test("a preview that changes nothing writes no comment and no summary, and changes a comment that exists", async () => {
    const summary = join(folder, `summary-${kind}.md`);
    writeFileSync(summary, "");
    const env = { GITHUB_STEP_SUMMARY: summary };
    await report("preview", "0", { log: UNCHANGED, env });
    const saved =
      "Update plan written to 'plan.json'\nRun `pulumi up --plan='plan.json'` to constrain the update\n";
    await report("plan", "0", { log: UNCHANGED + saved, env });
    expect(forge.comments).toEqual([]);
    expect(readFileSync(summary, "utf8")).toBe("");
    await report("preview", "0", { log: "Resources:\n    + 1 to create\n    3 unchanged\n", env });
    await report("preview", "0", { log: UNCHANGED, env });
    expect(forge.comments.map(({ body }) => body)).toEqual([expect.stringContaining(UNCHANGED)]);
    expect(readFileSync(summary, "utf8")).toContain("+ 1 to create");
    expect(readFileSync(summary, "utf8")).not.toContain(UNCHANGED);
  });

  test.each([
    ["it fails", "255", UNCHANGED, undefined],
    ["preflight fails", "0", UNCHANGED, ["2", ""]],
    ["the deployment would fail", "0", UNCHANGED, ["1", "**Preflight**"]],
    ["only an output changes", "0", `    --outputs:--\n  + id: "1"\n${UNCHANGED}`, undefined],
    [
      "the program prints the line of Pulumi",
      "0",
      `${UNCHANGED}Resources:\n    - 1 to delete\n    3 unchanged\n`,
      undefined,
    ],
    ["a policy has a finding", "0", `${UNCHANGED}Policies:\n    1 violation\n`, undefined],
  ])("a preview without changed resources writes a comment if %s", async (_, code, log, result) => {
    const [preflight, findings] = result ?? [];
    await report("preview", code, {
      log,
      ...(preflight && { preflight }),
      ...(findings !== undefined && { findings }),
    });
    expect(forge.comments).toHaveLength(1);
  });

  test("a saved plan is shown in the summary, and nowhere else", async () => {
    const summary = join(folder, `plan-${kind}.md`);
    await report("plan", "0", { log: "+ edge", env: { GITHUB_STEP_SUMMARY: summary } });
    expect(readFileSync(summary, "utf8")).toBe(
      "Plan of the stack `production`.\n\n<details><summary>Plan</summary>\n\n```\n+ edge\n```\n\n</details>\n\n",
    );
    expect([...forge.comments, ...forge.issues]).toEqual([]);
  });

  test("the comment has the findings of preflight and the plan, and the plan alone if preflight fails", async () => {
    await report("preview", "0", { preflight: "1", findings: "**Preflight**\n\n| fails |\n", log: "+ edge" });
    expect(forge.comments[0]?.body).toContain(
      "succeeded. **The deployment would fail.**\n\n**Preflight**\n\n| fails |\n\n<details><summary>Plan</summary>\n\n```\n+ edge",
    );
    await report("preview", "0", { preflight: "2", findings: "", log: "+ edge" });
    expect(forge.comments[0]?.body).toContain(
      "succeeded.\n\nThe platform was not asked about the deployment, because preflight failed: see the log of the job.\n\n<details><summary>Plan</summary>\n\n```\n+ edge",
    );
  });

  test("a comment that is too long for the forge is cut, and leaves nothing unfolded", async () => {
    await report("preview", "0", {
      findings: `first\n${"| x |\n".repeat(20_000)}`,
      log: "y".repeat(100_000),
    });
    expect(forge.comments[0]?.body).toMatch(
      /first\n.*\| x \|\n\nFurther findings are in the log of the job\.\n\n<details>/s,
    );
    expect(forge.comments[0]?.body?.length).toBeLessThan(65_536);
    const ok = `<details><summary>What is ok</summary>\n\n${"| x |\n".repeat(20_000)}\n\n</details>`;
    await report("preview", "0", { findings: `| fails |\n\n${ok}`, log: "`".repeat(100_000) });
    expect(forge.comments[0]?.body).toContain(
      "| fails |\n\nFurther findings are in the log of the job.\n\n<details><summary>Plan</summary>\n\n```\n…\n```",
    );
  });

  test("each stack has a comment of its own, also among more comments than one page lists", async () => {
    for (let id = 1; id <= 130; id++)
      forge.comments.push({ id, number: id, iid: id, state: "open", body: "Looks good" });
    await report("preview", "0");
    await report("preview", "0", { stack: "staging" });
    await report("preview", "0", { log: "newest" });
    expect(forge.comments.slice(130).map(({ body }) => /preview of (\w+)/.exec(body ?? "")?.[1])).toEqual([
      "production",
      "staging",
    ]);
    expect(forge.comments[130]?.body).toContain("newest");
  });

  test("a comment of somebody else is not changed, although it begins as the preview does", async () => {
    const entry = { id: 1, number: 1, iid: 1, state: "open" as const, ...SOMEBODY_ELSE };
    const body = "<!-- preview of production -->\nQuoted from the preview";
    forge.comments.push({ ...entry, body });
    forge.comments.push({ ...entry, id: 2, body, user: null, author: null });
    for (const log of ["first", "second"])
      expect(await report("preview", "0", { log })).toMatchObject({ code: 0, output: "" });
    expect(forge.comments.map(({ body }) => body)).toEqual([body, body, expect.stringContaining("second")]);
  });

  test("an issue of somebody else is not changed, although it has the title of the drift", async () => {
    const title = "Drift of the stack production";
    const foreign = {
      id: 1,
      number: 1,
      iid: 1,
      state: "open" as const,
      labels: ["drift"],
      title,
      ...SOMEBODY_ELSE,
    };
    forge.issues.push({ ...foreign });
    await report("drift", "7");
    await report("drift", "0");
    expect(forge.issues).toEqual([foreign, expect.objectContaining({ title, state: "closed" })]);
  });

  test("a long log is shortened at its start, and a log with fences stays in its fence", async () => {
    await report("preview", "0", { log: `${"x".repeat(100_000)}\n\`\`\`\`\nend` });
    const body = forge.comments[0]?.body ?? "";
    expect(body.length).toBeLessThan(65_536);
    expect(body).toContain("\n`````\n…\nxxx");
    expect(body).toContain("\n````\nend\n`````\n");
  });

  test("drift opens an issue, which the next check updates, and a check without drift closes it", async () => {
    await report("drift", "7", { log: "~ name" });
    expect(forge.issues).toMatchObject([{ title: "Drift of the stack production", state: "open" }]);
    await report("drift", "7", { log: "~ routes" });
    expect(texts()).toEqual([
      "The platform differs from the state of the stack `production`.\n\n" +
        "<details open><summary>Drift</summary>\n\n```\n~ routes\n```\n\n</details>\n",
    ]);
    await report("drift", "0");
    expect(forge.issues).toMatchObject([{ state: "closed" }]);
    await report("drift", "7");
    expect(forge.issues.map(({ state }) => state)).toEqual(["closed", "open"]);
  });

  test("without drift and without an issue nothing is written", async () => {
    expect(await report("drift", "0")).toMatchObject({ code: 0, output: "" });
    expect(forge.issues).toEqual([]);
  });

  test("a missing or wrong token is an error, which does not contain the token", async () => {
    const variable = kind === "GitHub" ? "GITHUB_TOKEN" : "GITLAB_TOKEN";
    const missing = await report("drift", "7", { env: { [variable]: "" } });
    expect(missing.code).toBe(1);
    expect(missing.output).toContain(`The environment variable ${variable} is missing.`);
    const wrong = await report("drift", "7", { env: { [variable]: "wrong-token" } });
    expect(wrong.code).toBe(1);
    expect(wrong.output).toContain('was answered 401: {"message":"Bad credentials"}');
    expect(wrong.output).not.toContain("wrong-token");
  });
});

test("elsewhere, such as on your own machine, nothing is done", async () => {
  const env = { ...base, PULUMI_STACK: "production" };
  expect(
    await start("node", [script, "drift", "7", "missing.log"], { cwd: folder, env }).ended,
  ).toMatchObject({
    code: 0,
    output: "",
  });
});
