import { useData } from "vitepress";
import { h } from "vue";

/** The command that installs the package. The theme gives its copy button to each block with these classes. */
export default {
  setup() {
    const { frontmatter } = useData();
    return () =>
      h("div", { class: "vp-doc installation" }, [
        h("div", { class: "language-sh" }, [
          h("button", { class: "copy", title: "Copy Code" }),
          h("pre", { tabindex: 0 }, h("code", frontmatter.value.installation)),
        ]),
      ]);
  },
};
