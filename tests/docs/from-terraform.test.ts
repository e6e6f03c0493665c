import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { TERRAFORM_TYPES } from "../../sdk/src/cli/import/terraform";
import { root } from "../support/command";

const docs = join(root, "docs");

test("the pages about Terraform have all types that the command import knows, with the attributes of their ids", () => {
  const pages = readdirSync(docs).filter((name) => name.startsWith("from-terraform"));
  const text = pages.map((name) => readFileSync(join(docs, name), "utf8")).join("\n");
  for (const [name, { type, attributes }] of Object.entries(TERRAFORM_TYPES)) {
    const row = text
      .split("\n")
      .find((line) => line.startsWith("|") && line.includes(`\`<provider>_${name}\``));
    expect(row).toContain(`[\`${type}\`]`);
    expect(row).toContain(`| ${attributes.map((attribute) => `\`${attribute}\``).join(", ")} |`);
  }
});
