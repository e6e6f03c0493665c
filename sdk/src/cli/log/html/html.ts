import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { visibleLine } from "../../../util/text";
import type { RunData } from "../page/data";

/** The paths are the same from `src` and from `dist`. */
const TEMPLATES = join(__dirname, "../../../../page");
const MODULES = join(__dirname, "../../../../dist/cli/log/page");

/** One page that shows a run, and needs no other file and no network. */
export function htmlOf(data: RunData): string {
  const [script, style] = [bundle(), readFileSync(join(TEMPLATES, "log.css"), "utf8")];
  const parts: Readonly<Record<string, string>> = {
    policy: `<meta http-equiv="Content-Security-Policy" content="${policyOf(script, style)}">`,
    title: `<title>${escapeHtml(visibleLine(data.title))}</title>`,
    style: `<style>${style}</style>`,
    data: `<script id="data" type="application/json">${escapeJson(JSON.stringify(data, visible))}</script>`,
    script: `<script>${script}</script>`,
  };
  const template = readFileSync(join(TEMPLATES, "log.html"), "utf8");
  return template.replace(/<!-- (\w+) -->/g, (_, name: string) => parts[name] ?? "");
}

/** Only the page's own script and style run, and nothing is loaded. */
function policyOf(script: string, style: string): string {
  const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  return [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/** The compiled modules of the page as one script. They import each other by name, and form no circle. */
function bundle(): string {
  const files = readdirSync(MODULES).filter((file) => file.endsWith(".js"));
  const modules = files.sort().map((file) => {
    const code = readFileSync(join(MODULES, file), "utf8");
    return `"./${basename(file, ".js")}": (exports, require) => {\n${code}}`;
  });
  return `"use strict";
const modules = {\n${modules.join(",\n")}\n};
const loaded = {};
function load(name) {
  if (!loaded[name]) modules[name](loaded[name] = {}, load);
  return loaded[name];
}
load("./main");
`;
}

/** A text of the log without what a reader would take for something else. */
function visible(_: string, value: unknown): unknown {
  return typeof value === "string" ? visibleLine(value) : value;
}

/** No text can end the element of the data, or begin a comment in it. */
function escapeJson(json: string): string {
  return json.replaceAll("<", "\\u003c");
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
