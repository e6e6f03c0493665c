/** The name of a resource for an object of the platform: not one of the taken names, without characters that Pulumi interprets. */
export function resourceName(
  objectName: string,
  prefix: string | undefined,
  taken: readonly string[],
): string {
  const base = [prefix, plainName(objectName)].filter(Boolean).join("-");
  let name = base;
  for (let count = 2; taken.includes(name); count++) name = `${base}-${count}`;
  return name;
}

function plainName(text: string): string {
  return text.replace(/[^a-zA-Z0-9._]+/g, "-").replace(/^-|-$/g, "") || "object";
}

/** The variable that a program probably has for a resource: `edge-router` → `edgeRouter`. */
export function variableName(name: string): string {
  return name
    .replace(/[^a-zA-Z0-9]+(\w?)/g, (_, next: string) => next.toUpperCase())
    .replace(/^[A-Z]/, (first) => first.toLowerCase())
    .replace(/^(?=\d|$)/, "resource");
}
