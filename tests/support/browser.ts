import { accessSync, constants, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { bundledBrowser, hasBundledBrowser } from "./bundled-browser";

/** Commands of the browsers that tests can drive. */
const COMMANDS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"];

/**
 * Starts the browser that BROWSER_PATH names, one on the PATH, or the one that `npm run setup -- --all` installs on Linux
 * x64. Undefined if the machine has no browser: then tests are skipped, but not in CI.
 */
export function browserLauncher(): (() => Promise<Browser>) | undefined {
  const executablePath = process.env.BROWSER_PATH || browserOnPath();
  if (executablePath) return () => chromium.launch({ executablePath });
  if (hasBundledBrowser()) return () => chromium.launch(bundledBrowser());
  if (process.env.CI) throw new Error("CI has no browser: set BROWSER_PATH.");
  return undefined;
}

function browserOnPath(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.flatMap((folder) => COMMANDS.map((command) => join(folder, command))).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A new page, and the errors that the browser reports for it. */
export async function newPage(browser: Browser): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  return { page, complaints };
}

/** The accessibility problems that axe finds on a page. */
export async function violationsOf(page: Page): Promise<unknown> {
  await page.evaluate(readFileSync(require.resolve("axe-core/axe.min.js"), "utf8"));
  return page.evaluate("axe.run().then(({ violations }) => violations)");
}
