import { notFound } from "../core/problem";
import type { Delivery } from "../http/wire";
import type { Alteration } from "../tasks/engine";
import { answered, type Effect } from "./effect";

/** The request is accepted, and its task fails where it would have taken effect. */
export function taskError({
  message = "The task failed for an internal reason",
}: {
  message?: string;
}): Effect {
  return onTasks((start) => ({ ...start, plan: { ...start.plan, failure: message } }));
}

/** The task stays RUNNING, and what it holds stays locked, until it is ended by hand. */
export const taskNeverEnds: Effect = onTasks((start) => ({
  ...start,
  plan: { ...start.plan, endless: true },
}));

/** The first looks at the task find none, at whichever path. */
export function taskUnknown({ looks }: { looks: number }): Effect {
  return (scene) => {
    const hide = (id: string): void =>
      scene.later(looks, ({ request: { method, path }, refuse }) =>
        method === "GET" && path.endsWith(`/${id}`)
          ? answered(refuse(notFound(`Task ${id} was not found`)))
          : undefined,
      );
    return onTasks((start) => ({
      ...start,
      onStart: (id) => {
        start.onStart?.(id);
        hide(id);
      },
    }))(scene);
  };
}

/**
 * The first reads that would show what the request has written answer as before it. Other reads are not counted: not
 * those of other things, and not those of tasks, which are no part of what areas keep.
 */
export function lagging({ reads }: { reads: number }): Effect {
  return ({ request, proceed, tookEffect, later, memory }) => {
    const before = memory.now();
    const delivery = proceed();
    if (request.method === "GET" || !tookEffect()) return undefined;
    later(reads, (reading) => {
      if (reading.request.method !== "GET") return undefined;
      const now = reading.proceed();
      const then = answered(memory.asOf(before, reading.readAgain));
      return sameReply(now, then) ? undefined : then;
    });
    return delivery;
  };
}

function sameReply(one: Delivery, other: Delivery): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Nothing happens to a request that starts no task. */
function onTasks(alter: Alteration): Effect {
  return ({ tasks, proceed }) => {
    let started = false;
    const noticed: Alteration = (start) => {
      started = true;
      return alter(start);
    };
    const delivery = tasks.altering(noticed, proceed);
    return started ? delivery : undefined;
  };
}
