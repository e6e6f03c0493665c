import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import Ajv from "ajv";
import { parse, parseAllDocuments } from "yaml";
import { projectEnv, type Result, root, start } from "../support/command";
import { MANIFESTS } from "../support/operator-schema";

// examples/gitops: each pipeline by its linter, and what the pipelines have in common. tests/engine/pipelines.exhaustive.test.ts runs the
// scripts.

interface Workflow {
  concurrency?: { group: string; "cancel-in-progress": boolean };
  jobs: Record<string, { environment: string; concurrency?: object; steps: Step[] }>;
}

interface Step {
  uses?: string;
  run?: string;
  env?: Record<string, string>;
  with?: Record<string, unknown>;
}

interface PipelineJob {
  script: string[];
  environment?: { name: string };
  artifacts?: object;
}

interface Job {
  name: string;
  when: string;
}

const EXAMPLE = join(root, "examples", "gitops");
const WORKFLOWS = join(EXAMPLE, ".github", "workflows");

const KEYS = [
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "CLOUDPLATFORM_API_KEY",
  "PULUMI_CONFIG_PASSPHRASE",
];
/** The folders of Pulumi's home that may be cached. */
const CACHED = ["plugins", "versions"];

const read = (...path: string[]) => readFileSync(join(EXAMPLE, ...path), "utf8");
const scripts = readdirSync(join(EXAMPLE, "scripts")).filter((name) => name.endsWith(".sh"));

