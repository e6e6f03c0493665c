import { expect, test } from "@jest/globals";
import { parsePreview } from "../../../../sdk/src/cli/preflight/preview";

// The output of `pulumi preview --json`, as CLI 3.276 writes it.

const STACK = "urn:pulumi:dev::demo::pulumi:pulumi:Stack::demo-dev";
const TOKEN = "pulumi-nodejs:dynamic/cloudplatform:Router";
const EDGE = `urn:pulumi:dev::demo::${TOKEN}::edge`;
const PROVIDER = "urn:pulumi:dev::demo::pulumi:providers:pulumi-nodejs::second";
const BUCKET = "urn:pulumi:dev::demo::aws:s3/bucket:Bucket::logs";

const text = (content: object) => JSON.stringify(content);

test("reads the steps of this package and of others", () => {
  const state = {
    type: TOKEN,
    inputs: { name: "edge" },
    parent: STACK,
    provider: `${PROVIDER}::04da6b54-80e4-46f7-96ec-b56ff0331ba9`,
  };
  const steps = [
    { op: "create", urn: BUCKET, newState: { type: "aws:s3/bucket:Bucket" }, detailedDiff: null },
    { op: "create", urn: EDGE, provider: state.provider, newState: state },
  ];
  expect(parsePreview(text({ steps, changeSummary: { create: 2 } }))).toMatchObject([
    { type: "aws:s3/bucket:Bucket", name: "logs", isOurs: false },
    { type: "Router", name: "edge", isOurs: true, op: "create", provider: state.provider },
  ]);
});

test("a step of another language is one of the package", () => {
  const token = "cloudplatform:index:Router";
  const step = { op: "create", urn: `urn:pulumi:dev::demo::${token}::edge`, newState: { type: token } };
  expect(parsePreview(text({ steps: [step] }))).toMatchObject([{ type: "Router", isOurs: true }]);
});

test("a replacement deletes first, unless the old object is marked for a later deletion", () => {
  const step = (before: object) => ({
    op: "replace",
    urn: EDGE,
    oldState: { type: TOKEN, id: "7", ...before },
    newState: { type: TOKEN },
  });
  const steps = parsePreview(text({ steps: [step({}), step({ delete: true })] }));
  expect(steps.map(({ id, deletesFirst }) => [id, deletesFirst])).toEqual([
    ["7", true],
    ["7", false],
  ]);
});

test("a deletion is asked about with the Provider of the old object", () => {
  const state = (provider: string) => ({ type: TOKEN, provider: `urn:pulumi:dev::demo::a::${provider}::1` });
  const step = {
    op: "delete",
    urn: EDGE,
    provider: "new",
    oldState: { ...state("old"), retainOnDelete: true },
  };
  expect(parsePreview(text({ steps: [step] }))).toMatchObject([
    { provider: state("old").provider, isRetained: true },
  ]);
});

test("a preview without steps is one", () => {
  expect(parsePreview(text({ changeSummary: {} }))).toEqual([]);
});

test.each([
  ["nothing", "", "it is empty"],
  ["another text", "Previewing update (dev):", "it is not JSON"],
  ["a truncated preview", '{"steps": [{"op": "cre', "its JSON is incomplete or damaged"],
  ["a stream of events", '{"sequence":1}\n{"sequence":2}\n', "its JSON is incomplete or damaged"],
  ["a list", "[]", "it is not an object"],
  ["another document", text({ deployment: {} }), "it has neither steps nor a summary of changes"],
  ["an unknown operation", text({ steps: [{ op: "move", urn: EDGE }] }), 'is the operation "move"'],
  ["a step without a URN", text({ steps: [{ op: "create", urn: "edge" }] }), "steps.0.urn is not a URN"],
  ["a step of another form", text({ steps: [{ op: "create", urn: EDGE, newState: 1 }] }), "steps.0.newState"],
])("an error with a code is thrown for %s", (_, content, problem) => {
  const read = () => parsePreview(content);
  expect(read).toThrow(problem);
  expect(read).toThrow("`pulumi preview --json` has printed something unexpected");
  expect(read).toThrow("[preview-not-readable]");
});

test("an error with a code is thrown for a preview that failed, whose message cannot inject terminal codes", () => {
  const diagnostics = [{ severity: "error", message: "error: boom\n    at \u001b[90mindex.js" }];
  const read = () => parsePreview(text({ steps: [], diagnostics }));
  expect(read).toThrow(/failed: boom at {1,2}\[90mindex\.js \[preview-failed\]/);
});
