import { expect, test } from "@jest/globals";
import type { OperationContext } from "../../../../sdk/src/lifecycle/handler";
import type { Creation } from "../../../../sdk/src/lifecycle/steps/creation";
import { findByFinishedTasks, findNew } from "../../../../sdk/src/lifecycle/steps/find-created";

// What the tests of handlers cannot tell apart: how the object of a creation is recognised in a list.

interface Thing {
  id: string;
  /** The task that created the thing. */
  creator?: string;
}

/** The end of an operation: nothing is polled again. */
const context = { poll: (get: () => unknown) => get() } as unknown as OperationContext;

/** The creation of a thing on a platform that lists these things. */
function creationOf(things: Thing[], others: Partial<Creation<Thing>> = {}) {
  let lists = 0;
  const creation = {
    idOf: ({ id }: Thing) => id,
    list: async () => {
      lists += 1;
      return things;
    },
    tasks: {
      createdKey: "things",
      creatorOf: ({ creator }: Thing) => creator,
      unfinished: async () => [],
    },
    ...others,
  } as unknown as Creation<Thing>;
  return { creation, lists: () => lists };
}

test("a thing that no task is known to have created is the created one, unless there may be a second, equal one", async () => {
  const attempt = { tasks: ["task-1"], idsBefore: undefined };
  const things = [{ id: "one" }];
  const { creation: adopting } = creationOf(things, { ifExists: "adopt" });
  expect(await findByFinishedTasks(adopting, attempt, [], context)).toEqual({ id: "one", object: things[0] });
  const { creation: second } = creationOf(things, { ifExists: "create" });
  expect(await findByFinishedTasks(second, attempt, [], context)).toBeUndefined();
  const { creation: sinceListed } = creationOf(things, { ifExists: "create" });
  expect(
    await findByFinishedTasks(sinceListed, { ...attempt, idsBefore: ["zero"] }, [], context),
  ).toMatchObject({
    id: "one",
  });
});

test("a thing that another task created is the created one only if the reply named no task", async () => {
  const { creation } = creationOf([{ id: "one", creator: "task-9" }]);
  expect(
    await findByFinishedTasks(creation, { tasks: ["task-1"], idsBefore: [] }, [], context),
  ).toBeUndefined();
  expect(await findByFinishedTasks(creation, { tasks: [], idsBefore: [] }, [], context)).toMatchObject({
    id: "one",
  });
});

test("things that are created without tasks are listed once: no task makes them visible later", async () => {
  const withTasks = creationOf([]);
  expect(await findNew(withTasks.creation, context.api, [], context)).toBeUndefined();
  expect(withTasks.lists()).toBe(2);
  const withoutTasks = creationOf([], { tasks: undefined } as object);
  expect(await findNew(withoutTasks.creation, context.api, [], context)).toBeUndefined();
  expect(withoutTasks.lists()).toBe(1);
});