describe("GitHub Actions", () => {
  const names = readdirSync(WORKFLOWS);
  const workflow = (name: string) => parse(readFileSync(join(WORKFLOWS, name), "utf8")) as Workflow;
  const jobs = names.flatMap((name) => Object.values(workflow(name).jobs));
  const setUp = parse(read(".github", "actions", "setup", "action.yml")).runs.steps as Step[];

  test("the workflows run the scripts, and nothing else but the installation", () => {
    expect(setUp.flatMap(({ run }) => run ?? [])).toEqual([
      "npm ci",
      'echo "$PWD/node_modules/.bin" >> "$GITHUB_PATH"',
    ]);
    const runs = jobs.flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
    expect(runs.flatMap(scriptsOf).sort()).toEqual(scripts);
  });

  test("each job has the secrets of one environment, and only the step with its script has them", () => {
    const keys = Object.fromEntries(KEYS.map((key) => [key, `\${{ secrets.${key} }}`]));
    for (const { steps } of jobs) {
      const withKeys = steps.filter((step) => JSON.stringify(step).includes("secrets."));
      expect(withKeys).toEqual([
        expect.objectContaining({
          run: expect.stringMatching(/^scripts\//),
          env: expect.objectContaining(keys),
        }),
      ]);
    }
    expect(JSON.stringify(setUp)).not.toContain("secrets.");
  });

  test("what only reads has the keys of previews, and what deploys those of production", () => {
    const environments = names.flatMap((name) =>
      Object.entries(workflow(name).jobs).map(([job, { environment }]) => [`${name} ${job}`, environment]),
    );
    expect(Object.fromEntries(environments)).toEqual({
      "preview.yml preview": "preview",
      "drift.yml drift": "preview",
      "deploy.yml deploy": "production",
      "recover.yml recover": "production",
      "planned.yml plan": "preview",
      "planned.yml apply": "production",
    });
  });

  test("what deploys keeps the log of the run, also if it fails", () => {
    const deploying = jobs.filter(({ environment }) => environment === "production");
    for (const { steps } of deploying)
      expect(steps.at(-1)).toMatchObject({ if: "always()", with: { path: "run.jsonl" } });
  });

  test("of Pulumi's home only what another run can use is cached", () => {
    const cached = setUp.flatMap(({ with: { path } = {} }) =>
      typeof path === "string" ? path.split("\n") : [],
    );
    expect(cached.filter(Boolean).sort()).toEqual(CACHED.map((folder) => `~/.pulumi/${folder}`));
  });

  test("deployments and recoveries wait for each other and are not cancelled; a drift check replaces none", () => {
    const group = { group: "production", "cancel-in-progress": false };
    expect(workflow("deploy.yml").concurrency).toEqual(group);
    expect(workflow("recover.yml").concurrency).toEqual(group);
    expect(workflow("planned.yml").jobs.apply?.concurrency).toEqual(group);
    expect(workflow("drift.yml").concurrency).toEqual({ group: "drift", "cancel-in-progress": false });
  });
});

describe("GitLab CI", () => {
  const { default: defaults, ...pipeline } = parse(read(".gitlab-ci.yml"));
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "cloudplatform-gitlab-"));
    execFileSync("git", ["init", "--quiet"], { cwd: folder });
    copyFileSync(join(EXAMPLE, ".gitlab-ci.yml"), join(folder, ".gitlab-ci.yml"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Validates the file with GitLab's schema, and lists the jobs. */
  async function list(variables: Record<string, string>): Promise<Result> {
    const names = Object.keys(variables).join();
    const args = Object.entries(variables).flatMap(([name, value]) => ["--variable", `${name}=${value}`]);
    return start("gitlab-ci-local", ["--list-json", "--ignore-predefined-vars", names, ...args], {
      cwd: folder,
      env: await projectEnv(),
    }).ended;
  }

  test.each([
    ["a merge request", { CI_PIPELINE_SOURCE: "merge_request_event" }, { preview: "on_success" }],
    ["a merge", { CI_PIPELINE_SOURCE: "push", CI_COMMIT_BRANCH: "main" }, { deploy: "on_success" }],
    ["the schedule", { CI_PIPELINE_SOURCE: "schedule", CI_COMMIT_BRANCH: "main" }, { drift: "on_success" }],
    [
      "a start by hand",
      { CI_PIPELINE_SOURCE: "web", CI_COMMIT_BRANCH: "main" },
      { repair: "manual", plan: "manual", apply: "manual", recover: "manual" },
    ],
  ])("the file matches GitLab's schema, and has these jobs for %s", async (_, variables, jobs) => {
    const { code, stdout, output } = await list({ ...variables, CI_DEFAULT_BRANCH: "main" });
    expect([code, output]).toEqual([0, expect.stringContaining("json schema validated")]);
    const active = (JSON.parse(stdout) as Job[]).filter(({ when }) => when !== "never");
    expect(Object.fromEntries(active.map(({ name, when }) => [name, when]))).toEqual(jobs);
  });

  test("the jobs run the scripts, and nothing else but the installation", () => {
    expect(defaults.before_script).toEqual([
      "npm ci --cache .npm --prefer-offline",
      'export PATH="$PWD/node_modules/.bin:$PATH"',
    ]);
    expect(
      jobs()
        .flatMap(({ script }) => script)
        .sort(),
    ).toEqual(scripts.map((name) => `scripts/${name}`));
  });

  test("all jobs but the preview and the plan wait for each other, and none of them is cancelled", () => {
    const others = jobs().filter(({ script: [name = ""] }) => !/(preview|plan)\.sh/.test(name));
    expect(others).toHaveLength(5);
    for (const job of others)
      expect(job).toMatchObject({ resource_group: "production", interruptible: false });
  });

  test("what only reads has the variables of previews, and what deploys those of production", () => {
    const environments = Object.entries<{ environment?: object }>(pipeline).flatMap(
      ([name, { environment }]) => (environment ? [[name, environment]] : []),
    );
    expect(Object.fromEntries(environments)).toEqual({
      preview: { name: "preview", action: "access" },
      drift: { name: "preview", action: "access" },
      plan: { name: "preview", action: "access" },
      apply: { name: "production" },
      deploy: { name: "production" },
      repair: { name: "production" },
      recover: { name: "production" },
    });
  });

  test("what deploys keeps the log of the run, also if it fails", () => {
    const log = { when: "always", paths: ["run.jsonl"] };
    for (const job of jobs().filter(({ environment }) => environment?.name === "production"))
      expect(job.artifacts).toMatchObject(log);
  });

  test("of Pulumi's home only what another run can use is cached", () => {
    const cached = (defaults.cache.paths as string[]).filter((path) => path.startsWith(".pulumi-home"));
    expect(cached.sort()).toEqual(CACHED.map((folder) => `.pulumi-home/${folder}/`));
    expect(pipeline.variables.PULUMI_HOME).toBe("$CI_PROJECT_DIR/.pulumi-home");
  });

  const jobs = () =>
    Object.values(pipeline).filter((job): job is PipelineJob => Object.hasOwn(job as object, "script"));
});

describe("Pulumi Kubernetes Operator", () => {
  const files = readdirSync(join(EXAMPLE, "operator"));
  const manifestsOf = (file: string) =>
    parseAllDocuments(read("operator", file)).map((document) => document.toJS());
  const manifests = files.flatMap(manifestsOf);
  const stacks = manifests.filter(({ kind }) => kind === "Stack");
  const [deployed, previewed] = ["declarative.yaml", "declarative-preview.yaml"].map(
    (file) => manifestsOf(file).find(({ kind }) => kind === "Stack").spec,
  );
  const ajv = new Ajv();
  const validate = (manifest: { kind: string }) => ajv.compile(MANIFESTS[manifest.kind] ?? false)(manifest);

  test.each(manifests)("the $kind $metadata.name has the fields of its schema", (manifest) => {
    expect(validate(manifest)).toBe(true);
  });

  test.each(stacks)(
    "$metadata.name: the stack, its backend and its CLI are those of the other pipelines, and the keys come from a secret",
    ({ metadata, spec }) => {
      const { pulumi } = JSON.parse(read("package.json")).devDependencies;
      expect(pulumi).toBe(
        JSON.parse(readFileSync(join(root, "package.json"), "utf8")).devDependencies.pulumi,
      );
      expect(spec.stack).toBe("production");
      expect(spec.backend).toBe(parse(read("Pulumi.yaml")).backend.url);
      expect(spec.workspaceTemplate.spec.image).toBe(`pulumi/pulumi:${pulumi}-nonroot`);
      // The operator accepts names of at most 42 characters.
      expect(metadata.name.length).toBeLessThanOrEqual(42);
      const secret = spec.preview ? "network-preview" : "network-production";
      expect(spec.envRefs).toEqual(
        Object.fromEntries(KEYS.map((key) => [key, { type: "Secret", secret: { name: secret, key } }])),
      );
    },
  );

  test("the preview of the declarative stack is the same stack, and differs in one router", () => {
    const { edge: oldEdge, ...oldOthers } = deployed.config["cloudplatform:routers"];
    const { edge, ...others } = previewed.config["cloudplatform:routers"];
    expect(previewed.preview).toBe(true);
    expect(deployed.preview).toBeUndefined();
    expect(previewed.fluxSource).toEqual(deployed.fluxSource);
    expect(others).toEqual(oldOthers);
    expect({ ...edge, routes: [] }).toEqual(oldEdge);
  });
});

/** The files of a command, in which an expression may choose, such as `scripts/${{ inputs.repair && 'repair' || 'deploy' }}.sh`. */
function scriptsOf(command: string): string[] {
  const choices = [...command.matchAll(/'(\w+)'/g)].map(([, word]) => `${word}.sh`);
  return choices.length > 0 ? choices : [command.replace("scripts/", "")];
}
