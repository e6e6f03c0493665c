import { useData, withBase } from "vitepress";
import { h } from "vue";

/** The recording of README.md. A browser loads the picture of the other theme only when a reader selects that theme. */
export default {
  setup() {
    const { frontmatter } = useData();
    return () => {
      const { light, dark, text } = frontmatter.value.recording;
      const picture = (theme, file) =>
        h("img", { class: `${theme}-theme`, src: withBase(`/${file}`), alt: text, loading: "lazy" });
      const pictures = [picture("light", light), picture("dark", dark)];
      return h(
        "div",
        { class: "recording", role: "group", "aria-label": "Recording", tabindex: 0 },
        pictures,
      );
    };
  },
};
