import { useData } from "vitepress";
import { h } from "vue";

/** A block of code of the home, which scrolls in its own box. `name` is its class, and what it shows in the front matter. */
const block = (name, language, before = () => []) => ({
  setup() {
    const { frontmatter } = useData();
    return () =>
      h("div", { class: `vp-doc ${name}` }, [
        h("div", { class: `language-${language}` }, [
          ...before(),
          h("pre", { tabindex: 0 }, h("code", frontmatter.value[name])),
        ]),
      ]);
  },
});

/** The command that installs the package. The theme gives its copy button to each block with these classes. */
export const Installation = block("installation", "sh", () => [
  h("button", { class: "copy", title: "Copy Code" }),
]);

/** What the terminal shows after a kill. */
export const Example = block("example", "console");
