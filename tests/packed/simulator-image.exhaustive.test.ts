import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { validate } from "dockerfile-utils";
import { type Command, eventually, projectEnv, root, run, start } from "../support/command";
import { temporaryFolder } from "../support/temporary-folder";

// The image of the simulator. The stages of its Dockerfile are run in folders, as not every machine builds images: each
// COPY, each RUN of npm, and the command that the image starts.

const text = readFileSync(join(root, "simulator/Dockerfile"), "utf8");
const BUILD = 600_000;

interface Instruction {
  readonly keyword: string;
  readonly value: string;
}

interface Stage {
  readonly base: string;
  readonly name: string;
  readonly instructions: Instruction[];
}

const instructions = text
  .replace(/^#.*\n/gm, "")
  .replace(/\\\n\s*/g, "")
  .split("\n")
  .filter((line) => line !== "")
  .map((line): Instruction => {
    const [keyword = "", ...rest] = line.split(" ");
    return { keyword, value: rest.join(" ") };
  });

const stages: Stage[] = [];
for (const { keyword, value } of instructions) {
  const [base = "", name = "final"] = value.split(" AS ");
  if (keyword === "FROM") stages.push({ base, name, instructions: [] });
  else stages.at(-1)?.instructions.push({ keyword, value });
}

const last = stages.at(-1) as Stage;
const valuesOf = (keyword: string) =>
  last.instructions.filter((each) => each.keyword === keyword).map(({ value }) => value);

describe("the Dockerfile", () => {
  test("has no problem that its linter finds", () => {
    expect(validate(text)).toEqual([]);
  });

  test("runs without root's rights, is checked for health, and keeps its state in a volume", () => {
    expect(valuesOf("USER")).toEqual(["node"]);
    expect(valuesOf("HEALTHCHECK")).toHaveLength(1);
    expect(valuesOf("VOLUME")).toEqual(["/data"]);
    expect(valuesOf("CMD")).toEqual(['["--state", "/data/state.json"]']);
    expect(valuesOf("RUN")).toEqual(["install -d -o node -g node /data"]);
  });

  test("builds and runs with a Node that the package supports", () => {
    const { engines } = JSON.parse(readFileSync(join(root, "simulator/package.json"), "utf8"));
    const lowest = Number(/\d+/.exec(engines.node)?.[0]);
    for (const { base } of stages.filter((each) => each.base.startsWith("node:"))) {
      expect(Number(/\d+/.exec(base)?.[0])).toBeGreaterThanOrEqual(lowest);
    }
  });

  test("gets every file that it copies, and no other", () => {
    const allowed = readFileSync(join(root, "simulator/Dockerfile.dockerignore"), "utf8").trim().split("\n");
    const copied = instructions
      .filter(({ keyword, value }) => keyword === "COPY" && !value.startsWith("--from"))
      .flatMap(({ value }) => value.split(" ").slice(0, -1));
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(allowed.sort()).toEqual(["*", ...new Set(copied.map((path) => `!${path}`))].sort());
  });
});

describe("the image", () => {
  const folder = temporaryFolder();
  const rootOf = (stage: string) => join(folder.path, stage);
  let server: Command | undefined;

  beforeAll(async () => {
    for (const stage of stages) await build(stage);
  }, BUILD);
  afterAll(() => {
    server?.child.kill("SIGKILL");
    folder.remove();
  });

  async function build({ base, name, instructions }: Stage): Promise<void> {
    const earlier = stages.find((stage) => stage.name === base);
    if (earlier) cpSync(rootOf(base), rootOf(name), { recursive: true, verbatimSymlinks: true });
    for (const { keyword, value } of instructions) {
      if (keyword === "COPY") copy(name, value.split(" "));
      if (keyword === "RUN" && value.startsWith("np")) await shell(join(rootOf(name), "app"), value);
    }
  }

  /** As COPY does it: a folder is copied by its content, and a destination with a slash is a folder. */
  function copy(stage: string, words: readonly string[]): void {
    const [first = ""] = words;
    const from = /^--from=(.+)/.exec(first)?.[1];
    const paths = from === undefined ? words : words.slice(1);
    const target = paths.at(-1) ?? "";
    for (const path of paths.slice(0, -1)) {
      const source = join(from === undefined ? root : rootOf(from), path);
      const place = /\/$|^\.$/.test(target) ? join(target, path.split("/").at(-1) ?? "") : target;
      const copied = join(rootOf(stage), "app", place);
      mkdirSync(dirname(copied), { recursive: true });
      cpSync(source, copied, { recursive: true, verbatimSymlinks: true });
    }
  }

  async function shell(cwd: string, command: string): Promise<void> {
    const { NODE_OPTIONS: _, ...env } = await projectEnv();
    await run("sh", ["-c", command], {
      cwd,
      env: { ...env, npm_config_audit: "false", npm_config_fund: "false" },
    });
  }

  test("starts the simulator, which its health check finds and a signal ends", async () => {
    const [program = "", ...args] = JSON.parse(valuesOf("ENTRYPOINT")[0] ?? "[]") as string[];
    const env = await projectEnv();
    const state = join(folder.path, "state.json");
    const app = join(rootOf("final"), "app");
    server = start(program, [...args, "--port", "0", "--state", state], { cwd: app, env });
    await eventually(() => /listens on/.test(server?.printed() ?? ""));
    const port = /listens on http:\/\/127\.0\.0\.1:(\d+)/.exec(server.printed())?.[1];
    const check = valuesOf("HEALTHCHECK")[0]?.replace(/^.*CMD /, "") ?? "[]";
    const [checker = "", ...checked] = JSON.parse(check.replace("8080", `${port}`)) as string[];
    await run(checker, checked, { cwd: app, env });
    expect(existsSync(state)).toBe(true);
    server.child.kill("SIGTERM");
    expect((await server.ended).code).toBe(0);
    const { code } = await start(checker, checked, { cwd: app, env }).ended;
    expect(code).toBe(1);
  });
});
