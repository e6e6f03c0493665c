import DefaultTheme from "vitepress/theme";
import { h } from "vue";
import Landing from "./landing.mjs";
import MarkdownLink from "./markdown-link.mjs";
import "./style.css";

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { "doc-footer-before": () => h(MarkdownLink) }),
  /** @param {import("vitepress").EnhanceAppContext} context */
  enhanceApp: ({ app }) => app.component("landing", Landing),
};
