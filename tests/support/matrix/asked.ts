import type { Simulator } from "../../../simulator/src";

/** The operations that were asked for, by the templates of their paths, in order and each once. */
export async function askedOf({ url, requests }: Simulator): Promise<string[]> {
  const served = (await (await fetch(`${url}/_simulator`)).json()) as { operations: string[] };
  const templates = served.operations.map((operation) => {
    const [method, path = ""] = operation.split(" ");
    return { operation, method, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`) };
  });
  const asked = requests.map(({ method, path }) => {
    const template = templates.find((each) => each.method === method && each.pattern.test(path));
    if (template === undefined) throw new Error(`No operation is ${method} ${path}.`);
    return template.operation;
  });
  return [...new Set(asked)];
}
