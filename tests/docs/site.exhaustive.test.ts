import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, expect, test } from "@jest/globals";
import { Router } from "../../sdk/src";
import { describeInBrowser, violationsOf } from "../support/browser";
import { projectEnv, root, run } from "../support/command";
import { filesIn } from "./register";

// The site of the docs. The build fails if a page links to no file. pages.test.ts checks the headings of links.

const pages = filesIn("docs", ".md");

/** An address as GitHub Pages has it: the site is in a folder of its host. */
const BASE = "/cloudplatform/";
const ORIGIN = "https://docs.example.com";
const SOURCE = "https://git.example.com/cloudplatform/blob/main";
const HTML = join(root, "site", "html");

beforeAll(async () => {
  const env = { ...(await projectEnv()), SITE_BASE: BASE, SITE_SOURCE_URL: SOURCE };
  await run("node", [join("scripts", "site", "build.mjs")], { cwd: root, env });
}, 300_000);

const text = (file: string) => readFileSync(join(HTML, file), "utf8");
const addressOf = (page: string) => `${BASE}${page.replace(/^docs\//, "").replace(/\.md$/, ".html")}`;

test("the built site has the Markdown of each page beside its HTML, and a list of it in llms.txt", () => {
  const html = readdirSync(HTML, { recursive: true, encoding: "utf8" }).filter((file) =>
    /(?<!^index|^404)\.html$/.test(file),
  );
  expect(html.filter((file) => !existsSync(join(HTML, file.replace(/html$/, "md"))))).toEqual([]);
  const links = [...text("llms.txt").matchAll(/^- \[.+?\]\((.+?)\): .+$/gm)].map(([, link = ""]) => link);
  const markdown = pages.map((page) => addressOf(page).replace(/html$/, "md"));
  expect(links).toEqual(expect.arrayContaining(markdown));
  expect(links.filter((link) => !existsSync(join(HTML, link.slice(BASE.length))))).toEqual([]);
  // Links to files that are no pages.
  expect(text("architecture.html")).toContain(` href="${SOURCE}/sdk/src/`);
});

describeInBrowser("the site in a browser", ({ page, complaints }) => {
  beforeEach(async () => {
    await page.route("**/*", async (route) => {
      const { origin, pathname } = new URL(route.request().url());
      const file = join(HTML, pathname.slice(BASE.length) || "index.html");
      if (origin === ORIGIN && existsSync(file)) return route.fulfill({ path: file });
      complaints.push(`requested ${route.request().url()}`);
      return route.abort();
    });
  });

  const open = (address: string) => page.goto(`${ORIGIN}${address}`, { waitUntil: "networkidle" });
  const ROUTER = `${BASE}reference/index/classes/Router.html`;

  test("every page opens on a narrow screen, without an error, a request to another host, or horizontal scrolling", async () => {
    await page.setViewportSize({ width: 400, height: 800 });
    for (const address of [BASE, ...pages.map(addressOf), ROUTER]) {
      await open(address);
      expect([address, await page.locator("h1").count()]).toEqual([address, 1]);
      const isWider = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
      expect([address, isWider, complaints]).toEqual([address, false, []]);
    }
    await page.getByRole("button", { name: "Menu" }).click();
    await page.locator(".VPSidebar").getByRole("link", { name: "Router", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Class: Router" }).waitFor();
  }, 300_000);

  test("search finds a property, and opens its page", async () => {
    await open(BASE);
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("searchbox").fill("externalGatewayInfo");
    await page.getByRole("listbox").getByRole("option").filter({ hasText: "Router" }).first().click();
    await page.waitForURL(/router/i);
    await page.locator("main", { hasText: "externalGatewayInfo" }).waitFor();
  });

  test("the API reference describes each output of Router", async () => {
    await open(ROUTER);
    for (const output of Router.__outputs) {
      const row = page.getByRole("row").filter({ has: page.getByText(output, { exact: true }) });
      const columns = await page
        .getByRole("table")
        .filter({ has: row })
        .getByRole("columnheader")
        .allInnerTexts();
      const description = await row.getByRole("cell").nth(columns.indexOf("Description")).textContent();
      expect([output, description]).toEqual([output, expect.stringMatching(/\w+.*\./)]);
    }
  });

  const SCREENS = [
    { colorScheme: "light", width: 400 },
    { colorScheme: "dark", width: 1400 },
  ] as const;

  test.each(SCREENS)(
    "axe finds no accessibility problem in $colorScheme colours, $width pixels wide",
    async ({ colorScheme, width }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: 900 });
      for (const address of [BASE, `${BASE}resources/router.html`, `${BASE}reliability.html`, ROUTER]) {
        await open(address);
        expect([address, await violationsOf(page)]).toEqual([address, []]);
      }
    },
    300_000,
  );
});
