import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { main } from "../../../../sdk/src/cli/main";
import { printed } from "../../../support/printed";
import { useTemporaryFolder } from "../../../support/temporary-folder";

const folder = process.cwd();
const path = process.env.PATH;

// Before the temporary folder is removed: on Windows, the folder in which a process is cannot be removed.
afterEach(() => {
  process.chdir(folder);
  process.env.PATH = path;
});

const temporary = useTemporaryFolder();

beforeEach(() => {
  write("Pulumi.yaml", "name: demo\nruntime: nodejs\n");
  process.chdir(temporary.path);
  // Without the CLI.
  process.env.PATH = "/nowhere";
});

function write(file: string, text: string): void {
  mkdirSync(dirname(join(temporary.path, file)), { recursive: true });
  writeFileSync(join(temporary.path, file), text);
}

const validate = (...args: string[]) => printed(() => main(["validate", ...args]));

const EDGE =
  "config:\n  cloudplatform:routers:\n    edge: { projectId: 1, regionId: 2, name: edge-router }\n";
const NOT_CHECKED = "Not checked: encrypted values, values of outputs, and the objects at the platform.";
const VALID = `Pulumi.dev.yaml is valid: routers (1). ${NOT_CHECKED}\n`;

describe("a valid file", () => {
  test("prints one line with the number of entries of each kind", async () => {
    write(
      "Pulumi.dev.yaml",
      `${EDGE}    branch: { projectId: 1, regionId: 2 }
  demo:edgeGroupMemberships: { partner: { groupId: 1, clientId: 2 } }
  cloudplatform:quotaLimitRequests: { secure: v1:abc }
`,
    );
    expect(await validate()).toEqual({
      stdout: `Pulumi.dev.yaml is valid: edgeGroupMemberships (1), quotaLimitRequests (encrypted), routers (2). ${NOT_CHECKED}\n`,
      stderr: "",
      result: 0,
    });
  });

  test.each([
    ["an empty file", ""],
    ["other configuration", "config: { aws:region: eu-west-1, cloudplatform:maxRetries: 2 }"],
    ["empty kinds", "config: { cloudplatform:routers: {} }"],
  ])("%s declares no resources", async (_, text) => {
    write("Pulumi.dev.yaml", text);
    expect(await validate()).toEqual({
      stdout: "Pulumi.dev.yaml is valid, and declares no resources of this package.\n",
      stderr: "",
      result: 0,
    });
  });
});

describe("an invalid file", () => {
  test("prints every problem under its place, and no secret", async () => {
    write(
      "Pulumi.dev.yaml",
      `config:
  cloudplatform:apiKey: { secure: v1:ciphertext }
  cloudplatform:ruters: {}
  cloudplatform:routers:
    edge: { projectId: 1, regoinId: 2, name: { secure: v1:ciphertext }, routs: [] }
    branch: { projectId: 1, regionId: 2, options: { dependsOn: [routers.egde] } }
`,
    );
    expect(await validate()).toEqual({
      stdout: `Pulumi.dev.yaml is invalid [stack-file-invalid]:
- cloudplatform:ruters is neither a kind of resource nor a setting; did you mean "routers"?
- routers.edge.regionId is required, and must be the number of a region: a whole number
- routers.edge.regoinId is not a property of this resource; did you mean "regionId"?
- routers.edge.routs is not a property of this resource; did you mean "routes"?
- routers.branch.options.dependsOn[0] refers to "routers.egde", which is not declared; did you mean "routers.edge"?
`,
      stderr: "",
      result: 1,
    });
  });

  test("without configuration has one problem", async () => {
    write("Pulumi.dev.yaml", "- 1");
    const { stdout, result } = await validate();
    const problem = 'The file has no object "config", as the stack files of Pulumi have.';
    expect([stdout, result]).toEqual([`Pulumi.dev.yaml is invalid [stack-file-invalid]:\n- ${problem}\n`, 1]);
  });
});

describe("the file", () => {
  test.each([["dev"], ["organization/demo/dev"]])("may be that of the stack %s", async (stack) => {
    write("Pulumi.dev.yaml", EDGE);
    write("Pulumi.prod.yaml", "config: [");
    expect((await validate("--stack", stack)).stdout).toBe(VALID);
  });

  test("may be named, and belongs to the project of its folder", async () => {
    write("other/Pulumi.yaml", "name: other\n");
    write("other/Pulumi.dev.yml", EDGE.replace("cloudplatform:", "other:"));
    expect((await validate("other/Pulumi.dev.yml")).stdout).toContain(" is valid: routers (1). ");
  });

  test("is in the folder that Pulumi.yaml names", async () => {
    write("Pulumi.yaml", "name: demo\nstackConfigDir: stacks\n");
    write("stacks/Pulumi.dev.yaml", EDGE);
    expect((await validate()).stdout).toBe(`stacks/${VALID}`);
  });
});

test("a stack without a stack file is one sentence on stderr", async () => {
  write("Pulumi.dev.yaml", EDGE);
  write("Pulumi.prod.yaml", EDGE);
  expect(await validate("--stack", "staging")).toEqual({
    stdout: "",
    stderr:
      `pulumi-cloudplatform: the stack staging has no stack file in ${temporary.path} [no-stack-file]. ` +
      "Check the name of the stack, or name the file: validate FILE.\n",
    result: 1,
  });
});
