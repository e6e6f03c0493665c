import { groups, sitePath } from "./pages.mjs";
import { readReadme } from "./readme.mjs";
import { MODULES } from "./reference.mjs";

/**
 * The file `llms.txt` of the site, in the format of llmstxt.org: an introduction, and links to the Markdown of each page.
 *
 * @param {string} root
 * @param {string} base The path of the site on its host.
 */
export function llmsText(root, base) {
  const { name, introduction, installation } = readReadme(root);
  const sections = groups(root).map(({ title, pages }) => ({
    title,
    links: pages.map((page) => ({ ...page, path: sitePath(page.file) })),
  }));
  const modules = Object.entries(MODULES).map(([module, { name, description }]) => ({
    title: name,
    path: `reference/${module}/index.md`,
    description,
  }));
  return [
    `# ${name}\n\n> ${introduction}\n\nInstall it with \`${installation}\`.\n`,
    ...[...sections, { title: "API reference", links: modules }].map(
      ({ title, links }) =>
        `## ${title}\n\n${links.map(({ title, path, description }) => `- [${title}](${base}${path}): ${description}\n`).join("")}`,
    ),
  ].join("\n");
}
