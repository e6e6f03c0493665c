import { loadHandlers } from "../../resources/handlers";
import { messageOf, printableName } from "../../util/text";
import { defineCommand } from "../command";
import { COMMAND } from "../errors";
import { openAccount } from "../import/account";
import { importFile, withTemporaryFile } from "../import/file";
import { type FoundObjects, findObjects } from "../import/objects";
import { parseTargets } from "../import/target";
import { typescriptProgram } from "../import/typescript";
import { print, printNote } from "../output";
import { findProject } from "../project";
import { isAtLeast, LOWEST_IMPORTING_CLI, PulumiCli } from "../pulumi";

/** The runtimes whose programs use the plugin. */
const OTHER_LANGUAGES = ["yaml", "python", "go", "dotnet", "java"];

export const importCommand = defineCommand({
  summary: "Prints the program that declares existing objects, and has Pulumi import them into a stack.",
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
    "dry-run": { type: "boolean", meaning: "Only preview the import, and change nothing." },
    yes: { type: "boolean", meaning: "Import without a confirmation." },
  },
  async run(args, { stack, provider, parent, yes = false, "dry-run": previewOnly = false }) {
    const targets = parseTargets(args, loadHandlers());
    const pulumi = new PulumiCli(stack);
    await checkProject(pulumi);
    const account = await openAccount(pulumi, { provider, parent });
    const found = await findObjects(targets, account);
    const { objects, failures } = found;
    reportOthers(found);
    if (objects.length > 0) {
      // Before the import: an interrupted one must not lose the program.
      print(typescriptProgram(objects, account.references));
      const file = importFile(objects, account.references);
      await withTemporaryFile(file, (path) => pulumi.import(path, { yes, previewOnly }));
      if (!previewOnly) printNote(NEXT_STEP);
    }
    if (failures.length > 0) throw COMMAND.notAllImported.error({ count: failures.length });
    return 0;
  },
});

const NEXT_STEP =
  "Add the printed program to yours. Then `pulumi preview` should show no change of these resources.";

async function checkProject(pulumi: PulumiCli): Promise<void> {
  const project = findProject(process.cwd());
  if (project === undefined) throw COMMAND.noProject.error();
  const { runtime } = project;
  if (OTHER_LANGUAGES.includes(runtime)) throw COMMAND.otherLanguage.error({ runtime });
  const version = await pulumi.version();
  if (!isAtLeast(version, LOWEST_IMPORTING_CLI))
    throw COMMAND.oldCli.error({ lowest: LOWEST_IMPORTING_CLI, found: version });
}

/** Prints what cannot be imported, and what need not be. */
function reportOthers({ objects, managed, failures }: FoundObjects): void {
  for (const failure of failures) printNote(messageOf(failure));
  const resources = managed.map(({ type, name }) => `${type} ${printableName(name)}`);
  if (resources.length > 0) printNote(`Skipped, as the stack has them already: ${resources.join(", ")}.`);
  if (objects.length + managed.length + failures.length === 0) throw COMMAND.noObjects.error();
}
