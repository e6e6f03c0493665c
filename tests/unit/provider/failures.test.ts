import { afterEach, describe, expect, jest, test } from "@jest/globals";
import { type EarlyEnd, TASKS } from "../../../sdk/src/errors/tasks";
import { TaskStillRunning } from "../../../sdk/src/platform/tasks/task";
import { hideEmptyErrorLines, PartialFailure, ResourceFailure } from "../../../sdk/src/provider/failures";

const asItIs = (text: string) => text;
const masked = (text: string) => text.replaceAll("hunter2", "[secret]");

const stillRunning = (facts: { reason: string; end: EarlyEnd }) =>
  new TaskStillRunning(TASKS.unfinished, { ...facts, task: "t1", age: "1s", state: "RUNNING" });

/** The message of an interrupted wait. */
function unfinished(facts: { reason: string; end: EarlyEnd }): string {
  return new ResourceFailure(stillRunning(facts), asItIs).message;
}

describe("a failure", () => {
  test("has the message without secrets, and nothing that the provider process or the engine would print", () => {
    const error = Object.assign(new Error("hunter2 is taken"), { code: 404, id: "x" });
    const failure = new ResourceFailure(error, masked, "Help.");
    expect(failure.message).toBe("[secret] is taken. Help.");
    expect([`${failure}`, failure.stack, "code" in failure, "id" in failure]).toEqual(["", "", false, false]);
    expect(failure).toBeInstanceOf(Error);
  });

  test("of any other thrown value has its text", () => {
    expect(new ResourceFailure("out of order", asItIs).message).toBe("out of order");
    expect(new ResourceFailure(undefined, asItIs).message).toBe("undefined");
  });

  const NOTHING_LOST =
    "the platform's task t1 had not ended after 1s (last state: RUNNING) [task-unfinished]. Nothing is lost";

  test.each<[EarlyEnd, string, string[], string]>([
    [
      "timeout",
      "the timeout of 1s has passed",
      [NOTHING_LOST, "pulumi up", "customTimeouts", "cloudplatform:taskTimeout"],
      "recover",
    ],
    ["cancelled", "the run was cancelled", [NOTHING_LOST], "customTimeouts"],
    [
      "lost",
      "Pulumi's engine has gone",
      [
        "the state does not show it, and `pulumi destroy` alone would leave what was created",
        "the next `pulumi up` here continues",
        "On another machine run `npx pulumi-cloudplatform recover` before.",
      ],
      "Nothing is lost",
    ],
  ])("of a wait with the end %s says what is kept, and what to do", (end, reason, texts, other) => {
    const message = unfinished({ reason, end });
    for (const text of [`${reason}: `, ...texts]) expect(message).toContain(text);
    expect(message).not.toContain(other);
  });
});

test("a partial failure has what the state keeps, and no secret, as the engine stores the reasons in clear text", () => {
  const state = { id: "r1", values: { name: "edge" } };
  const error = new Error('the platform rejected "hunter2"');
  const failure = new PartialFailure(error, masked, "Router", state, "Run it again.");
  const message = 'the platform rejected "[secret]". Run it again.';
  expect(failure).toMatchObject({ type: "Router", state, message });
  expect(`${failure}${failure.stack}`).toBe("");
});

const print = console.error;
afterEach(() => {
  console.error = print;
});

test("the output of the provider process contains other errors, and not the quiet ones", () => {
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
