import { defineError } from "./definition";

const CONTINUES_NEXT_RUN =
  "Nothing is lost: the state keeps what is known, and the next `pulumi up` or `pulumi destroy` continues from there.";
const WAIT_LONGER = "To wait longer, raise customTimeouts of the resource or cloudplatform:taskTimeout.";

const CORRECT_AND_RUN_AGAIN =
  "Correct the cause that the platform names and run again. If it is not clear, give the platform's support the ids of the task and the request.";

/** Nobody is there to save a state. */
const ELSEWHERE =
  "Pulumi has ended before it could save this: the state does not show it, and `pulumi destroy` alone would leave what was created. A record on this machine has it, with which the next `pulumi up` here continues. On another machine run `npx pulumi-cloudplatform recover` before.";

/** Why a wait ended early: the run was cancelled, or Pulumi itself has ended. */
export type EarlyEnd = "timeout" | "cancelled" | "lost";

/** The advice after a wait that ended early. */
const continueWaiting = ({ end }: { end: EarlyEnd }) =>
  ({ timeout: `${CONTINUES_NEXT_RUN} ${WAIT_LONGER}`, cancelled: CONTINUES_NEXT_RUN, lost: ELSEWHERE })[end];

/** Errors and warnings of tasks and of waiting for them. */
export const TASKS = {
  /**
   * The platform accepted the change and could not carry it out; the message is the platform's. An object that the task
   * was creating does not exist.
   */
  failed: defineError<{ task: string; error: string; request: string | undefined }>({
    code: "task-failed",
    // Begins with the platform's sentence, because a terminal cuts off the end of a row.
    message: ({ task, error, request }) =>
      `the platform's task failed: ${error} (task ${task}${request ? `, ${request}` : ""})`,
    // Without a request, an earlier run has begun the task, and this run only warns about it.
    advice: ({ request }) => request && CORRECT_AND_RUN_AGAIN,
  }),
  /**
   * The timeout has passed, or the run was cancelled. The task continues at the platform.
   *
   * What to do: `pulumi up` waits for the same task, and creates nothing twice. If Pulumi itself was killed, another machine needs
   * [`recover`](interrupted-runs.md#the-command-recover) before.
   */
  unfinished: defineError<{ reason: string; end: EarlyEnd; task: string; age: string; state: string }>({
    code: "task-unfinished",
    message: ({ reason, task, age, state }) =>
      `${reason}: the platform's task ${task} had not ended after ${age} (last state: ${state})`,
    advice: continueWaiting,
  }),
  /**
   * The timeout has passed, or the run was cancelled, while the resource waited for what an earlier request leads to.
   *
   * What to do: `pulumi up` looks again, and creates nothing twice.
   */
  paused: defineError<{ reason: string; end: EarlyEnd }>({
    code: "operation-paused",
    message: ({ reason }) => `${reason}, while waiting for what an earlier request leads to`,
    advice: continueWaiting,
  }),
  /**
   * The timeout has passed, or the run was cancelled, while the resource waited for a person to decide.
   *
   * What to do: `pulumi up` continues to wait.
   */
  undecided: defineError<{
    reason: string;
    end: EarlyEnd;
    what: string;
    age: string;
    failure: string | undefined;
  }>({
    code: "decision-pending",
    message: ({ reason, what, age, failure }) =>
      `${reason}: ${what} was not decided after ${age}${failure ? ` (${failure})` : ""}`,
    advice: continueWaiting,
  }),
  /** The platform has answered 404 for this task for 30 seconds, although it named the task. */
  unknown: defineError<{ task: string; state: string }>({
    code: "task-not-found",
    message: ({ task, state }) =>
      `the platform does not know its task ${task} (last state: ${state}), so its result is not known`,
    advice: "Run `pulumi refresh` to read the objects' current state, and then `pulumi up`.",
  }),
  /**
   * Resources that could mistake each other's object for their own are created one after the other, and the first took
   * longer than the timeout of the second.
   *
   * What to do: `pulumi up` again, or raise `customTimeouts`.
   */
  queued: defineError<{ reason: string; other: string }>({
    code: "queued-too-long",
    message: ({ reason, other }) => `${reason}, while waiting for another ${other}`,
  }),
  /**
   * The platform reported the change as done, but for 30 seconds it returned other values than the declared ones.
   *
   * What to do: If the error stays, check the object at the platform, and declare the values that it has.
   */
  withoutEffect: defineError<{ fields: string }>({
    code: "change-without-effect",
    message: ({ fields }) =>
      `the platform has accepted the change, but still returns other values than declared: ${fields}`,
    advice:
      "The state keeps the values that the platform returns: run `pulumi up` again, which sends what still differs.",
  }),
  /**
   * The platform's reply to a change had no body, for example because a proxy has dropped it. The reply names the task, and this deployment
   * has no operation to read the object, so nothing shows whether the change is done.
   *
   * What to do: `pulumi up` sends the change again. If the error stays, find what drops the bodies of replies to PATCH.
   */
  unconfirmed: defineError<{ change: string }>({
    code: "change-unconfirmed",
    message: ({ change }) =>
      `the platform has accepted the change (${change}), but its reply names no task, and the object cannot be read, so it is not known whether the change is done`,
    advice:
      "Run `pulumi up` again, which sends the change again. If the error stays, something between this machine and the platform drops the bodies of replies.",
  }),
  /**
   * Cause: The reply did not name the task of the deletion, for example because a proxy has dropped its body, and that task has
   * failed.
   */
  deletionWithoutEffect: defineError({
    code: "deletion-without-effect",
    message: () => "the platform has accepted the deletion, but still has the object",
    advice:
      "Run again, which deletes it. If the error stays, give the platform's support the id of the object.",
  }),
};

/** Added to the failure of a deletion that may still take effect, or has a part of it. A state without the refresh shows the object as unchanged. */
export const DELETION_HINT =
  "If the program keeps the resource, the platform may still delete it, or has deleted parts of it: run `pulumi up --refresh`.";

/** Added if the object has no id yet. */
export const PROTECTED_HINT =
  "Where the resource is protected, run `pulumi up --refresh`: its id is not known yet, and Pulumi plans a replacement to get it.";
