import { describe, expect, test } from "@jest/globals";
import { connectEngine } from "../../../sdk/src/provider/engine";

describe("a process that no engine has started", () => {
  test.each([
    [[]],
    [["node", "script.js"]],
    [["node", "--port", "x:y"]],
    [["127.0.0.1"]],
    [["127.0.0.1:12345"]],
  ])("has an engine that does nothing: %j", (argv) => {
    const engine = connectEngine(argv);
    expect(() => {
      engine.status("urn", "text");
      engine.log("info", undefined, "text");
      engine.onDisconnected(() => {
        throw new Error("It was never there.");
      });
    }).not.toThrow();
  });
});
