import type { Simulator } from "../../../simulator/src";

/** An operation of the platform, and which of all requests asked for it first. */
export interface Asked {
  /** As the interface writes it: `GET /v1/tasks/{task_id}`. */
  operation: string;
  from: number;
}

/** The operations that were asked for, in order. */
export async function askedOf({ url, requests }: Simulator): Promise<Asked[]> {
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
  return [...new Set(asked)].map((operation) => ({ operation, from: asked.indexOf(operation) + 1 }));
}
