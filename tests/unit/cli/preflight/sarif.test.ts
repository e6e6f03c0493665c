import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "@jest/globals";
import { reportOf } from "../../../../sdk/src/cli/preflight/report";
import { sarifOf } from "../../../../sdk/src/cli/preflight/sarif";
import type { Finding } from "../../../../sdk/src/operation/finding";
import type { PreviewFindings } from "../../../../sdk/src/pulumi/files/preview-findings";
import { previewStep, type StepOptions, urnOf } from "../../../support/preview-step";
import { useTemporaryFolder } from "../../../support/temporary-folder";

// tests/engine/preflight-sarif.exhaustive.test.ts validates the file of a real run against the schema of SARIF.

const repository = useTemporaryFolder();
const projectFolder = () => join(repository.path, "stacks", "network");

beforeEach(() => {
  mkdirSync(join(repository.path, ".git"));
  mkdirSync(projectFolder(), { recursive: true });
});

const TAKEN: Finding = { level: "fails", code: "router-exists", text: "it exists\u202e" };

interface Result {
  ruleId: string;
  level: string;
  message: { text: string };
  locations: [
    {
      physicalLocation: {
        artifactLocation: { uri: string };
        region: { startLine: number; startColumn: number };
      };
    },
  ];
}

/** The result of a finding about one step: rule, level, text, and where it is shown. */
function resultOf(step: StepOptions, finding = TAKEN) {
  const found: PreviewFindings = {
    step: { urn: urnOf(step.name), operation: "create", findings: [finding] },
  };
  const { runs } = JSON.parse(sarifOf(projectFolder(), reportOf([previewStep(step)], [found])));
  return runs[0].results.map(
    ({ ruleId, level, message, locations: [{ physicalLocation: place }] }: Result) => [
      `${ruleId} ${level}`,
      message.text,
      `${place.artifactLocation.uri}:${place.region.startLine}:${place.region.startColumn}`,
    ],
  );
}

test("a finding is shown at the line that declares the resource, in the file of the repository", () => {
  const position = { file: "src/my routers.ts", line: 3, column: 7 };
  expect(resultOf({ name: "edge", position })).toEqual([
    ["router-exists error", "create Router edge: it exists ", "stacks/network/src/my%20routers.ts:3:7"],
  ]);
});

test.each<[Finding, string]>([
  [{ level: "note", text: "adopts it" }, "preflight-note note"],
  [{ level: "unchecked", text: "not asked" }, "preflight-unchecked warning"],
])("the finding %j has its own rule and level", (finding, expected) => {
  expect(resultOf({ name: "edge" }, finding)[0][0]).toBe(expected);
});

test("a step without a finding is no result", () => {
  expect(resultOf({ name: "edge" }, { level: "ok", text: "stays" })).toEqual([]);
});

test("a resource that no line of the program declares is shown in Pulumi.yaml", () => {
  const position = { file: "../node_modules/shared/index.js", line: 3, column: 7 };
  for (const step of [{ name: "edge" }, { name: "edge", position }])
    expect(resultOf(step)[0][2]).toBe("stacks/network/Pulumi.yaml:1:1");
});

const YAML = "resources:\n  other: { type: a }\n  edge:\n    type: cloudplatform:Router\n";

test("a resource of a YAML program is shown at its name", () => {
  writeFileSync(join(projectFolder(), "Pulumi.yaml"), `name: demo\nedge: 1\nruntime: yaml\n${YAML}`);
  expect(resultOf({ name: "edge" })[0][2]).toBe("stacks/network/Pulumi.yaml:6:3");
});

test("before there is a report, the file says that the command has not succeeded", () => {
  const [run] = JSON.parse(sarifOf(projectFolder())).runs;
  expect(run).toMatchObject({ invocations: [{ executionSuccessful: false }], results: [] });
});
