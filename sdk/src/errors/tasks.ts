import { defineError } from "./define-error";

/** What waiting for the platform's tasks can end with. */
export const TASKS = {
  failed: defineError<{ task: string; error: string }>({
    message: ({ task, error }) => `the platform's task ${task} ended in ERROR: ${error}`,
    cause:
      "The platform accepted the change and could not carry it out; the sentence is its own. What was to be created does not exist.",
    remedy: "What the sentence says, then `pulumi up`.",
  }),
  unfinished: defineError<{ reason: string; task: string; age: string; state: string }>({
    message: ({ reason, task, age, state }) =>
      `${reason}: the platform's task ${task} had not ended after ${age} (last state: ${state})`,
    cause: "The time-out has passed, or the run was cancelled. The task goes on at the platform.",
    remedy:
      "`pulumi up` goes on waiting for the same task, and makes nothing anew. Raise `customTimeouts` to wait longer.",
  }),
  unknown: defineError<{ task: string; state: string }>({
    message: ({ task, state }) =>
      `the platform does not know its task ${task} (last state: ${state}), so how it ended cannot be told. ` +
      "Run `pulumi refresh` to see what there is, and then `pulumi up`.",
    cause: "The platform has named the task and does not know it, for half a minute.",
    remedy: "`pulumi refresh`, then `pulumi up`.",
  }),
  queued: defineError<{ reason: string; other: string }>({
    message: ({ reason, other }) => `${reason}, while waiting for another ${other}`,
    cause:
      "Two resources that must not look for each other's object are made one after the other, and the first took longer than the second's time-out.",
    remedy: "`pulumi up` again, or raise `customTimeouts`.",
  }),
  withoutEffect: defineError<{ fields: string }>({
    message: ({ fields }) =>
      `the platform has accepted the change, but what it shows is still not as declared: ${fields}. ` +
      "The state keeps what there is: run `pulumi up` again, which looks and sends what differs then.",
    cause:
      "A change was answered as done, and what is read afterwards, for half a minute, is not as it was declared.",
    remedy: "`pulumi up`. If it stays, look at the platform, and declare what it has.",
  }),
  replacementSkipped: defineError<{ type: string; id: string }>({
    message: ({ type, id }) =>
      `${type} ${id} was not replaced: the run before created it, and this run used it again. To replace it, run the same command once more`,
    cause:
      "A replacement was forced (`--replace`) right after the run that created the object. Pulumi does not tell such a replacement from a creation whose result it could not save. A warning.",
    remedy: "Run the same command again.",
  }),
  nothingCreated: defineError<{ tasks: string }>({
    message: ({ tasks }) =>
      `what the platform's task ${tasks} was to make is not there. ` +
      "Run `pulumi refresh`, which forgets it, and then `pulumi up`.",
    cause: "A creation that an earlier run did not see the end of has come to nothing.",
    remedy: "`pulumi refresh`, then `pulumi up`.",
  }),
};

/** What is added to every wait that ended early. */
export const CONTINUES_NEXT_RUN =
  "Nothing is lost: the state keeps what is known, and the next `pulumi up` or `pulumi destroy` goes on from there.";
export const WAIT_LONGER =
  "To wait longer, raise customTimeouts of the resource or cloudplatform:taskTimeout.";

/** What is added where an object has no id yet. */
export const PROTECTED_HINT =
  "Where the resource is protected, run `pulumi up --refresh`: its id is still to come, which Pulumi takes for a replacement.";
