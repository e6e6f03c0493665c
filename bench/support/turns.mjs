import { withPlatform } from "./platform.mjs";
import { PARALLEL, withStack } from "./stack.mjs";

/** @typedef {import("./stack.mjs").Stack} Stack */

/**
 * A stack of each program, with a platform of its own.
 *
 * @template T
 * @param {string[]} programs Folders of bench/programs.
 * @param {{ count: number, taskTime?: number }} options The number of resources, and options of the platforms.
 * @param {(stacks: Stack[]) => Promise<T>} work
 * @param {Stack[]} stacks
 * @returns {Promise<T>}
 */
export function withStacks([program, ...others], options, work, stacks = []) {
  if (program === undefined) return work(stacks);
  const { count, ...ofPlatform } = options;
  return withPlatform(ofPlatform, ({ config }) =>
    withStack(program, { ...config, count }, (stack) =>
      withStacks(others, options, work, [...stacks, stack]),
    ),
  );
}

/**
 * Runs one command in each stack. Stacks take turns, because the speed of a shared machine changes within minutes.
 *
 * @param {Stack[]} stacks
 * @param {"up" | "refresh" | "destroy"} command
 */
export async function inTurn(stacks, command) {
  const runs = [];
  for (const stack of stacks) runs.push(await stack.run(command, ...PARALLEL));
  return runs;
}
