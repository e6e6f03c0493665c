import { VPHomeFeatures, VPHomeHero } from "vitepress/theme";
import { h } from "vue";
import { Example, Installation } from "./blocks.mjs";

/** The home of the theme in a landmark, which the theme's own layout lacks. */
export default {
  render: () =>
    h("main", { class: "VPHome" }, [
      h(VPHomeHero, null, { "home-hero-actions-after": () => h(Installation) }),
      h(Example),
      h(VPHomeFeatures),
    ]),
};
