import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { parse, parseAllDocuments } from "yaml";
import { root } from "../support/command";
import { useDeployment } from "../support/deployment";
import { changes, KEY } from "../support/platform";
import { counts, type Stack } from "../support/stack";

// Configuration that another tool gives to a stack: the Kubernetes operator of Pulumi, and an environment of Pulumi ESC. Both are
// services that cannot run here. The configuration of the examples does, with the command of the CLI that sets structured values.

type Values = Record<string, unknown>;

const read = (...path: string[]) => readFileSync(join(root, ...path), "utf8");

async function give(stack: Stack, values: Values): Promise<void> {
  const entries = Object.entries(values).map(([key, value]) => [
    key,
    typeof value === "string"
      ? { value, secret: false }
      : { value: JSON.stringify(value), objectValue: value, secret: false },
  ]);
  await stack.pulumi("config", "set-all", "--json", JSON.stringify(Object.fromEntries(entries)));
}

describe("spec.config of the Stack objects in examples/gitops/operator", () => {
  const { platform, stack } = useDeployment();
  const configOf = (file: string): Values => {
    const manifests = parseAllDocuments(read("examples", "gitops", "operator", file)).map((one) =>
      one.toJS(),
    );
    const { config } = manifests.find(({ kind }) => kind === "Stack").spec;
    return { ...config, "cloudplatform:baseUrl": platform.url };
  };

  test("deploys its routers", async () => {
    stack.write("index.js", 'module.exports = require("pulumi-cloudplatform/stack");\n');
    await give(stack, configOf("declarative.yaml"));
    expect(counts(await stack.up())).toEqual({ created: 3 });
    expect(
      platform.routers
        .all()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(["production-branch", "production-edge"]);
  });

  test("of the preview shows the proposed change, and changes nothing", async () => {
    await give(stack, configOf("declarative-preview.yaml"));
    const preview = await stack.preview("--diff");
    expect(counts(preview)).toEqual({ "to update": 1, unchanged: 2 });
    expect(preview.output).toContain("192.168.7.0/24");
    expect(changes(platform)).toEqual([]);
  });
});

describe("the environment of Pulumi ESC in docs/configuration.md", () => {
  const [, block = ""] = /```yaml\n(values:\n.*?)```/s.exec(read("docs", "configuration.md")) ?? [];
  const { pulumiConfig, environmentVariables } = parse(block).values;
  const { platform, stack } = useDeployment({}, { env: { CLOUDPLATFORM_API_KEY: KEY } });

  test("configures the stack, and its variable has the key", async () => {
    expect(Object.keys(environmentVariables)).toEqual(["CLOUDPLATFORM_API_KEY"]);
    await stack.pulumi("config", "rm", "cloudplatform:apiKey");
    await give(stack, { ...pulumiConfig, "cloudplatform:baseUrl": platform.url });
    stack.program('new cloudplatform.Router("edge", { projectId: 1, regionId: 2, name: "edge" });');
    expect(counts(await stack.up())).toEqual({ created: 2 });
    expect(readFileSync(stack.stateFile, "utf8")).not.toContain(KEY);
  });
});
