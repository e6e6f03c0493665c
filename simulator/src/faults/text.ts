import type { SettledRule, When } from "./rule";

/** A rule as one line: `status:code=503,processed@POST /cloud/v1/routers/{project_id}/{region_id}#1`. */

export function textOf({ fault, method, path, when }: SettledRule): string {
  const { kind, ...said } = fault;
  const options = Object.entries(said).filter(([, value]) => value !== false);
  const what = options.length === 0 ? kind : `${kind}:${options.map(optionText).join(",")}`;
  const where = [method ?? "*", ...(path === undefined ? [] : [path])].join(" ");
  return `${what}${where === "*" ? "" : `@${where}`}${whenText(when)}`;
}

function optionText([name, value]: [string, unknown]): string {
  return value === true ? name : `${name}=${JSON.stringify(value)}`;
}

function whenText(when: When = "all"): string {
  if (when === "all") return "";
  if (typeof when === "number") return `#${when}`;
  if (Array.isArray(when)) return `#${when.join(",")}`;
  return "from" in when ? `#${when.from}+` : `#${when.percent}%`;
}
