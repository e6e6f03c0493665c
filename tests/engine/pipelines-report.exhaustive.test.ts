import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { projectEnv, type Result, root, start } from "../support/command";
import { useTemporaryFolder } from "../support/temporary-folder";
import { Forge } from "./forge";

// examples/gitops/scripts/report.mts, which writes comments and issues at GitHub and GitLab.

const script = join(root, "examples", "gitops", "scripts", "report.mts");
const SOMEBODY_ELSE = { state: "open" as const, user: { login: "octocat" }, author: { id: 6 } };
const UNCHANGED = "Previewing\n\nResources:\n    3 unchanged\n";

const temporary = useTemporaryFolder();
const summary = () => join(temporary.path, "summary.md");
const summaryText = () => readFileSync(summary(), "utf8");
let forge: Forge;

beforeEach(async () => {
  forge = await Forge.start();
  writeFileSync(summary(), "");
});
afterEach(() => forge.close());

interface Options {
  log?: string;
  /** The exit code and the Markdown of preflight. */
  preflight?: [code: string, findings: string];
  env?: NodeJS.ProcessEnv;
}

async function run(what: string, code: string, { log = "Log", preflight, env }: Options): Promise<Result> {
  const [logFile, findingsFile] = ["log.txt", "findings.txt"].map((name) => join(temporary.path, name));
  writeFileSync(logFile as string, log);
  if (preflight) writeFileSync(findingsFile as string, preflight[1]);
  const files = [logFile, ...(preflight ? [preflight[0], findingsFile] : [])] as string[];
  const { GITHUB_ACTIONS: _, GITLAB_CI: __, ...base }: NodeJS.ProcessEnv = await projectEnv();
  const all = { ...base, PULUMI_STACK: "production", GITHUB_STEP_SUMMARY: summary(), ...env };
  return start("node", [script, what, code, ...files], { cwd: temporary.path, env: all }).ended;
}

/** What `pulumi refresh --json` prints: routers of these names have other routes at the platform, and the last one is gone. */
function refreshed(...names: string[]): string {
  const steps = names.map((name, index) => {
    const state = (routes: string[]) => ({
      type: "pulumi-nodejs:dynamic/cloudplatform:Router",
      id: `id-of-${name}`,
      inputs: { name, routes: routes.map((nexthop) => ({ nexthop })) },
    });
    const urn = `urn:pulumi:production::network::pulumi-nodejs:dynamic/cloudplatform:Router::${name}`;
    if (index === names.length - 1) return { op: "delete", urn, oldState: state([]) };
    const detailedDiff = { "routes[1].nexthop": { kind: "update", inputDiff: true } };
    return { op: "update", urn, oldState: state(["a", "b"]), newState: state(["a", "c"]), detailedDiff };
  });
  return JSON.stringify({ steps: [...steps, { op: "same", urn: "urn:other" }], diagnostics: null });
}

test("elsewhere, such as on your own machine, the drift is printed, in the same order each time", async () => {
  const text = `~ Router edge (id-of-edge) differs
    routes[1].nexthop: "b" in the state, "c" at the platform
~ Router other (id-of-other) differs
    routes[1].nexthop: "b" in the state, "c" at the platform
- Router router (id-of-router) no longer exists at the platform
`;
  for (const names of [
    ["edge", "other", "router"],
    ["other", "edge", "router"],
  ])
    expect(await run("drift", "7", { log: refreshed(...names) })).toMatchObject({ code: 0, stdout: text });
});

test("a check that has failed prints why, and opens no issue", async () => {
  const diagnostics = [1, 2].map(() => ({ severity: "error", message: "error: the key is refused\n" }));
  const env = forge.env("GitHub");
  const { code, stdout } = await run("drift", "1", { log: JSON.stringify({ diagnostics }), env });
  expect([code, stdout]).toEqual([0, "The check has failed.\nerror: the key is refused\n"]);
  expect(forge.issues).toEqual([]);
});

