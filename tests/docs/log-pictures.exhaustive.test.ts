import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "@jest/globals";
import { htmlOf } from "../../sdk/src/cli/log/html";
import { runDataOf } from "../../sdk/src/cli/log/run-data";
import { browserLauncher, newPage } from "../support/browser";
import { root } from "../support/command";
import { generatedLog } from "../support/generated-log";
import { useTemporaryFolder } from "../support/temporary-folder";

// The pictures of docs/log.md. `WRITE_PICTURES=1` writes them: their bytes depend on the browser and its fonts.

const PICTURES = join(root, "docs", "log");
const MAX_BYTES = 125_000;
const isWriting = process.env.WRITE_PICTURES !== undefined;

const folder = useTemporaryFolder();

test.each(["light", "dark"] as const)(
  "docs/log/%s.png is small, and can be written again",
  async (colorScheme) => {
    const file = join(PICTURES, `${colorScheme}.png`);
    const launch = browserLauncher();
    if (isWriting && launch) {
      const browser = await launch();
      try {
        const { page } = await newPage(browser);
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width: 1200, height: 740 });
        const html = join(folder.path, "run.html");
        writeFileSync(html, htmlOf(runDataOf(generatedLog(60))));
        await page.goto(pathToFileURL(html).href);
        const failed = page.getByRole("listbox", { name: "Resources" }).locator(".row.failed .names").first();
        await failed.click();
        await page.mouse.move(0, 0);
        mkdirSync(PICTURES, { recursive: true });
        writeFileSync(file, await page.screenshot());
      } finally {
        await browser.close();
      }
    }
    expect(statSync(file).size).toBeLessThan(MAX_BYTES);
  },
);
