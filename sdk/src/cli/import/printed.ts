import { nameOf } from "../../pulumi/names";
import type { Project } from "../project";
import type { StackAccount } from "./account";
import type { Declaration, Options } from "./declaration";
import { typescriptProgram } from "./typescript";
import { yamlEntries } from "./yaml";

interface ImportedProject {
  isYaml: boolean;
  project: Project;
  account: StackAccount;
}

/** What declares the imported objects: a program, or entries of a stack file. */
export interface Printed {
  text: string;
  /** Where the user adds it. */
  place: "program" | "stack file";
}

export function printedOf(
  declarations: readonly Declaration[],
  { isYaml, project, account: { provider, parent, config } }: ImportedProject,
): Printed {
  const options: Options = { provider: provider && nameOf(provider.urn), parent: parent && nameOf(parent) };
  if (!isYaml) return { text: typescriptProgram(declarations, options), place: "program" };
  // A stack file has the resources of a class in one namespace: that of the package, or that of the project.
  const namespaceOf = (kind: string) =>
    `${project.name}:${kind}` in config ? project.name : "cloudplatform";
  return { text: yamlEntries(declarations, namespaceOf, options), place: "stack file" };
}
