import { existsSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { loadHandlers } from "../../resources/handlers";
import { kindName } from "../../util/camel";
import { messageOf } from "../../util/text";
import { defineCommand } from "../command";
import { COMMAND } from "../errors";
import { openAccount, type StackAccount } from "../import/account";
import { importFile, withTemporaryFile } from "../import/file";
import { type NamedObject, readObjects } from "../import/objects";
import { parseTarget, readableHandler } from "../import/target";
import { typescriptProgram } from "../import/typescript";
import { yamlEntries } from "../import/yaml";
import { print, printNote } from "../output";
import { findProject, type Project } from "../project";

export const importCommand = defineCommand({
  summary: "Adds existing objects to the state of a stack, and prints the program that declares them.",
  forms: [
    ["resource", "name", "id"],
    ["resource", "id"],
  ],
  arguments: {
    resource: "The class: Router, QuotaNotificationThreshold, QuotaLimitRequest, and so on.",
    name: "The name of the resource in your program. For several objects: the beginning of their names.",
    id: "The id of the object. For a router project/region/uuid, or project/region for all routers.",
  },
  options: {
    stack: { type: "string", value: "NAME", meaning: "The stack. Default: the selected stack." },
    provider: {
      type: "string",
      value: "NAME",
      meaning: "The Provider of the stack whose account has the object. Default: the stack's configuration.",
    },
    yes: { type: "boolean", meaning: "Import without a confirmation." },
    yaml: {
      type: "boolean",
      meaning: "Print an entry of the stack file of a declarative stack. Default in a declarative project.",
    },
    out: {
      type: "string",
      value: "FILE",
      meaning: "Write the program to a new file instead of the standard output.",
    },
  },
  async run([type = "", ...rest], { stack, provider, yes = false, yaml, out }) {
    const handler = readableHandler(type, loadHandlers());
    const path = rest.at(-1) as string;
    const name = rest.length > 1 ? rest[0] : undefined;
    const target = parseTarget(handler, path);
    if (target.id !== undefined && name === undefined) throw COMMAND.nameRequired.error({ type, id: path });
    if (!yes && !process.stdin.isTTY) throw COMMAND.confirmation.error();
    const project = findProject(process.cwd());
    if (project === undefined) throw COMMAND.noProject.error();
    const file = out === undefined ? undefined : newFile(out);

    const account = await openAccount(stack, provider);
    const { objects, failures } = await readObjects(handler, account, target, name);
    for (const failure of failures) printNote(messageOf(failure));
    const partial = COMMAND.notAllImported.error({
      type,
      count: failures.length,
      total: failures.length + objects.length,
    });
    if (objects.length === 0) {
      if (failures.length > 0) throw partial;
      printNote(`The stack has every ${type} of ${path} already.`);
      return 0;
    }
    await withTemporaryFile(importFile(type, objects, account.providerUrn), (content) =>
      account.pulumi.import(content, yes),
    );
    const declarations = objects.map(({ name, inputs }: NamedObject) => ({ type, name, inputs, provider }));
    if (yaml ?? project.isDeclarative) {
      const entries = yamlEntries(declarations, namespaceOf(type, project, account));
      printResult(entries, "stack file", file);
    } else printResult(typescriptProgram(declarations), "program", file);
    if (failures.length > 0) throw partial;
    return 0;
  },
});

/** A stack file has the resources of a class in one namespace: that of the package, or that of the project. */
function namespaceOf(type: string, { name }: Project, { config }: StackAccount): string {
  return `${name}:${kindName(type)}` in config ? name : "cloudplatform";
}

/** The path of a file that does not exist yet. */
function newFile(name: string): string {
  const file = resolve(name);
  const problem = existsSync(file)
    ? "the file exists"
    : !existsSync(dirname(file)) && "its folder does not exist";
  if (problem) throw COMMAND.outFile.error({ file: name, problem });
  return file;
}

function printResult(text: string, place: string, file: string | undefined): void {
  if (file === undefined) {
    printNote(`\nAdd this to your ${place}; then \`pulumi preview\` shows no changes:\n`);
    print(text);
  } else {
    writeFileSync(file, `${text}\n`);
    printNote(`\nAdd the content of ${file} to your ${place}; then \`pulumi preview\` shows no changes.`);
  }
}
