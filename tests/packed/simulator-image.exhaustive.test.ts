import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { validate } from "dockerfile-utils";
import { type Command, eventually, projectEnv, root, run, start } from "../support/command";
import { temporaryFolder } from "../support/temporary-folder";

// The image of the simulator. The stages of its Dockerfile are run in folders, as not every machine builds images: each
// COPY, each RUN of npm, and the command that the image starts.

const text = readFileSync(join(root, "simulator/Dockerfile"), "utf8");
const lines = text
  .replace(/^#.*\n/gm, "")
  .replace(/\\\n\s*/g, "")
  .split("\n")
  .filter(Boolean);
const instructions = lines.map((line) => {
  const [keyword = "", ...rest] = line.split(" ");
  return { keyword, value: rest.join(" ") };
});

/** The values of a keyword in the last stage. */
const last = instructions.slice(instructions.findLastIndex(({ keyword }) => keyword === "FROM"));
const valuesOf = (keyword: string) =>
  last.filter((each) => each.keyword === keyword).map(({ value }) => value);

test("the linter finds no problem in the Dockerfile, whose image runs without root's rights", () => {
  expect(validate(text)).toEqual([]);
  expect(valuesOf("USER")).toEqual(["node"]);
});

test("the build gets every file that it copies, and no other", () => {
  const allowed = readFileSync(join(root, "simulator/Dockerfile.dockerignore"), "utf8").trim().split("\n");
  const copied = instructions
    .filter(({ keyword, value }) => keyword === "COPY" && !value.startsWith("--from"))
    .flatMap(({ value }) => value.split(" ").slice(0, -1));
  expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  expect(allowed.sort()).toEqual(["*", ...new Set(copied.map((path) => `!${path}`))].sort());
});

const folder = temporaryFolder();
const rootOf = (stage: string) => join(folder.path, stage);
let server: Command | undefined;

beforeAll(async () => {
  let stage = "";
  for (const { keyword, value } of instructions) {
    if (keyword === "FROM") {
      const [base = "", name = "final"] = value.split(" AS ");
      stage = name;
      if (existsSync(rootOf(base)))
        cpSync(rootOf(base), rootOf(name), { recursive: true, verbatimSymlinks: true });
    }
    if (keyword === "COPY") copy(stage, value.split(" "));
    if (keyword === "RUN" && value.startsWith("np")) {
      const env = { ...(await projectEnv()), npm_config_audit: "false", npm_config_fund: "false" };
      await run("sh", ["-c", value], { cwd: join(rootOf(stage), "app"), env });
    }
  }
}, 600_000);

afterAll(() => {
  server?.child.kill("SIGKILL");
  folder.remove();
});

/** As COPY does it: a folder is copied by its content, and a destination with a slash is a folder. */
function copy(stage: string, words: readonly string[]): void {
  const from = /^--from=(.+)/.exec(words[0] ?? "")?.[1];
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

test("the image starts the simulator, which its health check finds and a signal ends", async () => {
  const [program = "", ...args] = JSON.parse(valuesOf("ENTRYPOINT")[0] ?? "[]") as string[];
  const options = { cwd: join(rootOf("final"), "app"), env: await projectEnv() };
  const state = join(folder.path, "state.json");
  server = start(program, [...args, "--port", "0", "--state", state], options);
  await eventually(() => /listens on/.test(server?.printed() ?? ""));
  const port = /listens on http:\/\/127\.0\.0\.1:(\d+)/.exec(server.printed())?.[1];
  const check = valuesOf("HEALTHCHECK")[0]?.replace(/^.*CMD /, "") ?? "[]";
  const [checker = "", ...checked] = JSON.parse(check.replace("8080", `${port}`)) as string[];
  await run(checker, checked, options);
  expect(existsSync(state)).toBe(true);
  server.child.kill("SIGTERM");
  expect((await server.ended).code).toBe(0);
  expect((await start(checker, checked, options).ended).code).toBe(1);
});
