import type * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import type { JsonObject } from "../../sdk/src/util/json";
import type { Simulator } from "../../simulator/src";
import { fixtureOf, foldersOf, handlerOf } from "./folders";
import { type ScriptedReply, type ScriptedServer, startScriptedServer } from "./scripted-server";

/** What the tests of all layers need to know about a function: `tests/unit/functions/<name>/fixture.ts`. */
export interface FunctionFixture {
  /** The name under which programs import it. */
  name: string;
  /** Creates objects at the platform that the function reads. */
  prepare?(platform: Simulator): void | Promise<void>;
  /** Valid arguments, with which the function finds the objects. */
  argument(platform: Simulator): JsonObject;
  /** Invalid arguments, and what the user reads after the function's name. */
  invalid: Array<[args: unknown, message: string]>;
  /** A reply that the function accepts to any request, if an object without content is not enough. */
  anyReply?: { path: RegExp; answer: ScriptedReply };
  /** The error on a deployment with only the documented operations, if the function uses none of them. */
  documentedOnly?: string;
  /** A call under the package's mocks, and a part of its result. */
  mocked: { args?: JsonObject; result: object };
  /** The form of the function that takes and returns Outputs, if it has one. */
  output?: OutputFixture;
  /** Correct and incorrect uses, as TypeScript. An incorrect use follows a `// @ts-expect-error`. */
  types: string;
}

export interface OutputFixture {
  /** The arguments, with a value that may be an Output. */
  args(value: unknown): object;
  /** The value that finds what `prepare` created. */
  value(platform: Simulator): unknown;
  result: object;
  /** The function changes something, so it does not run in previews. */
  changesPlatform?: true;
}

type Plain = (args?: unknown, opts?: pulumi.InvokeOptions) => Promise<unknown>;

export interface FunctionUnderTest extends FunctionFixture {
  folder: string;
  /** The names of its arguments. */
  arguments: string[];
  /** Calls the function. If it returns pages, gets the first one. */
  plain: Plain;
}

/** The register: every function of the package, with its fixture. */
export const FUNCTIONS: FunctionUnderTest[] = foldersOf("functions").flatMap(load);

function load(folder: string): FunctionUnderTest[] {
  const { fixtures } = fixtureOf<{ fixtures: FunctionFixture[] }>("functions", folder);
  const { args } = handlerOf<{ args: z.ZodType }>("functions", folder);
  return fixtures.map((fixture) => ({
    ...fixture,
    folder,
    arguments: Object.keys(args.toJSONSchema({ io: "input", unrepresentable: "any" }).properties ?? {}),
    plain: async (...given) => {
      const result = exported(fixture.name)(...given);
      return isPages(result) ? result.next() : result;
    },
  }));
}

/** Loads the package when a function is called, because loading Pulumi takes long and most tests do not need it. */
function exported(name: string): (...args: unknown[]) => unknown {
  return (require("../../sdk/src") as Record<string, (...args: unknown[]) => unknown>)[name] as () => unknown;
}

function isPages(result: unknown): result is AsyncGenerator {
  return typeof result === "object" && result !== null && Symbol.asyncIterator in result;
}

/** A platform that accepts any request of the functions. */
export function startAnyReply(): Promise<ScriptedServer> {
  const replies = FUNCTIONS.flatMap(({ anyReply }) => anyReply ?? []);
  return startScriptedServer(
    ({ path }) =>
      replies.find((reply) => reply.path.test(path))?.answer ?? {
        body: { state: "NEW", data: {}, count: 0, results: [] },
      },
  );
}
