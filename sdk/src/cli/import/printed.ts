import { nameOf } from "../../pulumi/names";
import type { Project } from "../project";
import type { StackAccount } from "./account";
import type { Options } from "./declaration";
import type { NamedObject } from "./objects";
import { checkPreview } from "./preview-result";
import { typescriptProgram } from "./typescript";
import { yamlEntries } from "./yaml";

interface Surroundings {
  isYaml: boolean;
  project: Project;
  account: StackAccount;
}

/** What declares the imported objects: a program, or entries of a stack file. */
export class Printed {
  readonly text: string;
  /** Where the user adds it. */
  readonly place: "program" | "stack file";

  constructor(
    private readonly objects: readonly NamedObject[],
    private readonly surroundings: Surroundings,
  ) {
    const { isYaml, project, account } = surroundings;
    // A stack file has the resources of a class in one namespace: that of the package, or that of the project.
    const namespaceOf = (kind: string) =>
      `${project.name}:${kind}` in account.config ? project.name : "cloudplatform";
    this.place = isYaml ? "stack file" : "program";
    this.text = isYaml
      ? yamlEntries(objects, namespaceOf, this.options)
      : typescriptProgram(objects, this.options);
  }

  /** Throws if a preview shows a change of the imported objects. */
  async checkPreview(): Promise<void> {
    const { isYaml, account } = this.surroundings;
    // Loads Pulumi's SDK, with the classes of the resources. The other commands do without it.
    const { previewEntries, previewStatements } = require("./preview") as typeof import("./preview");
    const output = isYaml
      ? await previewEntries(this.text, account)
      : await previewStatements(this.objects, this.options, account);
    if (output) checkPreview(output, this.objects, account.parent);
  }

  private get options(): Options {
    const { provider, parent } = this.surroundings.account;
    return { provider: provider && nameOf(provider.urn), parent: parent && nameOf(parent) };
  }
}
