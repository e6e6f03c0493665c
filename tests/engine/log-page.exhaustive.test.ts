import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Browser, Page } from "playwright-core";
import { browserLauncher, newPage, violationsOf } from "../support/browser";
import { failing } from "../support/command";
import { useDeployment } from "../support/deployment";
import { packageCommand } from "../support/package-command";
import { KEY } from "../support/platform";

// The log of an `up` with faults, as a page in a real browser and as a trace: a refused request (429), a lost
// connection and a failed task.

const { platform, stack } = useDeployment({ taskTime: 600 }, { env: { CLOUDPLATFORM_LOG: "run.jsonl" } });
const CREATE = "POST /cloud/v1/routers/1/2";

beforeAll(async () => {
  for (const rule of [
    `rate-limit:perSecond=2,retryAfter=1@${CREATE}`,
    "reset-before@GET /cloud/v1/routers/1/2#2",
  ])
    platform.faults.add(rule);
  platform.faults.add(`task-error:message="No capacity"@${CREATE}#6`);
  stack.program(`
const place = { projectId: 1, regionId: 2 };
for (const name of ["red", "green", "blue", "white", "black"]) new cloudplatform.Router(name, { ...place, name });
new cloudplatform.QuotaNotificationThreshold("early", { clientId: 42, threshold: 70 });`);
  await failing(stack.up("--continue-on-error"));
});

const path = (file: string) => join(stack.folder, file);

test("--trace writes the events of all resources", async () => {
  const result = await packageCommand(stack, ["log", "run.jsonl", "--trace", "run.trace.json"]);
  expect(result).toMatchObject({ code: 0, stderr: expect.stringContaining("run.trace.json") });
  const { traceEvents } = JSON.parse(readFileSync(path("run.trace.json"), "utf8"));
  const names = JSON.stringify(traceEvents);
  for (const name of ["red", "green", "blue", "white", "black"]) expect(names).toContain(`${name} (Router)`);
  expect(names).toContain('"result":"429');
  expect(names).not.toContain(KEY);
});

const launch = browserLauncher();

if (launch === undefined) {
  test.skip("the page in a browser: skipped, because this machine has no browser (set BROWSER_PATH)", () => {});
} else {
  let browser: Browser;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    const result = await packageCommand(stack, ["log", "run.jsonl", "--html", "run.html"]);
    expect(result).toMatchObject({ code: 0, stderr: expect.stringContaining("run.html") });
    browser = await launch();
    ({ page, complaints } = await newPage(browser));
    await page.goto(pathToFileURL(path("run.html")).href);
  });
  afterAll(() => browser?.close());

  const rows = () => page.getByRole("listbox", { name: "Resources" }).locator(".row");
  const details = () => page.locator("#details");

  test("the page has a row for each resource, and marks the one that failed", async () => {
    await rows().filter({ hasText: "early" }).waitFor();
    const names = await rows().locator(".name bdi").allTextContents();
    expect(names.sort()).toEqual(["Shared requests", "black", "blue", "early", "green", "red", "white"]);
    await expect(page.locator(".row.failed").count()).resolves.toBe(1);
    await page.locator(".row.failed .names").click();
    await details().getByText("No capacity").waitFor();
    await details().getByRole("cell", { name: "ERROR", exact: true }).waitFor();
  });

  test("the page shows the refused requests, the pauses and the lost connection", async () => {
    await page.locator(".bar.refused").first().click();
    await details().getByRole("cell", { name: /^429/ }).first().waitFor();
    await expect(page.locator(".band").count()).resolves.toBeGreaterThan(0);
    await page.locator(".bar.bad").first().click();
    await details().locator("tr.chosen", { hasText: "GET /cloud/v1/routers/1/2" }).waitFor();
    await details().getByText("attempt 2").first().waitFor();
  });

  test.each(["light", "dark"] as const)("axe finds no problem in %s colours", async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    expect(await violationsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test("neither the page nor the log contains the key, and nobody else may read them", () => {
    for (const file of ["run.jsonl", "run.html"]) {
      expect(readFileSync(path(file), "utf8")).not.toContain(KEY);
      expect(statSync(path(file)).mode & 0o077).toBe(0);
    }
  });
}
