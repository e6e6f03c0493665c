import path from "node:path";
import { anchorOf } from "../../docs/anchors.mjs";
import { groups, sitePath } from "../pages.mjs";
import { pages, reference, root } from "../paths.mjs";
import { referenceSidebar } from "../reference.mjs";

/** @param {import("../pages.mjs").Page} page */
const itemOf = ({ title, file }) => ({ text: title, link: `/${sitePath(file)}` });

const base = process.env.SITE_BASE || "/";

/** @type {import("vitepress").UserConfig<import("vitepress").DefaultTheme.Config>} */
export default {
  lang: "en",
  title: "pulumi-cloudplatform",
  description: "Pulumi resources and functions for the cloud platform, in TypeScript",
  base,
  head: [["link", { rel: "icon", type: "image/svg+xml", href: `${base}favicon.svg` }]],
  srcDir: pages,
  cacheDir: path.join(root, "site", "cache"),
  markdown: {
    anchor: { slugify: anchorOf },
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
  },
  // `llms.txt` stands for the home.
  transformHead: ({ pageData: { relativePath, isNotFound } }) => {
    if (isNotFound || relativePath === "404.md") return [];
    const href = base + (relativePath === "index.md" ? "llms.txt" : relativePath);
    return [["link", { rel: "alternate", type: "text/markdown", href }]];
  },
  themeConfig: {
    logo: "/favicon.svg",
    nav: [
      { text: "Docs", link: "/quickstart.md", activeMatch: "^/(?!reference/).+" },
      { text: "API reference", link: "/reference/index.md", activeMatch: "^/reference/" },
    ],
    sidebar: {
      "/": groups(root).map(({ title, pages }) => ({ text: title, items: pages.map(itemOf) })),
      "/reference/": referenceSidebar(reference, "/reference"),
    },
    outline: [2, 3],
    search: { provider: "local" },
  },
};
