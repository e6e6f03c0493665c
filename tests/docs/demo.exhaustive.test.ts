import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { projectEnv, root, run } from "../support/command";

// The demo that README.md names.

test("npm run demo takes a router from creation to deletion, and finds drift", async () => {
  const script = join("scripts", "demo.mjs");
  const { stdout } = await run("node", [script], { cwd: root, env: await projectEnv() });
  expect(stdout).toContain("$ pulumi refresh --preview-only --diff --expect-no-changes");
  expect(stdout).toContain("POST   /cloud/v1/routers/{project_id}/{region_id}");
  expect(stdout).toContain("DELETE /cloud/v1/routers/{project_id}/{region_id}/{router_id}");
  expect(stdout.trimEnd().endsWith("No router is left.")).toBe(true);
}, 300_000);
