import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Browser, Page } from "playwright-core";
import { browserLauncher, newPage } from "../support/browser";
import { projectEnv, root, run } from "../support/command";
import { useTemporaryFolder } from "../support/temporary-folder";
import { COMMANDS, linesOf, problemsOf } from "./recorded";

// The recording of README.md: whether it can be made again, and how a browser shows it.

const folder = useTemporaryFolder();

// The shell of the recording is bash, in a pseudo-terminal.
const record = process.platform === "win32" ? test.skip : test;

record(
  "npm run recording records the same story again",
  async () => {
    const script = join("scripts", "recording.mjs");
    await run("node", [script, folder.path], { cwd: root, env: await projectEnv() });
    const files = readdirSync(folder.path).map((name) => join(folder.path, name));
    expect(files).toHaveLength(2);
    for (const file of files) {
      expect(problemsOf(file)).toEqual([]);
      const lines = linesOf(file);
      expect(COMMANDS.filter((command) => !lines.includes(`$ ${command}`))).toEqual([]);
      expect(lines).toContain("3 unchanged");
    }
  },
  300_000,
);

const launch = browserLauncher();

if (launch === undefined) {
  test.skip("the recording in a browser: skipped, because this machine has no browser (set BROWSER_PATH)", () => {});
} else {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  describe.each(["light", "dark"])("the %s recording", (theme) => {
    const open = async (reducedMotion: "reduce" | "no-preference"): Promise<Page> => {
      const { page } = await newPage(browser);
      await page.emulateMedia({ reducedMotion });
      await page.goto(pathToFileURL(join(root, "docs", "recording", `${theme}.svg`)).href);
      return page;
    };
    const visibleText = (page: Page): Promise<string> =>
      page.evaluate(
        "[...document.querySelectorAll('g')].filter((g) => getComputedStyle(g).visibility === 'visible').map((g) => g.textContent).join(' ')",
      );

    test("begins with an empty terminal, and ends with the resources of the stack", async () => {
      const page = await open("no-preference");
      const show = (share: number) =>
        page.evaluate(
          `for (const animation of document.getAnimations()) {
            animation.pause();
            animation.currentTime = ${share} * animation.effect.getTiming().duration;
          }`,
        );
      await show(0);
      expect(await visibleText(page)).toMatch(/^\$?$/);
      await show(0.99);
      expect(await visibleText(page)).toContain("3 unchanged");
      await page.close();
    });

    test("is a still of both runs for readers who do not want animations", async () => {
      const page = await open("reduce");
      expect(await page.evaluate("document.getAnimations().length")).toBe(0);
      expect(await visibleText(page)).toMatch(/Killed.*RUNNING/s);
      await page.close();
    });
  });
}
