import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "../../sdk/src";
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

const { closeLater } = useCleanup();
const folder = useTemporaryFolder();
test("each run of a process has a name of its own in the log", async () => {
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
});
