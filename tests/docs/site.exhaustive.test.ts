import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { Router } from "../../sdk/src";
import { describeInBrowser, violationsOf } from "../support/browser";
import { projectEnv, root, run } from "../support/command";
import { filesIn } from "./register";

// The built site of the docs, and its pages in a real browser.

const pages = filesIn("docs", ".md").filter((file) => file !== "docs/README.md");

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
const htmlFiles = () =>
  readdirSync(HTML, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".html"));
const addressOf = (page: string) => `${BASE}${page.replace(/^docs\//, "").replace(/\.md$/, ".html")}`;
const targetsIn = (html: string) => [...html.matchAll(/ href="([^"]*)"/g)].map(([, href = ""]) => href);

describe("the built site", () => {
  test("has each page of docs/ in the sidebar", () => {
    const [sidebar = ""] = /<aside class="VPSidebar.*?<\/aside>/s.exec(text("quickstart.html")) ?? [];
    expect(targetsIn(sidebar)).toEqual(expect.arrayContaining(pages.map(addressOf)));
  });

  test("has a file and a heading for each of its links", () => {
    const files = new Map(htmlFiles().map((file) => [file, text(file)]));
    const broken = [...files].flatMap(([file, html]) =>
      targetsIn(html)
        .map((href) => new URL(href, `${ORIGIN}${BASE}${file}`))
        .filter(({ origin }) => origin === ORIGIN)
        .filter(({ pathname, hash }) => {
          const path = pathname.slice(BASE.length) || "index.html";
          if (!pathname.startsWith(BASE) || !existsSync(join(HTML, path))) return true;
          return hash && !files.get(path)?.includes(` id="${decodeURIComponent(hash.slice(1))}"`);
        })
        .map(({ href }) => `${file}: ${href}`),
    );
    expect(files.size).toBeGreaterThan(pages.length);
    expect(broken).toEqual([]);
  });

  test("has the Markdown of each page beside its HTML", () => {
    const without = htmlFiles()
      .filter((file) => !["index.html", "404.html"].includes(file))
      .map((file) => file.replace(/\.html$/, ".md"))
      .filter((file) => !existsSync(join(HTML, file)));
    expect(without).toEqual([]);
    expect(text("quickstart.html")).toContain(
      `<link rel="alternate" type="text/markdown" href="${BASE}quickstart.md">`,
    );
    const links = [...text("resources/router.md").matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)];
    expect(links.length).toBeGreaterThan(0);
    for (const [, link = ""] of links)
      expect([link, existsSync(join(HTML, "resources", link))]).toEqual([link, true]);
  });

  test("has llms.txt, which introduces the package and links to the Markdown of each page", () => {
    const list = text("llms.txt");
    expect(list).toMatch(/^# pulumi-cloudplatform\n\n> Pulumi resources in TypeScript /);
    const links = [...list.matchAll(/^- \[.+?\]\((.+?)\): .+$/gm)].map(([, link = ""]) => link);
    expect(links).toEqual(
      expect.arrayContaining(pages.map((page) => addressOf(page).replace(/html$/, "md"))),
    );
    expect(links.filter((link) => !existsSync(join(HTML, link.slice(BASE.length))))).toEqual([]);
  });

  test("links to the repository for files that are no pages", () => {
    const sources = targetsIn(text("architecture.html")).filter((href) => href.startsWith(SOURCE));
    expect(sources).toContain(`${SOURCE}/sdk/src/lifecycle/resource.ts`);
    expect(sources.filter((href) => !existsSync(join(root, href.slice(SOURCE.length))))).toEqual([]);
  });
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
    for (const address of [BASE, `${BASE}pages.html`, ...pages.map(addressOf), ROUTER]) {
      await open(address);
      expect([address, await page.locator("h1").count()]).toEqual([address, 1]);
      const isWider = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
      expect([address, isWider, complaints]).toEqual([address, false, []]);
    }
  }, 300_000);

  test("the home has the introduction, the installation and six features of README.md", async () => {
    await open(BASE);
    const readme = readFileSync(join(root, "README.md"), "utf8").replaceAll("`", "");
    const [title = "", introduction = ""] = readme.split("\n\n");
    await page.getByRole("heading", { level: 1, name: title.slice(2) }).waitFor();
    expect(await page.locator(".tagline").innerText()).toBe(introduction.replaceAll("\n", " "));
    expect(readme).toContain(await page.locator(".installation code").innerText());
    const features = page.locator(".VPFeature");
    expect(await features.count()).toBe(6);
    for (const details of await features.locator(".details").allInnerTexts())
      expect(readme).toContain(`| ${details} |`);
    await features.first().click();
    await page.getByRole("heading", { level: 1, name: "Interrupted runs" }).waitFor();
  });

  test("the home shows the recording of README.md in the colours of the reader", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await open(BASE);
      const picture = page.locator(".recording img:visible");
      expect(await picture.getAttribute("src")).toBe(`${BASE}recording/${colorScheme}.svg`);
      const isDecoded = await page.evaluate(
        `document.querySelector(".recording .${colorScheme}-theme").decode().then(() => true)`,
      );
      expect(isDecoded).toBe(true);
    }
    expect(complaints).toEqual([]);
  });

  test("the link at the end of a page opens its Markdown", async () => {
    await open(addressOf("docs/quickstart.md"));
    await page.getByRole("link", { name: "Markdown of this page" }).click();
    await page.waitForURL(`${ORIGIN}${BASE}quickstart.md`);
  });

  test("search finds a property, and opens its page", async () => {
    await open(BASE);
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("searchbox").fill("externalGatewayInfo");
    const results = page.getByRole("listbox").getByRole("option");
    await results.first().waitFor();
    await results.filter({ hasText: "Router" }).first().click();
    await page.waitForURL(/router/i);
    await page.locator("main", { hasText: "externalGatewayInfo" }).waitFor();
    expect(complaints).toEqual([]);
  });

  test("the API reference has the outputs of Router, with their descriptions", async () => {
    await open(BASE);
    await page.getByRole("link", { name: "API reference" }).click();
    await page.locator("main").getByRole("link", { name: "pulumi-cloudplatform", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "pulumi-cloudplatform" }).waitFor();
    await page.locator(".VPSidebar").getByRole("link", { name: "Router", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Class: Router" }).waitFor();
    for (const output of Router.__outputs) {
      const row = page.getByRole("row").filter({ has: page.getByText(output, { exact: true }) });
      expect([output, await row.getByRole("cell").last().innerText()]).toEqual([
        output,
        expect.stringMatching(/\w+.*\./),
      ]);
    }
  });

  test("on a narrow screen the menu leads to a page", async () => {
    await page.setViewportSize({ width: 400, height: 800 });
    await open(addressOf("docs/concepts.md"));
    await page.getByRole("button", { name: "Menu" }).click();
    await page.locator(".VPSidebar").getByRole("link", { name: "Router", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Router" }).waitFor();
  });

  describe.each(["light", "dark"] as const)("in %s colours", (colorScheme) => {
    test.each([400, 1400])(
      "has no accessibility problem that axe finds, %i pixels wide",
      async (width) => {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.setViewportSize({ width, height: 900 });
        for (const address of [
          BASE,
          addressOf("docs/resources/router.md"),
          addressOf("docs/reliability.md"),
          ROUTER,
        ]) {
          await open(address);
          expect([address, await violationsOf(page)]).toEqual([address, []]);
        }
      },
      300_000,
    );
  });
});
