import { afterEach, describe, expect, jest, test } from "@jest/globals";
import { type EarlyEnd, TASKS } from "../../../../sdk/src/errors/tasks";
import { TaskStillRunning } from "../../../../sdk/src/platform/tasks/task";
import {
  hideEmptyErrorLines,
  PartialFailure,
  ResourceFailure,
} from "../../../../sdk/src/pulumi/process/failures";

const asItIs = (text: string) => text;
const masked = (text: string) => text.replaceAll("hunter2", "[secret]");

const stillRunning = (facts: { reason: string; end: EarlyEnd }) =>
  new TaskStillRunning(TASKS.unfinished, { ...facts, task: "t1", age: "1s", state: "RUNNING" });

/** The message of an interrupted wait. */
function unfinished(facts: { reason: string; end: EarlyEnd }): string {
  return new ResourceFailure(stillRunning(facts), asItIs).message;
}

describe("a failure", () => {
  test("has the message, and no stack or cause that the provider process would print", () => {
    const failure = new ResourceFailure(new Error("The region is full."), asItIs);
    expect(failure.message).toBe("The region is full.");
    expect(`${failure}`).toBe("");
    expect(failure.stack).toBe("");
    expect(failure).toBeInstanceOf(Error);
  });

  test("of any other thrown value has its text", () => {
    expect(new ResourceFailure("out of order", asItIs).message).toBe("out of order");
    expect(new ResourceFailure(undefined, asItIs).message).toBe("undefined");
  });

  test("has no secret in its message", () => {
    expect(new ResourceFailure(new Error("hunter2 is taken"), masked, "Help.").message).toBe(
      "[secret] is taken. Help.",
    );
  });

  test("has no code and no id, which the engine would interpret", () => {
    const failure = new ResourceFailure(Object.assign(new Error("no"), { code: 404, id: "x" }), asItIs);
    expect(failure).not.toHaveProperty("code");
    expect(failure).not.toHaveProperty("id");
  });

  test("of a wait that timed out says that nothing is lost, and how to wait longer", () => {
    const message = unfinished({ reason: "the timeout of 1s has passed", end: "timeout" });
    expect(message).toContain(
      "the timeout of 1s has passed: the platform's task t1 had not ended after 1s (last state: RUNNING) [task-unfinished]. Nothing is lost",
    );
    expect(message).toContain("pulumi up");
    expect(message).toContain("customTimeouts");
    expect(message).toContain("cloudplatform:taskTimeout");
  });

  test("of a wait that ended because Pulumi had ended says that no state has the object, and what to do", () => {
    const message = unfinished({ reason: "Pulumi's engine has gone", end: "lost" });
    expect(message).not.toContain("Nothing is lost");
    expect(message).toContain(
      "the state does not show it, and `pulumi destroy` alone would leave what was created",
    );
    expect(message).toContain("the next `pulumi up` here continues");
    expect(message).toContain("On another machine run `npx pulumi-cloudplatform recover` before.");
  });

  test("of a canceled wait says that nothing is lost, and does not mention a timeout", () => {
    const message = unfinished({ reason: "the run was cancelled", end: "cancelled" });
    expect(message).toContain(
      "the run was cancelled: the platform's task t1 had not ended after 1s (last state: RUNNING) [task-unfinished]. Nothing is lost",
    );
    expect(message).not.toContain("customTimeouts");
  });
});

describe("a partial failure", () => {
  test("has the form that the engine requires: id, properties, reasons, message", () => {
    const properties = { name: "edge", __provider: "text" };
    const failure = new PartialFailure(new Error("No addresses left."), asItIs, "r1", properties);
    expect(failure).toMatchObject({
      id: "r1",
      properties,
      reasons: ["No addresses left."],
      message: "No addresses left.",
    });
    expect(`${failure}${failure.stack}`).toBe("");
  });

  test("has no secret in its message or its reasons, which the engine stores in clear text", () => {
    const error = new Error('the platform rejected "hunter2"');
    const { message, reasons } = new PartialFailure(error, masked, "r1", {}, "Run it again.");
    expect(message).toBe('the platform rejected "[secret]". Run it again.');
    expect(reasons).toEqual([message]);
  });
});

describe("the output of the provider process", () => {
  const print = console.error;
  afterEach(() => {
    console.error = print;
  });

  test("contains other errors, and not the quiet ones", () => {
    const printed = jest.fn();
    console.error = printed;
    hideEmptyErrorLines();
    const failure = new ResourceFailure(new Error("no"), asItIs);
    console.error(`${failure}: ${failure.stack}`);
    expect(printed).not.toHaveBeenCalled();
    console.error("something", 1);
    console.error(": ", "more");
    expect(printed.mock.calls).toEqual([
      ["something", 1],
      [": ", "more"],
    ]);
  });
});
