import { dirname, relative, resolve } from "node:path";
import { STACK } from "../../stack/errors";
import { printableLine } from "../../util/text";
import { defineCommand } from "../command";
import { COMMAND } from "../errors";
import { readText } from "../files";
import { print, printNote, safeJson } from "../output";
import { findProject } from "../project";
import { findStackFile } from "../validate/stack-file";
import type { ValidatedStackFile } from "../validate/validate-stack-file";

const NOT_CHECKED = "Not checked: encrypted values, values of outputs, and the objects at the platform.";

export const validate = defineCommand({
  summary:
    "Checks the stack file of a declarative stack, without a preview. The exit code is 1 if there is a problem.",
  forms: [[], ["file"]],
  arguments: {
    file: "The stack file. Default: that of the project; if there are several, that of the selected stack.",
  },
  options: {
    stack: { type: "string", value: "NAME", meaning: "The stack whose file is checked." },
    json: { type: "boolean", meaning: "Print JSON." },
  },
  async run([named], { stack, json = false }) {
    if (named !== undefined && stack !== undefined) throw COMMAND.twoStackFiles.error();
    const here = process.cwd();
    const project = (named && findProject(dirname(resolve(named)))) || findProject(here);
    if (project === undefined) throw COMMAND.noProject.error();
    const file = named ?? relative(here, await findStackFile(project, stack));
    const text = readText(file);
    // Loads Pulumi's SDK, with the classes of the resources. The other commands do without it.
    const { validateStackFile } =
      require("../validate/validate-stack-file") as typeof import("../validate/validate-stack-file");
    const result = validateStackFile(text, { project, file });
    if (json) print(jsonOf(file, result));
    else {
      print(reportOf(file, result));
      for (const warning of result.warnings) printNote(`warning: ${warning}`);
    }
    return result.problems.length > 0 ? 1 : 0;
  },
});

function jsonOf(file: string, { problems, warnings, kinds }: ValidatedStackFile): string {
  const isValid = problems.length === 0;
  return safeJson({ version: 1, file, isValid, problems, warnings, resources: Object.fromEntries(kinds) });
}

function reportOf(file: string, { problems, kinds }: ValidatedStackFile): string {
  if (problems.length > 0)
    return [
      `${file} is invalid [${STACK.invalid.code}]:`,
      ...problems.map((problem) => `- ${printableLine(problem)}`),
    ].join("\n");
  if (kinds.size === 0) return `${file} is valid, and declares no resources of this package.`;
  const counts = [...kinds].map(([kind, count]) => `${kind} (${count})`);
  return `${file} is valid: ${counts.join(", ")}. ${NOT_CHECKED}`;
}
