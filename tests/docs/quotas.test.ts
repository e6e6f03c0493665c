import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { GLOBAL_LIMITS, REGIONAL_LIMITS } from "../../sdk/src/platform/api/quota-names";

// The pages of the two quota resources match the code.

const ROOT = resolve(__dirname, "../..");
const SOURCES = join(ROOT, "sdk/src");
const REQUEST_PAGE = page("quota-limit-request");
const THRESHOLD_PAGE = page("quota-notification-threshold");

function page(name: string): string {
  return readFileSync(join(ROOT, `docs/resources/${name}.md`), "utf8");
}

/** The rows of the first table after a heading, without its head. */
function tableUnder(heading: string, text: string): string[][] {
  const section = text.split(`\n${heading}\n`)[1] ?? "";
  const rows = /(?:^\|.*\n?)+/m.exec(section)?.[0].trim().split("\n") ?? [];
  return rows.slice(2).map((row) => row.slice(2, -2).split(" | "));
}

const plain = (cell = "") => cell.replaceAll("`", "");

describe("the table of limits", () => {
  const rows = {
    global: tableUnder("### Global limits", REQUEST_PAGE),
    regional: tableUnder("### Regional limits", REQUEST_PAGE),
  };

  test("has every name with the platform's name, and no other", () => {
    const named = (table: string[][]) => table.map(([ours, theirs]) => [plain(ours), plain(theirs)]);
    expect(named(rows.global)).toEqual(Object.entries(GLOBAL_LIMITS));
    expect(named(rows.regional)).toEqual(Object.entries(REGIONAL_LIMITS));
  });

  test("has the same description and unit as the doc comment", () => {
    const types = readFileSync(join(SOURCES, "platform/api/quota-names.ts"), "utf8");
    const ofTypes = [...types.matchAll(/\/\*\* (.+)\. Unit: (?:a )?(.+)\. \*\/\s+(\w+):/g)];
    const documented = ofTypes.map(([, what, unit, name]) => [name, what, unit]);
    const all = [...rows.global, ...rows.regional];
    expect(all.map(([name, , what, unit]) => [plain(name), what, unit])).toEqual(documented);
  });
});

/** The source code of the package as one text. */
function code(): string {
  const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(join(SOURCES, file), "utf8"))
    .join("\n");
}

describe.each([
  { name: "QuotaLimitRequest", text: REQUEST_PAGE, least: 14 },
  { name: "QuotaNotificationThreshold", text: THRESHOLD_PAGE, least: 3 },
])("the messages that the page of $name quotes", ({ text, least }) => {
  const [, errors = ""] = text.split("\n## Errors\n");
  const [section = ""] = errors.split("\n## ");
  const quoted = [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, message = ""]) => message);

  test("are parts of messages in the code", () => {
    expect(quoted.length).toBeGreaterThanOrEqual(least);
    const own = code();
    const parts = quoted.flatMap((message) => message.split(/…|\d+|[,:;()"]/).map((part) => part.trim()));
    expect(parts.filter((part) => !own.includes(part))).toEqual([]);
  });
});
