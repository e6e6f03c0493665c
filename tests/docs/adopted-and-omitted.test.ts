import { expect, test } from "@jest/globals";
import type { AnyProperties } from "../../sdk/src/lifecycle/properties";
import type { JsonObject } from "../../sdk/src/util/json";
import { expectPart, tableOf } from "../support/docs-page";
import { type Removal, removalOf, removals } from "../support/removal";
import { type Adoption, RESOURCES, type Resource } from "../support/resource-fixtures";

// The tables of docs/adopted-and-omitted.md. tests/unit/resources.adoption.test.ts and resources.omitted.test.ts
// check their content against the platform.

const PAGE = "adopted-and-omitted.md";

test("how a creation and a deletion handle an existing object", () => {
  const rows = RESOURCES.flatMap((resource) =>
    resource.adoptions.map((adoption) => [
      linkTo(resource),
      adoption.what,
      CREATIONS[adoption.creation],
      deletionCell(adoption),
    ]),
  );
  expectPart(
    PAGE,
    "adopted",
    tableOf([["Resource", "If", "The creation", "Destroying the resource"], ...rows]),
  );
});

test("what removing an input changes", () => {
  const rows = RESOURCES.flatMap((resource) =>
    [...new Set(removals(resource).map(({ input }) => input))].map((input) => [
      linkTo(resource),
      `\`${input}\``,
      removalCell(resource, input),
    ]),
  );
  expectPart(PAGE, "omitted", tableOf([["Resource", "Input", "If you remove the input"], ...rows]));
});

test("the page names the inputs that keep an object", () => {
  const keeping = RESOURCES.flatMap(({ handler }) =>
    Object.entries(handler.properties as AnyProperties).flatMap(([name, { keepsObject }]) =>
      keepsObject ? [`${handler.type}.${name}`] : [],
    ),
  );
  expect(keeping).toEqual(["Router.routerId"]);
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
  const properties: AnyProperties = handler.properties;
  const textBeside = (more: JsonObject) => textOf(removalOf(handler, input, { ...minimal, ...more }));
  const text = textBeside({});
  const exceptions = Object.keys(properties)
    .filter((name) => properties[name]?.keepsObject && textBeside({ [name]: "any" }) !== text)
    .map((name) => `; with \`${name}\`: ${textBeside({ [name]: "any" })}`);
  return text + exceptions.join("");
}

function textOf(removal: Removal): string {
  switch (removal.does) {
    case "sends nothing":
      return "nothing is sent";
    case "replaces":
      return "the object is replaced";
    case "generates a value":
      return "the value goes back to the generated one";
    case "sets the default":
      return `the value goes back to \`${JSON.stringify(removal.value)}\``;
  }
}

function linkTo({ name, folder }: Resource): string {
  return `[\`${name}\`](resources/${folder}.md)`;
}
