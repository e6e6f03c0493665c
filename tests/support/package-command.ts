import { join } from "node:path";
import { type Result, root, start } from "./command";
import type { Stack } from "./stack";

const PROGRAM = join(root, "sdk/bin/pulumi-cloudplatform.js");

/** Runs the command `pulumi-cloudplatform` in the folder of a stack. It may fail. */
export function packageCommand(stack: Stack, args: string[], env: NodeJS.ProcessEnv = {}): Promise<Result> {
  const options = { cwd: stack.folder, env: { ...stack.env, ...env } };
  return start(process.execPath, [PROGRAM, ...args], options).ended;
}
