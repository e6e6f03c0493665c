import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { htmlOf } from "../../../../../sdk/src/cli/log/html/html";
import { runDataOf } from "../../../../../sdk/src/cli/log/html/run-data";
import type { LogEvent } from "../../../../../sdk/src/log/events";
import { at, request, startEvent, urnOf } from "../../../../support/generated-log";
import { HOSTILE, hostileParts } from "../../../../support/hostile-text";
import { loggedRun } from "../../../../support/logged-run";
import { operation } from "../operation";

// html.browser.exhaustive.test.ts opens the page in a browser.

const MARKUP = `</script><script>alert(1)</script><!--<script>]]></title><img src=x onerror=alert(1)>"'&$&`;

const pageOf = async (text: string) =>
  htmlOf(
    runDataOf(
      await loggedRun([
        { ...startEvent, stack: text } as LogEvent,
        request(50, { operationId: 1, method: text, path: text, code: text, error: text, requestId: text }),
        {
          ...at(60),
          event: "task",
          id: text,
          type: text,
          state: text,
          ageMs: 5,
          urns: [urnOf("Router", text)],
        },
        operation(150, {
          ...{ type: text, urn: urnOf("Router", text), id: text },
          ...{ outcome: "failed", code: text, message: text },
        }),
      ]),
    ),
  );

let page = "";
beforeAll(async () => {
  page = await pageOf(MARKUP);
});

const contents = (tag: string) => [...page.matchAll(new RegExp(`<${tag}\\b[^>]*>(.*?)</${tag}>`, "gs"))];

describe("the page", () => {
  test("has two scripts, the data and its own, whatever the log contains", () => {
    expect(page.match(/<script\b[^>]*>/g)).toEqual([
      '<script id="data" type="application/json">',
      "<script>",
    ]);
    expect(page).not.toContain("<img");
    const [data = []] = contents("script");
    expect(JSON.parse(data[1] ?? "")).toMatchObject({
      title: expect.stringContaining(MARKUP),
      rows: [{ name: MARKUP }],
    });
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

  test("has no characters that a reader would take for something else", async () => {
    const hostile = await pageOf(HOSTILE);
    const [, title = ""] = /<title>(.*?)<\/title>/s.exec(hostile) ?? [];
    expect(hostileParts(title).filter((part) => part.startsWith('"'))).toEqual([]);
    const data = /<script id="data"[^>]*>(.*?)<\/script>/s.exec(hostile)?.[1] ?? "";
    const texts = data.match(/"(\\.|[^"\\])*"/g) ?? [];
    const parts = texts.flatMap((text) => hostileParts(JSON.parse(text)));
    expect(parts.filter((part) => part.startsWith('"'))).toEqual([]);
    expect(data).toContain("owned");
  });
});
