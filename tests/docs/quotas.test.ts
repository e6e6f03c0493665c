import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { GLOBAL_LIMITS, REGIONAL_LIMITS } from "../../sdk/src/platform/api/quota-names";

// The names of quotas on the page of QuotaLimitRequest are those of the code.

const ROOT = resolve(__dirname, "../..");
const PAGE = readFileSync(join(ROOT, "docs/resources/quota-limit-request.md"), "utf8");

/** The rows of the first table after a heading, without its head. */
function tableUnder(heading: string): string[][] {
  const section = PAGE.split(`\n${heading}\n`)[1] ?? "";
  const rows = /(?:^\|.*\n?)+/m.exec(section)?.[0].trim().split("\n") ?? [];
  return rows.slice(2).map((row) => row.slice(2, -2).split(" | "));
}

const plain = (cell = "") => cell.replaceAll("`", "");

describe("the table of limits", () => {
  const rows = {
    global: tableUnder("### Global limits"),
    regional: tableUnder("### Regional limits"),
  };

  test("has every name with the platform's name, and no other", () => {
    const named = (table: string[][]) => table.map(([ours, theirs]) => [plain(ours), plain(theirs)]);
    expect(named(rows.global)).toEqual(Object.entries(GLOBAL_LIMITS));
    expect(named(rows.regional)).toEqual(Object.entries(REGIONAL_LIMITS));
  });

  test("has the same description and unit as the doc comment", () => {
    const types = readFileSync(join(ROOT, "sdk/src/platform/api/quota-names.ts"), "utf8");
    const ofTypes = [...types.matchAll(/\/\*\* (.+)\. Unit: (?:a )?(.+)\. \*\/\s+(\w+):/g)];
    const documented = ofTypes.map(([, what, unit, name]) => [name, what, unit]);
    const all = [...rows.global, ...rows.regional];
    expect(all.map(([name, , what, unit]) => [plain(name), what, unit])).toEqual(documented);
  });
});
