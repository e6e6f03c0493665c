import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "@jest/globals";
import { closeAll, start } from "../../../simulator/testing/client";
import { root } from "../../support/command";

afterEach(closeAll);

const folder = join(root, "simulator", "page");
const addressOf = (file: string) => (file === "index.html" ? "/" : `/_simulator/page/${file}`);

describe.each(readdirSync(folder))("%s", (file) => {
  test("the page is served without a key or a token, with the headers that protect it", async () => {
    const { sim } = await start({ controlToken: "a-long-token" });
    const response = await fetch(`${sim.url}${addressOf(file)}`);
    expect([response.status, await response.text()]).toEqual([200, readFileSync(join(folder, file), "utf8")]);
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'");
    expect(policy).not.toContain("unsafe");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("content-type")).toMatch(/^text\/(html|css|javascript); charset=utf-8$/);
    expect(sim.requests).toEqual([]);
  });

  test("the page loads nothing from other servers, and inserts no text as markup", () => {
    const text = readFileSync(join(folder, file), "utf8");
    expect(text).not.toMatch(/https?:|\/\/[\w-]+\.\w/);
    expect(text).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function/);
    expect(text).not.toMatch(/\son\w+="|style="|<style|<script>/);
    for (const [, address = ""] of text.matchAll(/(?:src|href)="(\/_simulator[^"]+)"/g)) {
      expect(readdirSync(folder).map(addressOf)).toContain(address);
    }
  });
});

test("no other file of the package is served", async () => {
  const { sim } = await start();
  for (const path of [
    "/_simulator/page/../package.json",
    "/_simulator/page/%2e%2e%2fpackage.json",
    "/_simulator/page/x",
  ]) {
    expect((await fetch(`${sim.url}${path}`)).status).toBe(404);
  }
});
