import { describe, expect, test } from "@jest/globals";
import { parsePreview } from "../../../../sdk/src/cli/preflight/preview";

// The output of `pulumi preview --json`, as CLI 3.259 writes it.

const STACK = "urn:pulumi:dev::demo::pulumi:pulumi:Stack::demo-dev";
const TOKEN = "pulumi-nodejs:dynamic/cloudplatform:Router";
const EDGE = `urn:pulumi:dev::demo::${TOKEN}::edge`;
const PROVIDER = "urn:pulumi:dev::demo::pulumi:providers:pulumi-nodejs::second";
const BUCKET = "urn:pulumi:dev::demo::aws:s3/bucket:Bucket::logs";

const text = (content: object) => JSON.stringify(content);

test("reads the steps of this package and of others, with what each one needs", () => {
  const state = {
    type: TOKEN,
    inputs: { name: "edge" },
    parent: STACK,
    provider: `${PROVIDER}::04da6b54-80e4-46f7-96ec-b56ff0331ba9`,
    dependencies: [BUCKET],
    propertyDependencies: { name: [BUCKET], ifExists: [], routes: null },
  };
  const steps = [
    { op: "create", urn: BUCKET, newState: { type: "aws:s3/bucket:Bucket" }, detailedDiff: null },
    { op: "create", urn: EDGE, provider: state.provider, newState: state },
  ];
  const preview = parsePreview(
    text({ config: { a: "b" }, steps, duration: 2_751_797_479, changeSummary: { create: 2 } }),
    "plan",
  );
  expect(preview).toMatchObject({ stack: "dev", project: "demo", config: { a: "b" } });
  expect(preview.milliseconds).toBeCloseTo(2_751.8);
  expect(preview.steps).toMatchObject([
    { type: "aws:s3/bucket:Bucket", name: "logs", isOurs: false, dependsOn: [] },
    {
      type: "Router",
      name: "edge",
      isOurs: true,
      op: "create",
      after: { inputs: { name: "edge" }, outputs: {} },
      declared: ["name", "ifExists", "routes"],
      dependsOn: [BUCKET, STACK, PROVIDER],
    },
  ]);
});

test("a replacement deletes first, unless the old object is marked for a later deletion", () => {
  const step = (before: object) => ({
    op: "replace",
    urn: EDGE,
    oldState: { type: TOKEN, id: "7", ...before },
    newState: { type: TOKEN },
    diffReasons: ["regionId"],
  });
  const { steps } = parsePreview(text({ steps: [step({}), step({ delete: true })] }), "plan");
  expect(steps.map(({ deletesFirst }) => deletesFirst)).toEqual([true, false]);
  expect(steps[0]).toMatchObject({ before: { id: "7" }, changed: ["regionId"] });
});

test("a preview without steps is one", () => {
  expect(parsePreview(text({ changeSummary: {} }), "plan").steps).toEqual([]);
});

describe("is an error with a code for", () => {
  test.each([
    ["an empty file", "", "it is empty"],
    ["another text", "Previewing update (dev):", "it is not JSON"],
    ["a truncated preview", '{"steps": [{"op": "cre', "its JSON is incomplete or damaged"],
    ["a stream of events", '{"sequence":1}\n{"sequence":2}\n', "it is a stream of events"],
    ["a list", "[]", "it is not an object"],
    ["another document", text({ deployment: {} }), "it has neither steps nor a summary of changes"],
    ["an unknown operation", text({ steps: [{ op: "move", urn: EDGE }] }), 'is the operation "move"'],
    ["a step without a URN", text({ steps: [{ op: "create", urn: "edge" }] }), "steps.0.urn is not a URN"],
    [
      "a step of another form",
      text({ steps: [{ op: "create", urn: EDGE, newState: 1 }] }),
      "steps.0.newState",
    ],
  ])("%s", (_, content, problem) => {
    const read = () => parsePreview(content, "plan.json");
    expect(read).toThrow(problem);
    expect(read).toThrow("plan.json is not the output of `pulumi preview --json`");
    expect(read).toThrow("[preview-not-readable]");
  });

  test("a preview that failed, whose message cannot inject terminal codes", () => {
    const diagnostics = [{ severity: "error", message: "error: boom\n    at \u001b[90mindex.js" }];
    const read = () => parsePreview(text({ steps: [], diagnostics }), "plan.json");
    expect(read).toThrow(/failed: boom at {1,2}\[90mindex\.js \[preview-failed\]/);
  });
});
