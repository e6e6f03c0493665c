import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { projectEnv, type Result, root, start } from "../support/command";
import { useTemporaryFolder } from "../support/temporary-folder";
import { Forge } from "./forge";

// examples/gitops/scripts/comment.mts, which writes the findings of preflight as a comment on a pull request.

const script = join(root, "examples", "gitops", "scripts", "comment.mts");
const temporary = useTemporaryFolder();
let forge: Forge;

beforeEach(async () => {
  forge = await Forge.start();
});
afterEach(() => forge.close());

async function comment(text: string, env: NodeJS.ProcessEnv = {}): Promise<Result> {
  writeFileSync(join(temporary.path, "preflight.md"), text);
  const all = { ...(await projectEnv()), ...forge.env, PULUMI_STACK: "production", ...env };
  return start("node", [script, "preflight.md"], { cwd: temporary.path, env: all }).ended;
}

const comments = () => forge.comments.map(({ body = "" }) => body);

test("the first run writes a comment, and the next one changes it", async () => {
  expect(await comment("**Preflight**\n\n| fails |\n")).toMatchObject({ code: 0, output: "" });
  expect(comments()).toEqual(["<!-- preflight of production -->\n**Preflight**\n\n| fails |\n"]);
  expect(await comment("")).toMatchObject({ code: 0, output: "" });
  expect(comments()).toEqual([
    "<!-- preflight of production -->\npreflight failed: see the log of the job.\n",
  ]);
});

test("each stack has a comment of its own, also among more comments than one page lists", async () => {
  for (let id = 1; id <= 130; id++)
    forge.comments.push({ id, user: { login: "octocat" }, body: "Looks good" });
  await comment("first");
  await comment("other", { PULUMI_STACK: "staging" });
  await comment("newest");
  expect(comments().slice(130)).toEqual([
    "<!-- preflight of production -->\nnewest",
    "<!-- preflight of staging -->\nother",
  ]);
});

test("comments of somebody else are not changed, although they begin as those of the script", async () => {
  const body = "<!-- preflight of production -->\nQuoted";
  forge.comments.push({ id: 1, user: { login: "octocat" }, body }, { id: 2, user: null, body });
  await comment("own");
  expect(comments()).toEqual([body, body, "<!-- preflight of production -->\nown"]);
});

const ROWS = "| x |\n".repeat(20_000);
const CUT = "\n\nFurther findings are in the log of the job.\n";

test.each([
  ["findings", `first\n${ROWS}`, `| x |${CUT}`],
  ["what is ok", `| fails |\n\n<details><summary>ok</summary>\n\n${ROWS}\n</details>`, `| fails |${CUT}`],
])("a comment with too much of %s is cut, and leaves nothing unfolded", async (_, text, end) => {
  await comment(text);
  const [body = ""] = comments();
  expect(body.endsWith(end)).toBe(true);
  expect(body.length).toBeLessThan(65_536);
});

test("a wrong token is an error, which does not contain the token", async () => {
  const { code, output } = await comment("text", { GITHUB_TOKEN: "wrong-token" });
  expect([code, output]).toEqual([1, expect.stringContaining("was answered 401")]);
  expect(output).not.toContain("wrong-token");
});
