import { VPHomeFeatures, VPHomeHero } from "vitepress/theme";
import { h } from "vue";
import Installation from "./installation.mjs";
import Recording from "./recording.mjs";

/** The home of the theme in a landmark, which the theme's own layout lacks. */
export default {
  render: () =>
    h("main", { class: "VPHome" }, [
      h(VPHomeHero, null, { "home-hero-actions-after": () => h(Installation) }),
      h(Recording),
      h(VPHomeFeatures),
    ]),
};
