import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { root } from "../support/command";

// A source file and its tests have the same name: `unit/platform/http/retry.test.ts` tests `sdk/src/platform/http/retry.ts`, and
// `retry.signals.test.ts` would test one topic of it. A name without a file is that of a folder:
// `unit/resources.inputs.test.ts` tests all of `sdk/src/resources/`.

/** Folders of tests, and the sources that they mirror. */
const MIRRORS = { unit: join("sdk", "src"), simulator: join("simulator", "src") };

const subjects = Object.entries(MIRRORS).flatMap(([folder, sources]) =>
  readdirSync(join(root, "tests", folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts") && file !== "mirror.test.ts")
    .map((file) => ({
      file: join("tests", folder, file),
      source: join(sources, file.replace(/(\.[\w-]+)?(\.exhaustive)?\.test\.ts$/, "")),
    })),
);

test.each(subjects)("$file is named after $source", ({ source }) => {
  const path = join(root, source);
  expect(existsSync(`${path}.ts`) || existsSync(path)).toBe(true);
});

const areas = readdirSync(join(root, "simulator", "src", "areas"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

test.each(areas)("simulator/src/areas/%s has tests", (area) => {
  expect(readdirSync(join(root, "tests", "simulator", "areas"))).toContain(`${area}.test.ts`);
});
