import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { parseAllDocuments } from "yaml";
import { root } from "../support/command";
import { useDeployment } from "../support/deployment";
import { changes } from "../support/platform";
import { counts } from "../support/stack";

// The Stack objects in examples/gitops/operator. The Kubernetes operator of Pulumi cannot run here. It gives their
// configuration to the stack with this command of the CLI, as environments of Pulumi ESC do.

const { platform, stack } = useDeployment();

async function give(file: string): Promise<void> {
  const text = readFileSync(join(root, "examples", "gitops", "operator", file), "utf8");
  const manifests = parseAllDocuments(text).map((one) => one.toJS());
  const { config } = manifests.find(({ kind }) => kind === "Stack").spec;
  const entries = Object.entries({ ...config, "cloudplatform:baseUrl": platform.url }).map(([key, given]) => {
    const isText = typeof given === "string";
    const value = isText ? { value: given } : { value: JSON.stringify(given), objectValue: given };
    return [key, { ...value, secret: false }];
  });
  await stack.pulumi("config", "set-all", "--json", JSON.stringify(Object.fromEntries(entries)));
}

test("spec.config deploys its routers, and that of the preview shows the proposed change", async () => {
  stack.write("index.js", 'module.exports = require("pulumi-cloudplatform/stack");\n');
  await give("declarative.yaml");
  expect(counts(await stack.up())).toEqual({ created: 3 });
  const names = platform.routers.all().map(({ name }) => name);
  expect(names.sort()).toEqual(["production-branch", "production-edge"]);
  platform.clearRequests();
  await give("declarative-preview.yaml");
  const preview = await stack.preview("--diff");
  expect(counts(preview)).toEqual({ "to update": 1, unchanged: 2 });
  expect(preview.output).toContain("192.168.7.0/24");
  expect(changes(platform)).toEqual([]);
});
