import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import Ajv from "ajv";
import { failing, root } from "../support/command";
import { useDeployment } from "../support/deployment";
import { packageCommand } from "../support/package-command";

// `preflight --sarif FILE`, through the real CLI.

const { platform, stack } = useDeployment({ taskTime: 0 }, { ownProcess: true });
const inTools = createRequire(join(root, "tests", "tools", "package.json"));

/** Problems of a file by the schema of SARIF. */
function problemsOf(file: string): unknown {
  const schema = readFileSync(inTools.resolve("schemastore/schemas/json/sarif-2.1.0.json"), "utf8");
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false, unicodeRegExp: false });
  const validate = ajv.compile(JSON.parse(schema));
  validate(JSON.parse(readFileSync(file, "utf8")));
  return validate.errors;
}

const preflight = (...args: string[]) => packageCommand(stack, ["preflight", ...args]);

test("the findings of a preview are in a valid file, with the lines that declare the resources", async () => {
  platform.routers.add({ projectId: 1, regionId: 2, name: "edge" });
  stack.program('new cloudplatform.Router("edge", { projectId: 1, regionId: 2, name: "edge" });');
  const file = join(stack.folder, "report.sarif");
  await failing(preflight("--sarif", file));
  expect(problemsOf(file)).toBeNull();
  const [run] = JSON.parse(readFileSync(file, "utf8")).runs;
  expect(run.invocations).toEqual([{ executionSuccessful: true }]);
  const [{ ruleId, level, locations }] = run.results;
  expect([ruleId, level]).toEqual(["router-exists", "error"]);
  const { artifactLocation, region } = locations[0].physicalLocation;
  const line = readFileSync(join(stack.folder, artifactLocation.uri), "utf8").split("\n")[
    region.startLine - 1
  ];
  expect(line).toContain('new cloudplatform.Router("edge"');
});

test("after a preview that fails, the file says so", async () => {
  stack.program('throw new Error("no program");');
  const file = join(stack.folder, "failed.sarif");
  await failing(preflight("--sarif", file));
  expect(problemsOf(file)).toBeNull();
  expect(JSON.parse(readFileSync(file, "utf8")).runs[0].invocations).toEqual([
    { executionSuccessful: false },
  ]);
});

test("a file that cannot be written is one sentence, before the preview", async () => {
  const file = join(stack.folder, "missing", "report.sarif");
  const { stderr } = await failing(preflight("--sarif", file));
  expect(stderr).toContain(file);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(existsSync(file)).toBe(false);
});
