import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "@jest/globals";
import { describeInBrowser } from "../support/browser";
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

describeInBrowser("the recording in a browser", ({ page }) => {
  describe.each(["light", "dark"])("the %s recording", (theme) => {
    const open = async (reducedMotion: "reduce" | "no-preference"): Promise<void> => {
      await page.emulateMedia({ reducedMotion });
      await page.goto(pathToFileURL(join(root, "docs", "recording", `${theme}.svg`)).href);
    };
    const visibleText = (): Promise<string> =>
      page.evaluate(
        "[...document.querySelectorAll('g')].filter((g) => getComputedStyle(g).visibility === 'visible').map((g) => g.textContent).join(' ')",
      );

    test("begins with an empty terminal, and ends with the resources of the stack", async () => {
      await open("no-preference");
      const show = (share: number) =>
        page.evaluate(
          `for (const animation of document.getAnimations()) {
            animation.pause();
            animation.currentTime = ${share} * animation.effect.getTiming().duration;
          }`,
        );
      await show(0);
      expect(await visibleText()).toMatch(/^\$?$/);
      await show(0.99);
      expect(await visibleText()).toContain("3 unchanged");
    });

    test("is a still of both runs for readers who do not want animations", async () => {
      await open("reduce");
      expect(await page.evaluate("document.getAnimations().length")).toBe(0);
      expect(await visibleText()).toMatch(/Killed.*RUNNING/s);
    });
  });
});
