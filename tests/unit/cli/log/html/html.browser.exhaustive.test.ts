import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { htmlOf } from "../../../../../sdk/src/cli/log/html/html";
import { runDataOf } from "../../../../../sdk/src/cli/log/html/run-data";
import type { LogEvent } from "../../../../../sdk/src/log/events";
import { describeInBrowser, violationsOf } from "../../../../support/browser";
import { at, generatedLog, request, startEvent, urnOf } from "../../../../support/generated-log";
import { loggedRun } from "../../../../support/logged-run";
import { temporaryFolder } from "../../../../support/temporary-folder";
import { operation } from "../operation";

// The page of a run in a real browser.

const RESOURCES = 1000;

describeInBrowser("the page of a run in a browser", ({ page, complaints, addresses }) => {
  const folder = temporaryFolder();
  afterAll(folder.remove);
  beforeEach(() => page.setViewportSize({ width: 1400, height: 900 }));
  afterEach(() => expect(complaints).toEqual([]));

  const events = generatedLog(RESOURCES);

  async function open(log: readonly LogEvent[] = events): Promise<void> {
    const file = join(folder.path, "run.html");
    writeFileSync(file, htmlOf(runDataOf(await loggedRun(log))));
    await page.goto(pathToFileURL(file).href);
  }

  const rows = () => page.getByRole("listbox", { name: "Resources" }).getByRole("option");
  const row = (name: string) => rows().filter({ hasText: name });
  const details = () => page.getByRole("region", { name: /^edge-|^member-|^</ });
  const chart = () => page.locator("#chart");

  test("opens without a request, and has elements for the rows on the screen only", async () => {
    await open();
    await row("edge-0001").waitFor();
    await expect(page.title()).resolves.toBe("network/production");
    await expect(page.getByRole("status").textContent()).resolves.toBe("1,001 rows");
    await expect(page.locator("#totals").textContent()).resolves.toContain("Operations1,000: ");
    expect(await rows().count()).toBeLessThan(60);
    expect(await row("edge-0001").getAttribute("aria-setsize")).toBe("1001");
    expect(addresses.filter((address) => !address.startsWith("data:"))).toEqual([page.url()]);
    await chart().evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await row("edge-0999").locator(".bar.task").first().waitFor();
    await row("edge-0001").waitFor({ state: "detached" });
  });

  test("shows the message, the requests and the tasks of a row, follows the keys, and closes", async () => {
    await open();
    await page.getByLabel(/Only failures/).check();
    await rows().first().locator(".names").click();
    await details().getByText("the platform could not create the router").waitFor();
    await details().getByText("[task-failed]").waitFor();
    await details().getByRole("cell", { name: "POST /cloud/v1/routers/1/2" }).first().waitFor();
    await details().getByRole("cell", { name: "ERROR", exact: true }).waitFor();
    await expect(details().getByText(/^req-/).count()).resolves.toBeGreaterThan(1);
    const first = await details().getByRole("heading").textContent();
    await page.keyboard.press("ArrowDown");
    await expect(details().getByRole("heading").textContent()).resolves.not.toBe(first);
    await page.keyboard.press("Escape");
    await details().waitFor({ state: "hidden" });
    await page.getByLabel(/Only failures/).uncheck();
    await page.getByLabel("Filter").fill("EDGE-00 429");
    await page.locator(".bar.refused").first().click();
    await expect(details().locator("tr.chosen").textContent()).resolves.toContain("429");
    await page.getByRole("button", { name: "Close the details" }).click();
    await details().waitFor({ state: "hidden" });
  });

  test("shows text of the log as text", async () => {
    const hostile = `</script><img src=x onerror="document.title='taken'"><b>bold</b>`;
    const facts = { operationId: 1, method: hostile, path: hostile, requestId: hostile, code: hostile };
    await open([
      { ...startEvent, stack: hostile } as LogEvent,
      request(50, facts),
      { ...at(60), event: "task", id: hostile, type: hostile, state: hostile, ageMs: 5 },
      operation(150, {
        ...{ type: hostile, urn: urnOf("Router", hostile), id: hostile },
        ...{ outcome: "failed", code: hostile, message: hostile },
      }),
    ] as LogEvent[]);
    for (const each of await rows().all()) {
      await each.locator(".names").click();
      await page.locator("#details").getByText(hostile).first().waitFor();
    }
    await page.locator(".bar.bad, .bar.good").first().hover();
    expect(await page.locator("img, main b:not(.mark)").count()).toBe(0);
    expect(await page.title()).toBe(`network/${hostile}`);
  });

  describe.each(["light", "dark"] as const)("in %s colours", (colorScheme) => {
    test.each([390, 1400])("has no accessibility problem that axe finds, %i pixels wide", async (width) => {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: 900 });
      await open();
      expect(await violationsOf(page)).toEqual([]);
      await page.getByLabel(/Only failures/).check();
      await rows().first().locator(".names").click();
      await details().waitFor();
      expect(await violationsOf(page)).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    });
  });
});
