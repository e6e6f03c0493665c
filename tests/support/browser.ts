import { accessSync, constants, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, test } from "@jest/globals";
import { type Browser, chromium, type Page } from "playwright-core";
import { bundledBrowser, hasBundledBrowser } from "./bundled-browser";
import { later } from "./later";

/** Commands of the browsers that tests can drive. */
const COMMANDS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"];

/**
 * Starts the browser that BROWSER_PATH names, one on the PATH, or the one that `npm run setup -- --all` installs on Linux
 * x64. Undefined if the machine has no browser: then tests are skipped, but not in CI.
 */
function browserLauncher(): (() => Promise<Browser>) | undefined {
  const executablePath = process.env.BROWSER_PATH || browserOnPath();
  if (executablePath) return () => chromium.launch({ executablePath });
  if (hasBundledBrowser) return () => chromium.launch(bundledBrowser());
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

/** A page for the current test. */
export interface Tab {
  readonly page: Page;
  /** The errors that the browser reports, and the addresses of its requests. */
  readonly complaints: string[];
  readonly addresses: string[];
}

/** Tests each of which has a new page. Without a browser they are skipped. */
export function describeInBrowser(what: string, define: (tab: Tab) => void): void {
  const launch = browserLauncher();
  if (launch === undefined) {
    test.skip(`${what}: skipped, because this machine has no browser (set BROWSER_PATH)`, () => {});
    return;
  }
  describe(what, () => {
    let browser: Browser;
    let page: Page | undefined;
    const complaints: string[] = [];
    const addresses: string[] = [];
    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(() => browser?.close());
    beforeEach(async () => {
      complaints.length = 0;
      addresses.length = 0;
      page = await browser.newPage();
      collectComplaints(page, complaints);
      page.on("request", (request) => addresses.push(request.url()));
    });
    afterEach(() => page?.close());
    define({ page: later(() => page), complaints, addresses });
  });
}

function collectComplaints(page: Page, complaints: string[]): void {
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
}

/** The accessibility problems that axe finds on a page. */
export async function violationsOf(page: Page): Promise<unknown> {
  await page.evaluate(readFileSync(require.resolve("axe-core/axe.min.js"), "utf8"));
  return page.evaluate("axe.run().then(({ violations }) => violations)");
}
