import { expect, test } from "@jest/globals";
import { REPLIES } from "../../../../sdk/src/errors/replies";
import type { OperationContext } from "../../../../sdk/src/lifecycle/handler";
import { deleteLocked } from "../../../../sdk/src/lifecycle/steps/change";
import { platformError } from "../../../support/platform-error";
import { failureOf } from "../../../support/until";

// The ends of a change of an object that tasks lock, in an order that no test of a platform can force.

/** An operation that records the tasks that it waits for. */
function operation() {
  const awaited: string[] = [];
  const context = {
    status() {},
    awaitForeignTask: async (task: string) => void awaited.push(task),
    awaitTasks: async (tasks: string[]) => void awaited.push(...tasks),
  } as unknown as OperationContext;
  return { context, awaited };
}

test("a change is given up if another task changes the object before each of ten attempts", async () => {
  const { context, awaited } = operation();
  const conflict = platformError({ status: 409, kind: REPLIES.conflict });
  let attempts = 0;
  const send = async () => {
    attempts += 1;
    throw conflict;
  };
  const blockingTask = async () => `task-${attempts}`;
  expect(await failureOf(deleteLocked({ send, blockingTask }, context))).toBe(conflict);
  expect(attempts).toBe(10);
  expect(awaited).toHaveLength(9);
});

test("a change whose reply has no body waits for the task that the object names", async () => {
  const blockingTask = async () => "task-of-the-object";
  const [lost, complete] = [operation(), operation()];
  await deleteLocked({ send: async () => ({ tasks: [], hasNoBody: true }), blockingTask }, lost.context);
  expect(lost.awaited).toEqual(["task-of-the-object"]);
  await deleteLocked({ send: async () => ({ tasks: ["task-1"] }), blockingTask }, complete.context);
  expect(complete.awaited).toEqual(["task-1"]);
});
