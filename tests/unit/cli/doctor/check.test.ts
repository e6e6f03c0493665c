import { expect, test } from "@jest/globals";
import { lineOf, problem } from "../../../../sdk/src/cli/doctor/check";

test("an error is one line", () => {
  expect(problem("stack", new Error("one\n  two")).text).toBe("one two");
});

test("a line has the level, the subject and the text", () => {
  expect(lineOf({ level: "ok", subject: "Node", text: "24.1.0" })).toBe("ok       Node: 24.1.0");
  expect(lineOf({ level: "problem", subject: "Node", text: "none" })).toBe("problem  Node: none");
});
