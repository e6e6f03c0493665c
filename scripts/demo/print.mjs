import { styleText } from "node:util";

let step = 0;

/** One line before each step. */
export function heading(text) {
  step += 1;
  process.stdout.write(`\n${styleText(["bold", "cyan"], `${step}. ${text}`)}\n`);
}

export function command(text) {
  process.stdout.write(`\n${styleText("dim", "$")} ${text}\n`);
}

export function note(text) {
  process.stdout.write(`\n${wrap(text)}\n`);
}

/** What the platform received, operation by operation. */
export function summary(platform) {
  heading("What the platform received");
  const counts = new Map();
  for (const { method, path } of platform.requests) {
    const operation = `${method.padEnd(6)} ${general(path)}`;
    counts.set(operation, (counts.get(operation) ?? 0) + 1);
  }
  const rows = [...counts].map(([operation, count]) => `${String(count).padStart(5)}  ${operation}`);
  process.stdout.write(`\n${rows.join("\n")}\n\nNo router is left.\n`);
}

function general(path) {
  return path
    .replace(/\/tasks\/[^/]+/, "/tasks/{task_id}")
    .replace(/\/routers\/\d+\/\d+/, "/routers/{project_id}/{region_id}")
    .replace(/(\/routers\/[^/]+\/[^/]+)\/[0-9a-f-]{36}/, "$1/{router_id}");
}

/** Prose is folded at 98 columns; lines that are laid out already are shorter. */
function wrap(text) {
  return text.replace(/(?=.{99})(.{1,98})\s/g, "$1\n");
}
