import { useData, withBase } from "vitepress";
import { h } from "vue";

/** A link to the Markdown of the page. The target keeps the router of VitePress from opening it as a page. */
export default {
  setup() {
    const { page } = useData();
    return () =>
      h(
        "a",
        { class: "markdown-link", href: withBase(`/${page.value.relativePath}`), target: "_self" },
        "Markdown of this page",
      );
  },
};
