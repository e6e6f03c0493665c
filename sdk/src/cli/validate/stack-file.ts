import { readdirSync } from "node:fs";
import { join } from "node:path";
import { COMMAND } from "../errors";
import type { Project } from "../project";
import { PulumiCli } from "../pulumi";

const STACK_FILE = /^Pulumi\.(.+)\.ya?ml$/;

/** The path of the stack file of a stack; of the only stack that has one; or of the selected stack. */
export async function findStackFile({ stackFolder }: Project, stack: string | undefined): Promise<string> {
  const files = readdirSync(stackFolder).filter((file) => STACK_FILE.test(file));
  const file = stack === undefined ? await defaultFile(files) : fileOf(stack, files);
  if (file !== undefined) return join(stackFolder, file);
  const owner = stack === undefined ? "the project" : `the stack ${stack}`;
  throw COMMAND.noStackFile.error({ owner, folder: stackFolder });
}

/** None if there is no stack file. */
async function defaultFile(files: string[]): Promise<string | undefined> {
  if (files.length < 2) return files[0];
  // The CLI may be missing: nothing else of this command needs it.
  const selected = await new PulumiCli(undefined).stackName().catch(() => "");
  const file = fileOf(selected, files);
  if (file === undefined) throw COMMAND.severalStackFiles.error({ files: files.join(", ") });
  return file;
}

/** The name of a stack may have an organization and a project before it, which its file does not have. */
function fileOf(stack: string, files: string[]): string | undefined {
  const name = stack.split("/").at(-1);
  return files.find((file) => STACK_FILE.exec(file)?.[1] === name);
}
