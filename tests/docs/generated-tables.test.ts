import { describe, test } from "@jest/globals";
import { LOWEST_CLI } from "../../sdk/src/cli/pulumi";
import { COMBINATIONS } from "../compatibility/combinations";
import { NODE, SDK, TYPESCRIPT } from "../compatibility/versions";
import { expectPart, tableOf } from "../support/docs-page";
import { NEWEST_CLI, OLDEST_CLI } from "../support/pinned-cli";
import { type Removal, removalOf, removals } from "../support/removal";
import { type Adoption, RESOURCES, type Resource } from "../support/resource-fixtures";

// Tables of pages, from the data of other suites. `UPDATE_DOCS=1 npx jest tests/docs/generated-tables` writes them.

// tests/compatibility runs each row.
describe("docs/compatibility.md has the tables of", () => {
  const PAGE = "compatibility.md";

  test("the oldest and the newest versions", () => {
    const head = ["Program", "Oldest supported", "Oldest in CI", "Newest in CI"];
    const rows = [
      ["`@pulumi/pulumi`", SDK.oldest, SDK.oldest, SDK.newest],
      ["Pulumi CLI", LOWEST_CLI, OLDEST_CLI, NEWEST_CLI],
      ["Node", NODE.oldest, NODE.oldest, NODE.newest],
      ["TypeScript", "5", TYPESCRIPT["5"], TYPESCRIPT["6"]],
    ];
    expectPart(PAGE, "versions", tableOf([head, ...rows]));
  });

  test("the combinations that work, and those that do not", () => {
    const works = COMBINATIONS.filter(({ error }) => error === undefined);
    const head = ["Combination", "What to set"];
    const rows = works.map(({ what, set = "" }) => [what, set]);
    expectPart(PAGE, "works", tableOf([head, ...rows]));
    const fails = COMBINATIONS.flatMap(({ what, error, set = "" }) =>
      error === undefined ? [] : [[what, `\`${error}\``, set]],
    );
    expectPart(PAGE, "fails", tableOf([["Combination", "Error", "What to do"], ...fails]));
  });
});

// tests/unit/resources.adoption.test.ts and resources.omitted.test.ts run each row.
describe("docs/concepts.md has the tables of", () => {
  const PAGE = "concepts.md";
  const linkTo = ({ name, folder }: Resource) => `[\`${name}\`](resources/${folder}.md)`;

  test("creations and deletions of objects that exist before the resource", () => {
    const rows = RESOURCES.flatMap((resource) =>
      resource.adoptions.map((adoption) => [
        linkTo(resource),
        adoption.what,
        CREATIONS[adoption.creation],
        deletionCell(adoption),
      ]),
    );
    const head = ["Resource", "If", "The creation", "Destroying the resource"];
    expectPart(PAGE, "adopted", tableOf([head, ...rows]));
  });

  test("inputs that are removed", () => {
    const rows = RESOURCES.flatMap((resource) =>
      [...new Set(removals(resource).map(({ input }) => input))].map((input) => [
        linkTo(resource),
        `\`${input}\``,
        removalCell(resource, input),
      ]),
    );
    expectPart(PAGE, "omitted", tableOf([["Resource", "Input", "If you remove the input"], ...rows]));
  });

  const CREATIONS: Record<Adoption["creation"], string> = {
    fails: "fails, and changes nothing",
    adopts: "adopts the object",
    "creates another": "creates a second object",
  };

  function deletionCell({ creation, deletion, deleting = "deletes the object" }: Adoption): string {
    if (creation === "fails") return "";
    if (creation === "creates another") return "deletes the second object, and leaves the first one";
    return deletion === "keeps" ? "leaves the object" : deleting;
  }

  function removalCell({ handler, inputs: { minimal } }: Resource, input: string): string {
    const textBeside = (more: object) => textOf(removalOf(handler, input, { ...minimal, ...more }));
    const exceptions = Object.entries(handler.properties)
      .filter(([name, { kind }]) => kind === "adopts" && textBeside({ [name]: "any" }) !== textBeside({}))
      .map(([name]) => `; with \`${name}\`: ${textBeside({ [name]: "any" })}`);
    return textBeside({}) + exceptions.join("");
  }

  const TEXTS = {
    "sends nothing": "nothing is sent",
    replaces: "the object is replaced",
    "generates a value": "the value goes back to the generated one",
  };

  function textOf(removal: Removal): string {
    return removal.does === "sets the default"
      ? `the value goes back to \`${JSON.stringify(removal.value)}\``
      : TEXTS[removal.does];
  }
});
