import DefaultTheme from "vitepress/theme";
import { h } from "vue";
import Installation from "./installation.mjs";
import MarkdownLink from "./markdown-link.mjs";
import "./style.css";

export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      "home-hero-actions-after": () => h(Installation),
      "doc-footer-before": () => h(MarkdownLink),
    }),
};
