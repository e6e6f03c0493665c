import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { generatedLog } from "../../tests/support/generated-log.ts";
import { root } from "./sources.mjs";

// Writes the pictures of docs/log.md with the browser that BROWSER_PATH names, as their bytes depend on the browser and its
// fonts: npm run build && node --experimental-transform-types scripts/docs/log-pictures.mjs

const folder = path.join(root, "docs", "log");
const [log, html] = [path.join(folder, "run.jsonl"), path.join(folder, "run.html")];
const command = path.join(root, "sdk", "bin", "pulumi-cloudplatform.js");
const browser = await chromium.launch({ executablePath: process.env.BROWSER_PATH });
try {
  fs.writeFileSync(
    log,
    generatedLog(60)
      .map((event) => `${JSON.stringify(event)}\n`)
      .join(""),
  );
  execFileSync(process.execPath, [command, "log", log, "--html", html]);
  for (const colorScheme of ["light", "dark"]) {
    const page = await browser.newPage({ colorScheme, viewport: { width: 1200, height: 740 } });
    await page.goto(pathToFileURL(html).href);
    await page.locator("[role=listbox] .row.failed .names").first().click();
    await page.mouse.move(0, 0);
    await page.screenshot({ path: path.join(folder, `${colorScheme}.png`) });
  }
} finally {
  await browser.close();
  for (const file of [log, html]) fs.rmSync(file, { force: true });
}
