import { accessSync, constants, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Browser, Page } from "playwright-core";

/** Commands of the browsers that tests can drive. */
const COMMANDS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"];

/** The browser of this machine: BROWSER_PATH, or one on the PATH. */
export function browserPath(): string | undefined {
  if (process.env.BROWSER_PATH) return process.env.BROWSER_PATH;
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
