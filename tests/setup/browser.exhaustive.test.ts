import { expect, test } from "@jest/globals";
import { chromium } from "playwright-core";
import { bundledBrowser, hasBundledBrowser } from "../support/bundled-browser";

// CI runs the tests of pages also on a machine that has no browser and no fonts.
const isPlatform = process.platform === "linux" && process.arch === "x64";

(isPlatform ? test : test.skip)("setup installs a browser that shows text", async () => {
  expect(hasBundledBrowser()).toBe(true);
  const browser = await chromium.launch(bundledBrowser());
  try {
    const page = await browser.newPage();
    await page.setContent("<button onclick='this.textContent = `clicked`'>Click</button>");
    await page.getByRole("button").click();
    const { width } = (await page.getByText("clicked").boundingBox()) ?? { width: 0 };
    expect(width).toBeGreaterThan(30);
  } finally {
    await browser.close();
  }
});
