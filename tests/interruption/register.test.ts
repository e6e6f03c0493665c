import { readdirSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { casesOf, momentOf, TARGETS } from "../support/interruption";
import { RESOURCES } from "../support/resource-fixtures";

const ALL = RESOURCES.flatMap(({ interruptions }) => interruptions);

// A file for each resource lets jest run them side by side.
test.each(RESOURCES)("$name has a file that runs its interruptions", ({ folder }) => {
  expect(readdirSync(__dirname)).toContain(`${folder}.test.ts`);
});

test.each(TARGETS)("the sample of npm test has every moment of a kill where %s is killed", (target) => {
  const cases = ALL.flatMap((interruptions) => casesOf(interruptions, (isSampled) => isSampled));
  const points = cases.filter((one) => one.target === target).flatMap((one) => one.points);
  expect([...new Set(points.map(momentOf))].sort()).toEqual(["after", "answered", "before", "waiting for"]);
});

test("the sample and the rest together have every run with two targets", () => {
  for (const interruptions of ALL) {
    const cases = casesOf(interruptions, () => true);
    const targets = Map.groupBy(cases, ({ action }) => action);
    expect([...targets.keys()]).toEqual(interruptions.runs.map(({ action }) => action));
    for (const ofRun of targets.values())
      expect(new Set(ofRun.map(({ target }) => target)).size).toBe(Math.min(2, TARGETS.length));
  }
});
