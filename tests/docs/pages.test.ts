import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "@jest/globals";
import { COMMANDS } from "../../sdk/src/cli/commands";
import { LOWEST_CLI } from "../../sdk/src/cli/pulumi";
import { definitions } from "../support/catalogue";
import { root } from "../support/command";
import { OLDEST_CLI } from "../support/pinned-cli";
import { callScript } from "../support/script-module";
import { filesIn } from "./register";

const text = (file: string) => readFileSync(join(root, file), "utf8");
const pages = [
  ...["README.md", "CONTRIBUTING.md", "SECURITY.md", "examples/README.md", "simulator/README.md"],
  ...filesIn("docs", ".md"),
];

test.each(pages)("the links of %s lead to files and headings", (page) => {
  const links = [...text(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)];
  const broken = links.filter(([, file, anchor]) => {
    const target = file ? join(dirname(page), file) : page;
    return !existsSync(join(root, target)) || (anchor && !anchorsOf(target).includes(anchor));
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

test("the skill for coding agents has at most 150 lines, and names pages, commands and options that exist", () => {
  const skill = text("sdk/skills/pulumi-cloudplatform/SKILL.md");
  expect(skill.split("\n").length).toBeLessThanOrEqual(150);
  const named = [...skill.matchAll(/`(docs\/[\w./-]+)`/g)].map(([, file = ""]) => file);
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  expect(named.length).toBeGreaterThan(10);
  for (const [call = "", name = ""] of skill.matchAll(/npx pulumi-cloudplatform (\w+)[^`\n]*/g)) {
    const options = [...call.matchAll(/--([\w-]+)/g)].map(([, option = ""]) => option);
    expect([call, Object.keys(COMMANDS[name]?.options ?? {})]).toEqual([
      call,
      expect.arrayContaining(options),
    ]);
  }
});

/** The anchors that GitHub and the site give to the headings of a page. */
function anchorsOf(page: string): string[] {
  const headings = [...text(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading.toLowerCase());
  return headings.map((heading) => heading.replace(/[^\w -]/g, "").replaceAll(" ", "-"));
}

test("the sidebar of the site has each page once", async () => {
  const groups = await callScript<Array<{ pages: Array<{ file: string }> }>>(
    "site/pages.mjs",
    "groups",
    root,
  );
  const listed = groups.flatMap(({ pages }) => pages.map(({ file }) => file));
  expect(listed.filter((file) => file.startsWith("docs/")).sort()).toEqual(filesIn("docs", ".md"));
});

test("the pages name only codes of errors that exist", () => {
  const codes = definitions().map(({ code }) => `\`[${code}]\``);
  const named = pages.flatMap((page) => text(page).match(/`\[[a-z]+(?:-[a-z]+)+\]`/g) ?? []);
  expect(named.filter((code) => !codes.includes(code))).toEqual([]);
});

test("the pages and CI have the lowest supported Node and CLI", () => {
  const lowestNode = JSON.parse(text("sdk/package.json")).engines.node.replace(">=", "");
  for (const page of ["README.md", "sdk/README.md", "docs/quickstart.md"])
    expect(text(page)).toMatch(new RegExp(`Node ${lowestNode} or newer[^]*${LOWEST_CLI} or newer`));
  expect(text("CONTRIBUTING.md")).toContain(`PULUMI_VERSION=${LOWEST_CLI}`);
  expect(OLDEST_CLI).toBe(LOWEST_CLI);
});

test("the pages are written in a fresh clone, without the packages of the release", () => {
  const script = `
    const module = require("node:module");
    const { createRequire } = module;
    module.createRequire = (path) => {
      if (String(path).includes("tests/tools")) throw new Error(path + " is not installed");
      return createRequire(path);
    };
    module.syncBuiltinESMExports();
    import("./scripts/docs/write.mjs");`;
  execFileSync(process.execPath, ["-e", script, "--", "--check"], { cwd: root, stdio: "pipe" });
});
