import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "../../sdk/src";
import { collectUntil } from "../support/garbage";
import { useCleanup } from "../support/handler-setup";
import { KEY, startPlatform } from "../support/platform";
import { useTemporaryFolder } from "../support/temporary-folder";
import { hideMocks, startEngine } from "./mocks";

// A process with the Automation API has many runs, each with an engine and a store of its own.

// Not in the types of the SDK.
const { withLocalStorage, getStore }: State = require("@pulumi/pulumi/runtime/state");

interface State {
  withLocalStorage<T>(work: () => T): T;
  getStore(): { settings: { options: { engineAddr?: string } } };
}

const { closeLater, closeAll } = useCleanup();
const folder = useTemporaryFolder();
const DESCRIPTORS = "/proc/self/fd";

/** How many open files of this process are this one. */
function descriptorsOf(file: string): number {
  const isFile = (descriptor: string) => {
    try {
      return readlinkSync(join(DESCRIPTORS, descriptor)) === file;
    } catch {
      // That of the list itself.
      return false;
    }
  };
  return readdirSync(DESCRIPTORS).filter(isFile).length;
}

const onLinux = existsSync(DESCRIPTORS) ? test : test.skip;

onLinux("the accounts of a run, and its open log, end with the run (only on Linux)", async () => {
  const platform = closeLater(await startPlatform());
  const logFile = join(folder.path, "runs.jsonl");
  const run = async (port: number) => {
    getStore().settings.options.engineAddr = `127.0.0.1:${port}`;
    await startEngine();
    hideMocks();
    const settings = { apiKey: KEY, baseUrl: platform.url, logFile };
    pulumi.runtime.setAllConfig(
      Object.fromEntries(Object.entries(settings).map(([key, value]) => [`cloudplatform:${key}`, value])),
    );
    await cloudplatform.getAiTasks({});
  };
  for (let port = 1; port <= 10; port++) await withLocalStorage(() => run(port));
  const runs = readFileSync(logFile, "utf8").match(/"run":"\w+"/g);
  expect(new Set(runs).size).toBe(10);
  // An open connection belongs to the run that has opened it.
  await closeAll();
  // The store of the last run may still be in use.
  await collectUntil(() => descriptorsOf(logFile) <= 1);
  expect(descriptorsOf(logFile)).toBeLessThanOrEqual(1);
});
