import { createHash } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { htmlOf } from "../../../../sdk/src/cli/log/html";
import { runDataOf } from "../../../../sdk/src/cli/log/run-data";
import { startEvent, urnOf } from "../../../support/generated-log";
import { operation } from "./operation";

// html.browser.exhaustive.test.ts opens the page in a browser.

const HOSTILE = `</script><script>alert(1)</script><!--<script>]]></title><img src=x onerror=alert(1)>"'&$&`;

const page = htmlOf(
  runDataOf([
    { ...startEvent, stack: HOSTILE } as typeof startEvent,
    operation(150, { type: HOSTILE, urn: urnOf("Router", HOSTILE), outcome: "failed", message: HOSTILE }),
  ]),
);
const contents = (tag: string) => [...page.matchAll(new RegExp(`<${tag}\\b[^>]*>(.*?)</${tag}>`, "gs"))];

describe("the page", () => {
  test("has two scripts, the data and its own, whatever the log contains", () => {
    expect(page.match(/<script\b[^>]*>/g)).toEqual([
      '<script id="data" type="application/json">',
      "<script>",
    ]);
    expect(page).not.toContain("<img");
    const [data = []] = contents("script");
    expect(JSON.parse(data[1] ?? "").title).toContain(HOSTILE);
    expect(contents("title")).toHaveLength(1);
  });

  test("allows only its own script and style, and loads nothing", () => {
    const hash = (text = "") => createHash("sha256").update(text).digest("base64");
    const [script, style] = [contents("script")[1]?.[1], contents("style")[0]?.[1]];
    expect(page).toContain(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-${hash(script)}'; ` +
        `style-src 'sha256-${hash(style)}'; img-src data:; base-uri 'none'; form-action 'none'">`,
    );
    expect(page).not.toMatch(/(src|href)="(?!data:)/);
    expect(page).not.toMatch(/ on\w+="/);
  });
});
