/**
 * The paths that a rule is about, as one text: the template of an operation (`/v1/tasks/{task_id}`), the beginning of
 * a path (`/cloud/*`), or an expression that may match anywhere in it (`~/routers/`).
 */
export type PathText = string;

export function textOfPath(path: string | RegExp): PathText {
  return typeof path === "string" ? path : `~${path}`;
}

/** Undefined when the text is none of the three. */
export function parsePath(text: PathText): RegExp | undefined {
  if (/^\/[^\s#]*$/.test(text)) return template(text);
  const [, source, flags] = /^~\/(.+)\/([a-z]*)$/.exec(text) ?? [];
  return source === undefined ? undefined : expression(source, flags);
}

function template(text: string): RegExp {
  const source = text
    .split(/(\{\w+\}|\*$)/)
    .map((part) => (part === "*" ? ".*" : part.startsWith("{") ? "[^/]+" : literally(part)));
  return new RegExp(`^${source.join("")}$`);
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function expression(source: string, flags: string | undefined): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}
