import { expect, test } from "@jest/globals";
import { connectEngine } from "../../../../sdk/src/pulumi/internals/engine";

test.each([
  [[]],
  [["node", "script.js"]],
  [["node", "--port", "x:y"]],
  [["127.0.0.1"]],
  [["127.0.0.1:12345"]],
])("a process without an engine uses one that does nothing: %j", (argv) => {
  const engine = connectEngine(argv);
  expect(() => {
    engine.status("urn", "text");
    engine.log(undefined, "text", "info");
    engine.onDisconnected(() => {
      throw new Error("It was never there.");
    });
  }).not.toThrow();
});
