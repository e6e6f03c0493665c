import { nameOf } from "../../pulumi/names";
import { loadHandlers } from "../../resources/handlers";
import { messageOf } from "../../util/text";
import { defineCommand } from "../command";
import { COMMAND } from "../errors";
import { openAccount, type StackAccount } from "../import/account";
import { importFile, withTemporaryFile } from "../import/file";
import { type FoundObjects, findObjects, type NamedObject } from "../import/objects";
import { countsOf, countTypes, jsonOf, tableOf } from "../import/report";
import { parseTargets, type Target } from "../import/target";
import { typescriptProgram } from "../import/typescript";
import { print, printNote } from "../output";
import { findProject } from "../project";
import { isAtLeast, LOWEST_IMPORTING_CLI, PulumiCli } from "../pulumi";

/** The runtimes whose programs use the plugin. */
const OTHER_LANGUAGES = ["yaml", "python", "go", "dotnet", "java"];

export const importCommand = defineCommand({
  summary: "Adds existing objects to the state of a stack, and prints the program that declares them.",
  arguments: {
    "target...":
      "CLASS:ID or NAME=CLASS:ID, such as edge=Router:1/2/<uuid>. CLASS alone: all of the account.",
  },
  options: {
    stack: { type: "string", value: "NAME", meaning: "The stack. Default: the selected stack." },
    provider: {
      type: "string",
      value: "NAME",
      meaning: "The Provider of the account. Default: that of the parent, or the stack's configuration.",
    },
    parent: {
      type: "string",
      value: "URN",
      meaning: "The resource of the stack that becomes the parent of the imported ones.",
    },
    "dry-run": {
      type: "boolean",
      meaning: "Print the list and the program; import nothing, change no file.",
    },
    yes: { type: "boolean", meaning: "Import without a confirmation." },
    json: {
      type: "boolean",
      meaning: "Print JSON: the objects, the program, and what could not be imported.",
    },
  },
  async run(args, { stack, provider, parent, yes = false, json, "dry-run": isDryRun = false }) {
    const targets = parseTargets(args, loadHandlers());
    if (!isDryRun && !yes && !process.stdin.isTTY) throw COMMAND.confirmation.error();
    const project = findProject(process.cwd());
    if (project === undefined) throw COMMAND.noProject.error();
    const { runtime } = project;
    if (OTHER_LANGUAGES.includes(runtime)) throw COMMAND.otherLanguage.error({ runtime });
    const version = await new PulumiCli(stack).version();
    if (!isAtLeast(version, LOWEST_IMPORTING_CLI))
      throw COMMAND.oldCli.error({ lowest: LOWEST_IMPORTING_CLI, found: version });
    const account = await openAccount({ stack, provider, parent });
    const found = await findObjects(targets, account);
    const { objects, failures } = found;
    reportFound(found, targets, json === true);
    const program = programOf(objects, account);
    const added = objects.filter((one) => !one.isInState);
    if (added.length > 0 && isDryRun) printNote(`To import: ${textOf(added)}.\n\n${tableOf(added)}\n`);
    else if (added.length > 0) await importObjects(added, account, yes);
    if (json) print(jsonOf(found, program, isDryRun));
    if (objects.length > 0) {
      if (!json) printProgram(program, isDryRun);
      printNote(isDryRun ? DRY_RUN : nextStep(added, stack));
    } else printNote("There is nothing to import.");
    if (failures.length > 0) throw COMMAND.notAllImported.error({ count: failures.length });
    return 0;
  },
});

/** Prints what cannot be imported, and what need not be. Throws the only error if nothing else was found, but for JSON. */
function reportFound(
  { objects, managed, failures }: FoundObjects,
  targets: readonly Target[],
  isJson: boolean,
): void {
  const isOnly = targets.length === 1 && failures.length === 1 && objects.length === 0 && managed.size === 0;
  if (isOnly && !isJson) throw failures[0];
  for (const failure of failures) printNote(messageOf(failure));
  if (managed.size > 0) printNote(`Already in the stack, and skipped: ${countsOf(managed)}.`);
  const known = objects.filter((one) => one.isInState);
  if (known.length > 0)
    printNote(
      `Imported before, and printed again, as no \`pulumi up\` has declared them yet: ${textOf(known)}.`,
    );
}

const textOf = (objects: readonly NamedObject[]): string => countsOf(countTypes(objects));

async function importObjects(
  objects: readonly NamedObject[],
  { pulumi, provider, parent }: StackAccount,
  yes: boolean,
): Promise<void> {
  const content = importFile(objects, { provider: provider?.urn, parent });
  await withTemporaryFile(content, (file) => pulumi.import(file, yes));
}

const DRY_RUN =
  "\nThis was a dry run: nothing was imported. For the import, run the command without --dry-run.";

function nextStep(imported: readonly NamedObject[], stack: string | undefined): string {
  const what = imported.length > 0 ? `Imported: ${textOf(imported)}.\n` : "";
  const option = stack === undefined ? "" : ` --stack ${stack}`;
  return `\n${what}Then run pulumi preview${option}, which should show no change of these resources.`;
}

function programOf(objects: readonly NamedObject[], { provider, parent }: StackAccount): string {
  return typescriptProgram(objects, {
    provider: provider && nameOf(provider.urn),
    parent: parent && nameOf(parent),
  });
}

function printProgram(program: string, isDryRun: boolean): void {
  if (!isDryRun) printNote("\nAdd this to your program:\n");
  print(program);
}
