import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { root } from "../support/command";
import { COMMANDS, descriptionOf, linesOf, problemsOf } from "./recorded";

// The recording of a terminal in README.md. recording.exhaustive.test.ts records it again, and looks at it in a browser.

const file = (theme: string) => join(root, "docs", "recording", `${theme}.svg`);
const readme = readFileSync(join(root, "README.md"), "utf8");

test.each(["light", "dark"])(
  "the %s recording has the story, and no script and nothing of a machine",
  (theme) => {
    expect(problemsOf(file(theme))).toEqual([]);
    const lines = linesOf(file(theme));
    expect(COMMANDS.filter((command) => !lines.includes(`$ ${command}`))).toEqual([]);
    expect(lines).toContainEqual(
      expect.stringMatching(/^router [\da-f-]{36}, which an earlier run created, is used: /),
    );
  },
);

test("the light and the dark recording have the same text", () => {
  expect(linesOf(file("dark"))).toEqual(linesOf(file("light")));
});

test("README.md shows the recording in the colours of the reader, with its description", () => {
  expect(readme).toContain('media="(prefers-color-scheme: dark)" srcset="docs/recording/dark.svg"');
  expect(readme).toContain(`src="docs/recording/light.svg" alt="${descriptionOf(file("light"))}"`);
});

test("README.md has at most 150 lines", () => {
  expect(readme.trimEnd().split("\n").length).toBeLessThanOrEqual(150);
});
