import type { Simulator } from "../../../simulator/src";
import { type Cell, comeTo, take } from "./cell";
import { KINDS, type Kind } from "./kinds";
import { LIVES, type Life } from "./lives";
import { startWorld } from "./worlds";

/** A step of a life, and an operation that it asks for. */
export type Row = Pick<Cell, "life" | "step" | "operation">;

export const STEPS = ["create", "update", "replace", "refresh", "delete"];

/** What each step of each life asks for where nothing goes wrong. */
export async function findRows(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const life of LIVES)
    for (const step of stepsOf(life))
      for (const operation of await operationsOf(life, step)) rows.push({ life, step, operation });
  return rows;
}

function stepsOf({ changes, without = [] }: Life): string[] {
  const all = STEPS.filter((step) => !["update", "replace"].includes(step) || changes[step]);
  return all.filter((step) => !without.includes(step));
}

async function operationsOf(life: Life, step: string): Promise<string[]> {
  const world = await startWorld(life);
  try {
    await comeTo(world, { life, step });
    await take(world, { life, step });
    return await asked(world.platform);
  } finally {
    await world.close();
  }
}

/** The operations that were asked for, by the templates of their paths, in order. */
export async function asked(platform: Simulator): Promise<string[]> {
  const reply = await fetch(`${platform.url}/_simulator`);
  const { operations } = (await reply.json()) as { operations: string[] };
  const templates = operations.map((operation) => {
    const [method = "", path = ""] = operation.split(" ");
    return { operation, method, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`) };
  });
  const found = platform.requests.map(
    ({ method, path }) =>
      templates.find((each) => each.method === method && each.pattern.test(path))?.operation ??
      `${method} ${path}`,
  );
  return [...new Set(found)];
}

/** All cells of a row. Of what only reads it does not matter whether it was carried out. */
export function cellsOf(row: Row): Cell[] {
  return kindsOf(row).flatMap((kind) =>
    (["#1", ""] as const).map((which): Cell => ({ ...row, kind, which })),
  );
}

export function kindsOf({ operation }: Pick<Row, "operation">): Kind[] {
  return KINDS.filter((kind) => !kind.ofChanges || !operation.startsWith("GET "));
}

/** Does work for each of many, some at once. */
export async function eachOf<T, R>(
  many: T[],
  atOnce: number,
  work: (one: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < many.length; index = next++)
      results[index] = await work(many[index] as T);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
