import { expect, test } from "@jest/globals";
import { runCommand } from "../../../support/run-command";

// tests/engine/validate.test.ts has the exit codes, and the files that the CLI writes.

const PROJECT = "name: demo\nruntime: nodejs\n";

/** Runs the command in a project with these files, without the Pulumi CLI. */
const validate = (files: Record<string, string>, ...args: string[]) =>
  runCommand(["validate", ...args], { cli: undefined, files: { "Pulumi.yaml": PROJECT, ...files } });

const EDGE =
  "config:\n  cloudplatform:routers:\n    edge: { projectId: 1, regionId: 2, name: edge-router }\n";
const NOT_CHECKED = "Not checked: encrypted values, values of outputs, and the objects at the platform.";
const VALID = `Pulumi.dev.yaml is valid: routers (1). ${NOT_CHECKED}\n`;
const EMPTY = "Pulumi.dev.yaml is valid, and declares no resources of this package.\n";
const INVALID = "Pulumi.dev.yaml is invalid [stack-file-invalid]:\n";

test.each<[what: string, text: string, printed: string]>([
  [
    "the number of entries of each kind",
    `${EDGE}    branch: { projectId: 1, regionId: 2 }
  demo:edgeGroupMemberships: { partner: { groupId: 1, clientId: 2 } }
  cloudplatform:quotaLimitRequests: { secure: v1:abc }
`,
    `Pulumi.dev.yaml is valid: edgeGroupMemberships (1), quotaLimitRequests (encrypted), routers (2). ${NOT_CHECKED}\n`,
  ],
  ["that an empty file declares no resources", "", EMPTY],
  [
    "every problem under its place, and no secret",
    `config:
  cloudplatform:apiKey: { secure: v1:ciphertext }
  cloudplatform:ruters: {}
  cloudplatform:routers:
    edge: { projectId: 1, regoinId: 2, name: { secure: v1:ciphertext }, routs: [] }
    branch: { projectId: 1, regionId: 2, options: { dependsOn: [routers.egde] } }
`,
    `${INVALID}- cloudplatform:ruters is neither a kind of resource nor a setting; did you mean "routers"?
- routers.edge.regionId is required, and must be the number of a region: a whole number
- routers.edge.regoinId is not a property of this resource; did you mean "regionId"?
- routers.edge.routs is not a property of this resource; did you mean "routes"?
- routers.branch.options.dependsOn[0] refers to "routers.egde", which is not declared; did you mean "routers.edge"?
`,
  ],
  [
    "that a file has no configuration",
    "- 1",
    `${INVALID}- The file has no object "config", as the stack files of Pulumi have.\n`,
  ],
])("prints %s", async (_, text, printed) => {
  expect(await validate({ "Pulumi.dev.yaml": text })).toBe(printed);
});

test.each<[what: string, files: Record<string, string>, args: string[], printed: string]>([
  ["of the stack", { "Pulumi.dev.yaml": EDGE, "Pulumi.prod.yaml": "config: [" }, ["--stack", "dev"], VALID],
  [
    "of the stack with its full name",
    { "Pulumi.dev.yaml": EDGE, "Pulumi.prod.yaml": "config: [" },
    ["--stack", "organization/demo/dev"],
    VALID,
  ],
  [
    "of the arguments, which belongs to the project of its folder",
    {
      "other/Pulumi.yaml": "name: other\n",
      "other/Pulumi.dev.yml": EDGE.replace("cloudplatform:", "other:"),
    },
    ["other/Pulumi.dev.yml"],
    `other/${VALID.replace("yaml", "yml")}`,
  ],
  [
    "in the folder that Pulumi.yaml names",
    { "Pulumi.yaml": `${PROJECT}stackConfigDir: stacks\n`, "stacks/Pulumi.dev.yaml": EDGE },
    [],
    `stacks/${VALID}`,
  ],
])("checks the file %s", async (_, files, args, printed) => {
  expect(await validate(files, ...args)).toBe(printed);
});

test.each<[text: string, expected: object]>([
  [EDGE, { isValid: true, problems: [], resources: { routers: 1 } }],
  [
    "config:\n  cloudplatform:ruters: {}\n",
    { isValid: false, problems: [expect.stringContaining('did you mean "routers"?')], resources: {} },
  ],
])("--json prints the same as an object: %j", async (text, expected) => {
  const output = await validate({ "Pulumi.dev.yaml": text }, "--json");
  expect(JSON.parse(output)).toEqual({ version: 1, file: "Pulumi.dev.yaml", warnings: [], ...expected });
});