describe.each(["GitHub", "GitLab"] as const)("at %s", (kind) => {
  const report = (what: string, code: string, options: Options = {}) =>
    run(what, code, { ...options, env: { ...forge.env(kind), ...options.env } });
  const comments = () => forge.comments.map(({ body = "" }) => body);

  test("the first preview writes a comment, and the next one changes it", async () => {
    expect(await report("preview", "0", { log: "+ edge" })).toMatchObject({ code: 0, output: "" });
    expect(await report("preview", "4", { log: "error: denied" })).toMatchObject({ code: 0, output: "" });
    expect(comments()).toEqual([
      "<!-- preview of production -->\nThe preview of the stack `production` failed with exit code 4.\n\n" +
        "<details open><summary>Log</summary>\n\n```\nerror: denied\n```\n\n</details>\n",
    ]);
  });

  test("a preview or plan that changes nothing writes no comment and no summary, and changes a comment that exists", async () => {
    const saved =
      "Update plan written to 'plan.json'\nRun `pulumi up --plan='plan.json'` to constrain the update\n";
    await report("preview", "0", { log: UNCHANGED });
    await report("plan", "0", { log: UNCHANGED + saved });
    expect([comments(), summaryText()]).toEqual([[], ""]);
    await report("preview", "0", { log: "Resources:\n    + 1 to create\n    3 unchanged\n" });
    await report("preview", "0", { log: UNCHANGED });
    expect(comments()).toEqual([expect.stringContaining(UNCHANGED)]);
    expect(summaryText()).not.toContain(UNCHANGED);
    await report("plan", "0", { log: "+ edge" });
    const plan = "<details><summary>Plan</summary>\n\n```\n+ edge\n```\n\n</details>";
    expect(summaryText()).toContain(`Plan of the stack \`production\`.\n\n${plan}\n\n`);
    expect(comments()).toHaveLength(1);
  });

  const FAKED = `${UNCHANGED}Resources:\n    - 1 to delete\n    3 unchanged\n`;

  test.each<[why: string, code: string, options: Options]>([
    ["it fails", "255", { log: UNCHANGED }],
    ["preflight fails", "0", { log: UNCHANGED, preflight: ["2", ""] }],
    ["the deployment would fail", "0", { log: UNCHANGED, preflight: ["1", "**Preflight**"] }],
    ["only an output changes", "0", { log: `    --outputs:--\n  + id: "1"\n${UNCHANGED}` }],
    ["the program prints the line of Pulumi", "0", { log: FAKED }],
    ["a policy has a finding", "0", { log: `${UNCHANGED}Policies:\n    1 violation\n` }],
  ])("a preview without changed resources writes a comment if %s", async (_, code, options) => {
    await report("preview", code, options);
    expect(forge.comments).toHaveLength(1);
  });

  test.each<[preflight: [string, string], text: string]>([
    [["1", "**Preflight**\n\n| fails |\n"], " **The deployment would fail.**\n\n**Preflight**\n\n| fails |"],
    [
      ["2", ""],
      "\n\nThe platform was not asked about the deployment, because preflight failed: see the log of the job.",
    ],
  ])("the comment has the plan, and what preflight says: %j", async (preflight, text) => {
    await report("preview", "0", { preflight, log: "+ edge" });
    const plan = "<details><summary>Plan</summary>\n\n```\n+ edge";
    expect(comments()[0]).toContain(`succeeded.${text}\n\n${plan}`);
  });

  const CUT = "\n\nFurther findings are in the log of the job.\n\n<details><summary>Plan</summary>\n\n";
  const ROWS = "| x |\n".repeat(20_000);

  test.each<[what: string, options: Options, ...parts: string[]]>([
    ["findings", { preflight: ["0", `first\n${ROWS}`], log: "y".repeat(100_000) }, "first\n", `| x |${CUT}`],
    [
      "what is ok",
      {
        preflight: ["0", `| fails |\n\n<details><summary>What is ok</summary>\n\n${ROWS}\n\n</details>`],
        log: "`".repeat(100_000),
      },
      `| fails |${CUT}\`\`\`\n…\n\`\`\``,
    ],
    [
      "a log with fences",
      { log: `${"x".repeat(100_000)}\n\`\`\`\`\nend` },
      "\n`````\n…\nxxx",
      "\n````\nend\n`````\n",
    ],
  ])(
    "a comment with too much of %s for the forge is cut, and leaves nothing unfolded",
    async (_, options, ...parts) => {
      await report("preview", "0", options);
      const [body = ""] = comments();
      for (const part of parts) expect(body).toContain(part);
      expect(body.length).toBeLessThan(65_536);
    },
  );

  test("each stack has a comment of its own, also among more comments than one page lists", async () => {
    for (let id = 1; id <= 130; id++)
      forge.comments.push({ id, number: id, iid: id, state: "open", body: "Looks good" });
    await report("preview", "0");
    await report("preview", "0", { env: { PULUMI_STACK: "staging" } });
    await report("preview", "0", { log: "newest" });
    expect(comments().slice(130)).toEqual([
      expect.stringMatching(/preview of production.*newest/s),
      expect.stringContaining("preview of staging"),
    ]);
  });

  test("comments and issues of somebody else are not changed, although they begin as those of the report", async () => {
    const body = "<!-- preview of production -->\nQuoted from the preview";
    const title = "Drift of the stack production";
    const foreign = { id: 1, number: 1, iid: 1, ...SOMEBODY_ELSE };
    forge.comments.push({ ...foreign, body }, { ...foreign, id: 2, body, user: null, author: null });
    forge.issues.push({ ...foreign, labels: ["drift"], title });
    for (const log of ["first", "second"]) await report("preview", "0", { log });
    await report("drift", "7", { log: refreshed("edge") });
    await report("drift", "0", { log: "{}" });
    expect(comments()).toEqual([body, body, expect.stringContaining("second")]);
    expect(forge.issues).toMatchObject([
      { ...foreign, title },
      { title, state: "closed" },
    ]);
  });

  test("drift opens an issue, which the next check updates, and a check without drift closes it", async () => {
    await report("drift", "0", { log: "{}" });
    expect(forge.issues).toEqual([]);
    await report("drift", "7", { log: refreshed("edge") });
    await report("drift", "7", { log: refreshed("router") });
    const text =
      "The platform differs from the state of the stack `production`.\n\n" +
      "```\n- Router router (id-of-router) no longer exists at the platform\n```";
    const described = kind === "GitHub" ? { body: text } : { description: text };
    expect(forge.issues).toMatchObject([
      { title: "Drift of the stack production", state: "open", ...described },
    ]);
    await report("drift", "0", { log: "{}" });
    await report("drift", "7", { log: refreshed("edge") });
    expect(forge.issues.map(({ state }) => state)).toEqual(["closed", "open"]);
  });

  test("a missing or wrong token is an error, which does not contain the token", async () => {
    const variable = kind === "GitHub" ? "GITHUB_TOKEN" : "GITLAB_TOKEN";
    const missing = await report("drift", "7", { log: "{}", env: { [variable]: "" } });
    expect([missing.code, missing.output]).toEqual([
      1,
      expect.stringContaining(`The environment variable ${variable} is missing.`),
    ]);
    const wrong = await report("drift", "7", { log: "{}", env: { [variable]: "wrong-token" } });
    expect(wrong.code).toBe(1);
    expect(wrong.output).toContain('was answered 401: {"message":"Bad credentials"}');
    expect(wrong.output).not.toContain("wrong-token");
  });
});
