import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { areaOf } from "../../../../sdk/src/platform/evidence/areas";

// A resource of an area without a form never counts as deleted, and its resources stay in the state.
test("each area with deletable objects has a form of the 404 for an object that does not exist", () => {
  const folder = join(__dirname, "../../../../sdk/src/platform/api");
  const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8"));
  const paths = texts
    .filter((text) => text.includes('method: "DELETE"'))
    .flatMap((text) => [...text.matchAll(/`(\/\w+\/)[^`]*`|"(\/\w+\/)[^"]*"/g)])
    .map(([, one, other]) => one ?? other ?? "");
  expect(paths.length).toBeGreaterThan(2);
  for (const path of paths) expect(areaOf({ path })?.notFound).toBeDefined();
});
