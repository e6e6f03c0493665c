import type { Simulator } from "../../simulator/src";

/** An operation of the platform that a run has requested. */
export interface RequestedOperation {
  /** As the API documents it: `GET /v1/tasks/{task_id}`. */
  operation: string;
  /** The number of the first request for the operation, among all requests of the run. */
  firstRequest: number;
}

/** The operations that were requested, in the order of their first requests. */
export async function requestedOperations({ url, requests }: Simulator): Promise<RequestedOperation[]> {
  const served = (await (await fetch(`${url}/_simulator`)).json()) as { operations: string[] };
  const patterns = served.operations.map((operation) => {
    const [method, path = ""] = operation.split(" ");
    return { operation, method, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`) };
  });
  const operations = requests.map(({ method, path }) => {
    const served = patterns.find((each) => each.method === method && each.pattern.test(path));
    if (served === undefined) throw new Error(`The simulator serves no operation ${method} ${path}.`);
    return served.operation;
  });
  return [...new Set(operations)].map((operation) => ({
    operation,
    firstRequest: operations.indexOf(operation) + 1,
  }));
}
