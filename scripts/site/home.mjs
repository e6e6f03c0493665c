import YAML from "yaml";
import { sitePath } from "./pages.mjs";
import { readReadme } from "./readme.mjs";

/** The grid of the theme has three columns, so that six features fill two rows. */
const FEATURES = 6;

/**
 * The home of the site: the introduction, the first features and the installation of README.md, and an example.
 *
 * @param {string} root
 */
export function homePage(root) {
  const { name, introduction, example, features, installation } = readReadme(root);
  const content = {
    layout: "landing",
    sidebar: false,
    titleTemplate: "Pulumi resources in TypeScript",
    hero: {
      name,
      tagline: html(introduction),
      actions: [
        { theme: "brand", text: "Quickstart", link: "/quickstart" },
        { theme: "alt", text: "Concepts", link: "/concepts" },
      ],
    },
    installation,
    example,
    features: features.slice(0, FEATURES).map(({ title, file, description }) => ({
      title: html(title),
      details: html(description),
      link: `/${sitePath(file)}`,
    })),
  };
  return `---\n${YAML.stringify(content)}---\n`;
}

/** The theme inserts these texts as HTML. @param {string} markdown */
function html(markdown) {
  return markdown
    .replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/`(.+?)`/g, "<code>$1</code>");
}
