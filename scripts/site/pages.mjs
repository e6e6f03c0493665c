import fs from "node:fs";
import path from "node:path";
import { firstSentence } from "../docs/sources.mjs";

// The pages of the site and their order: the groups are those of the sidebar.

/** The pages of this group are for people who work on the package. */
export const FOR_DEVELOPERS = "Develop";

/** What each page has, for llms.txt. A page of docs/ that is missing here fails a test. @type {Record<string, Record<string, string>>} */
const GROUPS = {
  Start: {
    "docs/quickstart.md": "create, change and delete a router, without an account",
    "docs/concepts.md": "previews, tasks, drift, adopted objects and omitted inputs",
    "docs/configuration.md": "all settings, several accounts, the key and its rights, connections",
    "docs/troubleshooting.md": "the command `doctor`, and frequent questions",
    "docs/moving.md": "from Terraform, and away from the package",
  },
  "Write programs": {
    "docs/languages.md": "YAML, Python, Go, C# and Java, and how a stack moves between languages",
    "docs/import.md": "read, import or adopt what exists",
    "docs/pulumi-do.md": "list, read and change single objects, without a program",
    "docs/testing.md": "mocks for tests of programs",
    "docs/compatibility.md": "versions of Node, Pulumi and TypeScript, package managers and bundlers",
  },
  "Run stacks": {
    "docs/preflight.md": "what `pulumi preview` and `preflight` ask the platform",
    "docs/interrupted-runs.md": "what to do when a run was killed, and the command `recover`",
    "docs/pipelines.md": "previews on pull requests, deployments on merge, drift checks at night",
    "docs/log.md": "where the time went, why a run failed, and what it changed",
    "docs/errors.md": "every error and warning, and what to do",
    "CHANGELOG.md": "what each version changes",
  },
  "What you can rely on": {
    "docs/reliability.md": "what is promised when the network or the platform fails",
    "docs/simulation.md": "how random histories test what is promised",
    "bench/README.md": "what a run costs, and large stacks",
    "SECURITY.md": "how keys and secrets are handled, and how to report a vulnerability",
    "docs/interface.md": "what the package uses of the platform's interface",
  },
  [FOR_DEVELOPERS]: {
    "simulator/README.md": "the platform's API on your own machine",
    "examples/README.md": "programs to copy",
    "docs/architecture.md": "how the package is built",
    "CONTRIBUTING.md": "set-up, tests, docs and releases",
  },
};

/**
 * @typedef {{ title: string, file: string, description: string }} Page `file` is the path in the repository.
 * @typedef {{ title: string, pages: Page[] }} Group
 */

/**
 * @param {string} root
 * @returns {Group[]}
 */
export function groups(root) {
  const groupOf = (/** @type {[string, Record<string, string>]} */ [title, pages]) => ({
    title,
    pages: Object.entries(pages).map(([file, description]) => ({
      title: headOf(root, file).title,
      file,
      description,
    })),
  });
  const [start, programs, ...others] = Object.entries(GROUPS).map(groupOf);
  const kinds = [folderGroup(root, "Resources", "resources"), folderGroup(root, "Functions", "functions")];
  return [start, programs, ...kinds, ...others];
}

/** @returns {Group} */
function folderGroup(root, title, folder) {
  const files = fs.readdirSync(path.join(root, "docs", folder)).sort();
  const pages = files.map((name) => {
    const file = `docs/${folder}/${name}`;
    return { file, ...headOf(root, file) };
  });
  return { title, pages };
}

/** The heading of a page, and its first sentence. */
function headOf(root, file) {
  const [heading, text = ""] = fs.readFileSync(path.join(root, file), "utf8").split("\n\n");
  return { title: heading.replace(/^# /, "").replaceAll("`", ""), description: firstSentence(text) };
}

/**
 * The path of a page in the site: `docs/resources/router.md` is `resources/router.md`, and `simulator/README.md` is
 * `simulator.md`.
 *
 * @param {string} file
 */
export function sitePath(file) {
  const [, inDocs] = /^docs\/(.+)$/.exec(file) ?? [];
  return inDocs ?? file.replace(/\/README\.md$/, ".md").toLowerCase();
}
