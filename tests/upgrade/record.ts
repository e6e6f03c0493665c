import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "@jest/globals";
import { root } from "../support/command";
import { installWith, pack } from "../support/packed-package";
import { ADMIN_KEY, KEY, startPlatform } from "../support/platform";
import { RESOURCES } from "../support/resource-fixtures";
import { Stack } from "../support/stack";
import { writeProgram } from "./programs";

// Not a test: writes states/<version>.json with the packed package when a version is released. See README.md.

const { version } = JSON.parse(readFileSync(join(root, "sdk", "package.json"), "utf8")) as {
  version: string;
};

test("record", async () => {
  const platform = await startPlatform({ adminKeys: [ADMIN_KEY], taskTime: 0 });
  const stack = await Stack.create({ installs: true });
  try {
    const adopted = RESOURCES.map(({ upgrade }) => upgrade.prepare?.(platform));
    await stack.configure({
      config: Object.assign({ "cloudplatform:baseUrl": platform.url }, ...adopted),
      secrets: { "cloudplatform:apiKey": KEY, adminKey: ADMIN_KEY },
    });
    await installWith(stack, await pack(stack.folder), "@pulumi/pulumi", "typescript@6");
    writeProgram(stack, RESOURCES);
    await stack.up();
    const saved = Object.assign({}, ...RESOURCES.map(({ upgrade }) => upgrade.save?.(platform)));
    const state = (await stack.export()).replaceAll(platform.url, "http://127.0.0.1:1");
    writeFileSync(
      join(__dirname, "states", `${version}.json`),
      `${JSON.stringify({ platform: saved, state: JSON.parse(state) }, undefined, 2)}\n`,
    );
  } finally {
    await platform.close();
    stack.remove();
  }
}, 600_000);
