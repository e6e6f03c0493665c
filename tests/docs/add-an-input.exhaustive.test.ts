import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { root, run } from "../support/command";
import { temporaryFolder } from "../support/temporary-folder";

// The input that CONTRIBUTING.md adds as an example, in a copy of the sources. The edits are read from the page.

interface Edit {
  file: string;
  old: string;
  text: string;
}

const copy = temporaryFolder();
afterAll(() => copy.remove());

/** Each block of the section changes the file that the page names last before the block. */
function editsOf(page: string): Edit[] {
  const section = page.split("## Add one input to an existing resource\n")[1]?.split("\n## ")[0] ?? "";
  let file = "";
  return [...section.matchAll(/^`([\w./-]+\.ts)`|^```diff\n(.*?)^```$/gms)].flatMap(([, named, block]) => {
    if (named !== undefined) file = named;
    if (block === undefined) return [];
    const lines = block.split(/(?<=\n)/);
    const without = (sign: string) => lines.filter((line) => line[0] !== sign).map((line) => line.slice(1));
    return [{ file, old: without("+").join(""), text: without("-").join("") }];
  });
}

const edits = editsOf(readFileSync(join(root, "CONTRIBUTING.md"), "utf8"));

const WORKSPACES = { "pulumi-cloudplatform": "sdk", "pulumi-cloudplatform-simulator": "simulator" };

/** Copies the sources. Packages are links to those of the checkout, except for the workspaces. */
async function copySources(): Promise<void> {
  const list = await inFolder(root, "git", "ls-files", "--cached", "--others", "--exclude-standard");
  for (const file of list.split("\n").filter((name) => name !== "")) {
    mkdirSync(dirname(join(copy.path, file)), { recursive: true });
    cpSync(join(root, file), join(copy.path, file));
  }
  const modules = join(copy.path, "node_modules");
  mkdirSync(modules);
  for (const name of readdirSync(join(root, "node_modules")))
    if (!(name in WORKSPACES)) symlinkSync(join(root, "node_modules", name), join(modules, name));
  for (const [name, folder] of Object.entries(WORKSPACES)) {
    symlinkSync(join("..", folder), join(modules, name));
    const own = join(root, folder, "node_modules");
    if (existsSync(own)) symlinkSync(own, join(copy.path, folder, "node_modules"));
  }
}

const inFolder = async (cwd: string, program: string, ...args: string[]) =>
  (await run(program, args, { cwd, env: { ...process.env, TEST_SCOPE: "sample", UPDATE_DOCS: "1" } })).stdout;

const node = (script: string, ...args: string[]) =>
  inFolder(copy.path, process.execPath, join("node_modules", script), ...args);

/** The platform gets the input of a creation, of a change, and after its removal from the program. */
const SENT = `
import { expect, test } from "@jest/globals";
import { changes } from "../../../support/platform";
import { args, PATCH, POST, setUp } from "./setup";

test("the description is sent, read and reset", async () => {
  const { platform, router } = await setUp();
  await router.up({ ...args, description: "one" });
  expect(router.outputs).toMatchObject({ description: "one" });
  await router.up({ ...args, description: "two" });
  expect(platform.routers.all()).toMatchObject([{ description: "two" }]);
  await router.up(args);
  expect(changes(platform)).toEqual([
    [POST, { name: args.name, description: "one" }],
    [PATCH, { description: "two" }],
    [PATCH, { description: "" }],
  ]);
});
`;

describe("the input of the example", () => {
  beforeAll(async () => {
    await copySources();
    for (const { file, old, text } of edits) {
      const path = join(copy.path, file);
      const parts = readFileSync(path, "utf8").split(old);
      if (parts.length !== 2) throw new Error(`${file} has these lines ${parts.length - 1} times:\n${old}`);
      writeFileSync(path, parts.join(text));
    }
    writeFileSync(join(copy.path, "tests/unit/resources/router/handler.description.test.ts"), SENT);
    await node("typescript/bin/tsc", "-b", "sdk", "simulator");
  }, 600_000);

  const files = [...new Set(edits.map(({ file }) => file))];

  test("passes the compiler, and its lines are formatted", async () => {
    await node("typescript/bin/tsc", "-p", ".", "--noEmit");
    await node("@biomejs/biome/bin/biome", "check", "--error-on-warnings", ...files);
  }, 600_000);

  test("appears on the generated pages", async () => {
    await inFolder(copy.path, process.execPath, join("scripts", "docs", "write.mjs"));
    await node("jest/bin/jest.js", "--silent", "tests/docs/generated-tables");
    const page = (name: string) => readFileSync(join(copy.path, "docs", name), "utf8");
    expect(page("resources/router.md")).toMatch(/^\| `description` \|/m);
    expect(page("concepts.md")).toMatch(/^\| \[`Router`\].* \| `description` \|/m);
  }, 600_000);

  test("reaches the platform, and passes the tests of the router, of the mocks, and of all inputs", async () => {
    const tests = ["resources/router", "resources\\.omitted", "resources\\.test", "platform/api\\."];
    const others = ["simulator/areas/routers", "program/resources", "program/cloudplatform-mocks"];
    const paths = [...tests.map((path) => `unit/${path}`), ...others].map((path) => `tests/${path}`);
    await node("jest/bin/jest.js", "--silent", "--maxWorkers=2", ...paths);
  }, 1_200_000);
});
