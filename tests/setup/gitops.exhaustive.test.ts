import { execFileSync } from "node:child_process";
import { copyFileSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import Ajv from "ajv";
import { parse, parseAllDocuments } from "yaml";
import { projectEnv, root, start } from "../support/command";
import { useTemporaryFolder } from "../support/temporary-folder";
import { MANIFESTS } from "./operator-schema";

// The pipelines of examples/gitops by their schemas, and which jobs get which keys. tests/engine/pipelines.exhaustive.test.ts runs
// their commands, and workflows.test.ts runs actionlint over the workflows.

const EXAMPLE = join(root, "examples", "gitops");
const WORKFLOWS = join(".github", "workflows");
const read = (...path: string[]) => readFileSync(join(EXAMPLE, ...path), "utf8");

interface Job {
  environment?: string | { name: string };
  script?: string[];
  steps?: Step[];
}

interface Step {
  uses?: string;
  run?: string;
  with?: { command?: string };
}

const isAction = ({ uses = "" }: Step) => uses.startsWith("pulumi/actions@");

const gitlab: Record<string, Job> = parse(read("gitlab", ".gitlab-ci.yml"));
const workflows = readdirSync(join(EXAMPLE, WORKFLOWS)).map((name) => parse(read(WORKFLOWS, name)));
const jobs = [...workflows.flatMap((workflow) => Object.values<Job>(workflow.jobs)), ...Object.values(gitlab)]
  .map(({ environment, script, steps = [] }) => ({
    environment: typeof environment === "object" ? environment.name : environment,
    commands:
      script ?? steps.flatMap((step) => (isAction(step) ? `pulumi ${step.with?.command}` : (step.run ?? []))),
    steps,
  }))
  .filter(({ commands }) => commands.length > 0);

test("jobs that deploy have the keys of production, and all others those of previews", () => {
  for (const { commands, environment } of jobs) {
    const deploys = commands.some((command) => /pulumi up|recover/.test(command));
    expect([commands, environment]).toEqual([commands, deploys ? "production" : "preview"]);
  }
  expect(jobs).toHaveLength(8);
});

test("in GitHub Actions only the steps that run Pulumi or a command of the package get secrets", () => {
  const withSecrets = jobs.flatMap(({ steps }) =>
    steps.filter((step) => JSON.stringify(step).includes("secrets.")),
  );
  expect(withSecrets.length).toBeGreaterThan(0);
  for (const step of withSecrets)
    expect(
      isAction(step) || /^(pulumi|pulumi-cloudplatform|scripts\/recover\.sh)\b/.test(step.run ?? ""),
    ).toBe(true);
  expect(read(".github", "actions", "setup", "action.yml")).not.toContain("secrets.");
});

describe("GitLab CI", () => {
  const folder = useTemporaryFolder();

  test.each([
    ["a merge request", { CI_PIPELINE_SOURCE: "merge_request_event" }, { preview: "on_success" }],
    ["a merge", { CI_PIPELINE_SOURCE: "push", CI_COMMIT_BRANCH: "main" }, { deploy: "on_success" }],
    ["the schedule", { CI_PIPELINE_SOURCE: "schedule", CI_COMMIT_BRANCH: "main" }, { drift: "on_success" }],
    [
      "a start by hand",
      { CI_PIPELINE_SOURCE: "web", CI_COMMIT_BRANCH: "main" },
      { deploy: "manual", recover: "manual" },
    ],
  ])("has these jobs for %s, in a file that matches the schema", async (_, variables, expected) => {
    execFileSync("git", ["init", "--quiet"], { cwd: folder.path });
    copyFileSync(join(EXAMPLE, "gitlab", ".gitlab-ci.yml"), join(folder.path, ".gitlab-ci.yml"));
    const all = Object.entries({ ...variables, CI_DEFAULT_BRANCH: "main" });
    const args = all.flatMap(([name, value]) => ["--variable", `${name}=${value}`]);
    const ignored = ["--ignore-predefined-vars", all.map(([name]) => name).join()];
    const options = { cwd: folder.path, env: await projectEnv() };
    const listing = start("gitlab-ci-local", ["--list-json", ...ignored, ...args], options);
    const { code, stdout, output } = await listing.ended;
    expect([code, output]).toEqual([0, expect.stringContaining("json schema validated")]);
    const active = (JSON.parse(stdout) as Array<{ name: string; when: string }>).filter(
      ({ when }) => when !== "never",
    );
    expect(Object.fromEntries(active.map(({ name, when }) => [name, when]))).toEqual(expected);
  });
});

describe("the Kubernetes operator of Pulumi", () => {
  const manifests = readdirSync(join(EXAMPLE, "operator")).flatMap((file) =>
    parseAllDocuments(read("operator", file)).map((document) => {
      // Such as a field that is there twice.
      if (document.errors[0]) throw document.errors[0];
      return document.toJS();
    }),
  );
  const ajv = new Ajv();

  test.each(manifests)("gets $kind $metadata.name with the fields of its schema", (manifest) => {
    expect(ajv.compile(MANIFESTS[manifest.kind] ?? false)(manifest)).toBe(true);
  });

  test("has the CLI and the backend of the other pipelines", () => {
    const { pulumi } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).devDependencies;
    expect(JSON.parse(read("package.json")).devDependencies.pulumi).toBe(pulumi);
    for (const { spec, metadata } of manifests.filter(({ kind }) => kind === "Stack")) {
      const { stack, backend, workspaceTemplate } = spec;
      const image = expect.stringMatching(new RegExp(`:${pulumi}-nonroot$`));
      const expected = ["production", parse(read("Pulumi.yaml")).backend.url, image];
      expect([stack, backend, workspaceTemplate.spec.image]).toEqual(expected);
      // The operator accepts names of at most 42 characters.
      expect(metadata.name.length).toBeLessThanOrEqual(42);
    }
  });
});
