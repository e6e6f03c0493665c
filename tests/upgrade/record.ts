import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "@jest/globals";
import { root } from "../support/command";
import { installWith, pack } from "../support/packed-package";
import { ADMIN_KEY, KEY } from "../support/platform";
import { RESOURCES } from "../support/resource-fixtures";
import { Stack } from "../support/stack";
import { prepare, save, startEmpty } from "./platform";
import { writeProgram } from "./programs";

// Not a test: writes states/<version>.json with the packed package when a version is released. See README.md.

const { version } = JSON.parse(readFileSync(join(root, "sdk", "package.json"), "utf8")) as {
  version: string;
};

test("record", async () => {
  const platform = await startEmpty();
  const stack = await Stack.create({ installs: true });
  try {
    await stack.configure({
      config: { "cloudplatform:baseUrl": platform.url, ...prepare(platform) },
      secrets: { "cloudplatform:apiKey": KEY, adminKey: ADMIN_KEY },
    });
    await installWith(stack, await pack(stack.folder), "@pulumi/pulumi", "typescript@6");
    writeProgram(stack, RESOURCES);
    await stack.up();
    const state = (await stack.export()).replaceAll(platform.url, "http://127.0.0.1:1");
    writeFileSync(
      join(__dirname, "states", `${version}.json`),
      `${JSON.stringify({ platform: save(platform), state: JSON.parse(state) }, undefined, 2)}\n`,
    );
  } finally {
    await platform.close();
    stack.remove();
  }
}, 600_000);
