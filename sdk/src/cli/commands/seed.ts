import { classOfToken } from "../../pulumi/names";
import { objectIdOf } from "../../pulumi/process/state";
import { loadHandlers } from "../../resources/handlers";
import type { JsonObject } from "../../util/json";
import { messageOf } from "../../util/text";
import { defineCommand } from "../command";
import { COMMAND } from "../errors";
import { writeNew } from "../files";
import { openAccount, type StackAccount } from "../import/account";
import { isReadable, parseTargets, type Target } from "../import/target";
import { print, printNote, safeJson } from "../output";
import { findProject } from "../project";
import { createReaders, type ObjectReader } from "../reader";
import { seedOf } from "../seed/additions";
import { declaredProvider } from "../stack-provider";

export const seed = defineCommand({
  summary:
    "Reads objects of the account, and prints a seed file for the simulator, so that a change can be tried on a copy.",
  forms: [[], ["target..."]],
  arguments: {
    target: "CLASS:ID, such as Router:1/2/<uuid>, or CLASS alone for all. Default: the objects of the stack.",
  },
  options: {
    stack: { type: "string", value: "NAME", meaning: "The stack. Default: the selected stack." },
    provider: {
      type: "string",
      value: "NAME",
      meaning: "The Provider of the account. Default: the stack's configuration.",
    },
    out: { type: "string", value: "FILE", meaning: "Write to a file instead of the standard output." },
  },
  async run(args, { stack, provider, out }) {
    if (findProject(process.cwd()) === undefined) throw COMMAND.noProject.error();
    const given = args.length > 0 ? parseTargets(args, loadHandlers()) : undefined;
    const account = await openAccount({ stack, provider, parent: undefined });
    const { objects, failures } = await read(given ?? targetsIn(account), account);
    for (const failure of failures) printNote(messageOf(failure));
    if (failures.length > 0) throw COMMAND.notAllRead.error({ count: failures.length });
    write(out, safeJson(seedOf(objects)));
    return 0;
  },
});

/** The objects of the resources in the state that have this account. */
function targetsIn({ resources, provider }: StackAccount): Target[] {
  const handlers = new Map(loadHandlers().map((handler) => [handler.type, handler]));
  const readable = resources.flatMap((resource) => {
    const handler = handlers.get(classOfToken(resource.type) ?? "");
    return handler && isReadable(handler) && !resource.delete ? [{ handler, resource }] : [];
  });
  const own = readable.filter(
    ({ resource }) => declaredProvider(resource.provider) === (provider?.urn ?? ""),
  );
  const others = readable.length - own.length;
  if (others > 0) printNote(`Left out: ${others} of other accounts. Name their Provider with --provider.`);
  return own.map(({ handler, resource: { id = "", outputs = {} } }) => {
    const names = Object.keys(handler.identity.scope ?? {});
    const scope = Object.fromEntries(Object.entries(outputs).filter(([name]) => names.includes(name)));
    return { handler, scope, id: objectIdOf(handler, id, outputs) };
  });
}

interface Read {
  objects: { type: string; outputs: JsonObject }[];
  failures: unknown[];
}

async function read(targets: readonly Target[], { settings }: StackAccount): Promise<Read> {
  const handlers = [...new Set(targets.map(({ handler }) => handler))];
  const readers = createReaders(handlers, settings);
  const failures: unknown[] = [];
  const readOne = async ({ handler, id, scope }: Target) => {
    const { type } = handler;
    const reader = readers[handlers.indexOf(handler)] as ObjectReader;
    const leaveOut = (object: { id?: string; reason: string }) =>
      void failures.push(COMMAND.unreadable.error({ type, ...object }));
    const found = id === undefined ? await reader.list(scope, leaveOut) : [await reader.read(id, scope)];
    return found.map(({ outputs }) => ({ type, outputs }));
  };
  const results = await Promise.allSettled(targets.map(readOne));
  return {
    objects: results.flatMap((result) => (result.status === "fulfilled" ? result.value : [])),
    failures: [...failures, ...results.flatMap((one) => (one.status === "rejected" ? [one.reason] : []))],
  };
}

/** For its owner only: the objects are those of an account. */
function write(file: string | undefined, text: string): void {
  if (file === undefined) {
    print(text);
    return;
  }
  writeNew(file, `${text}\n`, 0o600);
  printNote(`Wrote ${file}. Start the simulator with --seed-file ${file}.`);
}
