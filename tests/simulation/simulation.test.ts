import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { FACTS } from "./facts";
import { type Choice, live } from "./history";
import regressions from "./regressions.json";

const ROOT = join(__dirname, "../..");
const MUTATIONS = join(__dirname, "mutations");

async function brokenBy(choice: Choice): Promise<string> {
  const { violations, story } = await live(choice);
  return violations.length > 0 ? story.join("\n") : "";
}

describe("a random history in the simulated world", () => {
  test.each(Array.from({ length: 12 }, (_, part) => part))("breaks no promise (part %d)", async (part) => {
    for (let seed = 0; seed < 12; seed++) expect(await brokenBy({ seed: `test ${part} ${seed}` })).toBe("");
  });

  test("is the same each time, byte for byte", async () => {
    const [one, other] = [await live({ seed: "same" }), await live({ seed: "same" })];
    expect(one.story.length).toBeGreaterThan(20);
    expect(one.story).toEqual(other.story);
  });

  test.each(regressions as Choice[])("does not break again: $seed", async (choice) => {
    expect(await brokenBy(choice)).toBe("");
  });
});

test.each(readdirSync(MUTATIONS))("the defect %s can still be planted", (name) => {
  execFileSync("git", ["apply", "--check", join(MUTATIONS, name)], { cwd: ROOT, stdio: "pipe" });
});

test.each(FACTS)(
  "the model of the engine stands for a fact that the real CLI shows: %s",
  (_, file, title) => {
    expect(readFileSync(join(ROOT, file), "utf8")).toContain(title);
  },
);
