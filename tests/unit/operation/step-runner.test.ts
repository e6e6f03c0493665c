import { expect, test } from "@jest/globals";
import { REPLIES } from "../../../sdk/src/errors/replies";
import { type Act, carryOut } from "../../../sdk/src/operation/acts";
import { OperationRecord } from "../../../sdk/src/operation/record";
import type { Reply } from "../../../sdk/src/operation/resource";
import { StepRunner } from "../../../sdk/src/operation/step-runner";
import type { Api } from "../../../sdk/src/platform/api/api";
import { OPERATION_FACTS } from "../../support/operation-facts";
import { platformError } from "../../support/platform-error";
import { failureOf } from "../../support/until";

// The ends of a step on an object that tasks lock, in an order that no test of a platform can force.

/** Takes a step that locks, and records the tasks that it waits for. `taskOf`: the task that the object names, if there is one. */
function stepRunner(taskOf: () => string | undefined) {
  const awaited: string[] = [];
  const perform = async (act: Act<object>) => {
    if (act.do === "read") return { id: "one", state: {}, task: taskOf() };
    if (act.do === "send") return act.step.send({} as Api);
    if (act.do === "await") awaited.push(...act.tasks);
    return [];
  };
  const runner = new StepRunner(OPERATION_FACTS, new OperationRecord<object>(() => {}));
  /** Plans the same step again after each wait. */
  const take = async (send: () => Promise<Reply<object>>): Promise<void> => {
    const { outdated } = await carryOut(runner.take("one", { locks: true, send }, {}), { perform });
    if (outdated) await take(send);
  };
  return { take, awaited };
}

test("a change is given up if another task changes the object before each of ten attempts", async () => {
  const conflict = platformError({ method: "PATCH", status: 409, kind: REPLIES.conflict });
  let attempts = 0;
  const { take, awaited } = stepRunner(() => `task-${attempts}`);
  const send = async () => {
    attempts += 1;
    throw conflict;
  };
  expect(await failureOf(take(send))).toBe(conflict);
  expect(attempts).toBe(10);
  expect(awaited).toHaveLength(9);
});

test.each([
  ["with the first one", ["", "task-1", "task-2", "task-3", "task-4"]],
  ["after four waits for other tasks", ["task-1", "task-2", "task-3", "task-4", ""]],
  ["four times after nine waits for other tasks", [..."123456789"].map(String).concat(["", "", "", ""])],
])("a change that conflicts with no task %s is sent again, and succeeds", async (_, conflicts) => {
  let attempts = 0;
  const { take, awaited } = stepRunner(() => conflicts[attempts - 1] || undefined);
  await take(async () => {
    attempts += 1;
    if (attempts <= conflicts.length)
      throw platformError({ method: "PATCH", status: 409, kind: REPLIES.conflict });
    return [];
  });
  expect(attempts).toBe(conflicts.length + 1);
  expect(awaited).toEqual(conflicts.filter((task) => task !== ""));
});

test("a refusal that the object would settle is settled without it if the object cannot be read", async () => {
  const failing = platformError({ status: 500, kind: REPLIES.serverError });
  const perform = (act: Act<object>) =>
    Promise.reject(act.do === "send" ? platformError({ status: 400, kind: REPLIES.badRequest }) : failing);
  const settle = () => (seen: unknown) => (seen === "unreadable" ? [] : undefined);
  const step = { send: async () => [], settle };
  const runner = new StepRunner(OPERATION_FACTS, new OperationRecord<object>(() => {}));
  expect(await carryOut(runner.take("one", step, {}), { perform })).toEqual({ state: {}, instead: [] });
});

test("a conflict of the read after a change is the error: the change, which was accepted, is not sent again", async () => {
  const conflict = platformError({ method: "GET", status: 409, kind: REPLIES.conflict });
  let attempts = 0;
  const perform = async (act: Act<object>) => {
    if (act.do === "read") throw conflict;
    attempts += 1;
    return undefined;
  };
  const runner = new StepRunner(OPERATION_FACTS, new OperationRecord<object>(() => {}));
  const step = { locks: true as const, send: async () => undefined };
  expect(await failureOf(carryOut(runner.take("one", step, {}), { perform }))).toBe(conflict);
  expect(attempts).toBe(1);
});
