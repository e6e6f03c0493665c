import { useData } from "vitepress";
import { h } from "vue";

/** What the terminal shows in the example of README.md. */
export default {
  setup() {
    const { frontmatter } = useData();
    return () =>
      h("div", { class: "vp-doc example" }, [
        h("div", { class: "language-console" }, [
          h("pre", { tabindex: 0 }, h("code", frontmatter.value.example)),
        ]),
      ]);
  },
};
