import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "@jest/globals";
import { LAZY_MODULES, projectEnv, type Result, root, run } from "./command";

// Programs that run as processes of their own under Pulumi's mocks, and the positions of their resources. The comment
// `/* name */` precedes the expression that constructs the resource `name`.

interface Registered {
  name: string;
  position?: { uri: string; line: number; column: number };
  frames: unknown[];
}

export async function runMocked(file: string, env: NodeJS.ProcessEnv = {}): Promise<Result> {
  const preload = join(root, "tests", "support", "print-registrations.cjs");
  const modules = { NODE_OPTIONS: LAZY_MODULES, NODE_PATH: join(root, "node_modules") };
  const all = { ...(await projectEnv()), ...modules, ...env };
  return run("node", ["--require", preload, file], { cwd: root, env: all });
}

/** The positions of all resources, in order. Each position is the only frame in the state. */
export async function listPositions(file: string): Promise<Array<[name: string, position: string]>> {
  const { stdout } = await runMocked(file);
  const registrations: Registered[] = JSON.parse(stdout.trim().split("\n").at(-1) as string);
  return registrations.map(({ name, position, frames }) => {
    if (name !== "of-pulumi") expect(frames).toEqual([position]);
    return [name, position ? `${fileURLToPath(position.uri)}:${position.line}:${position.column}` : "none"];
  });
}

/** The positions of all resources by their names. */
export async function positionsOf(file: string): Promise<Record<string, string>> {
  return Object.fromEntries(await listPositions(file));
}

/** The positions that the comments mark. */
export function markedPositions(file: string, program: string): Record<string, string> {
  const marks = program.split("\n").flatMap((line, index) => {
    const [mark, name = ""] = /\/\* ([\w-]+) \*\/ /.exec(line) ?? [];
    return mark ? [[name, `${file}:${index + 1}:${line.indexOf(mark) + mark.length + 1}`] as const] : [];
  });
  return Object.fromEntries(marks);
}

export const REQUIRE = 'const cloudplatform = require("pulumi-cloudplatform");';

/** All ways in which a program constructs a resource. */
export const DECLARATIONS = `
const place = { projectId: 1, regionId: 2 };
/* outside */ new cloudplatform.Router("outside", place);
function declare() {
  return /* inside */ new cloudplatform.Router("inside", place);
}
declare();
class Derived extends cloudplatform.Router {}
/* derived */ new Derived("derived", place);
class Office extends cloudplatform.Router {
  constructor(name) {
    super(name, place);
  }
}
/* office */ new Office("office");
cloudplatform.Router./* got */ get("got", "0b6b1c1e-6f0a-4f9e-8d39-5f0a3c1d2e4f", place);
`;
