import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "@jest/globals";

test("package-lock.json names the packages for all platforms, or `npm ci` would refuse it", () => {
  const script = path.resolve(__dirname, "../../scripts/setup/complete-lock.mjs");
  const { status, stdout } = spawnSync(process.execPath, [script, "--check"], { encoding: "utf8" });
  expect({ status, missing: stdout }).toEqual({ status: 0, missing: "" });
});
