import { notFound } from "../core/problem";
import type { Alteration } from "../tasks/engine";
import { answered, type Effect } from "./effect";

/** Changes the tasks that the request starts. Nothing happens to a request that starts none. */
export function onTasks(alter: Alteration): Effect {
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

/** The first requests for the task get 404, at both paths. */
export function unknownTask(looks: number): Effect {
  return (scene) => {
    const hide = (id: string): void =>
      scene.later(looks, ({ request: { method, path }, refuse }) =>
        method === "GET" && path.endsWith(`/${id}`)
          ? answered(refuse(notFound(`Task ${id} was not found`)))
          : undefined,
      );
    const hiding = onTasks((start) => ({
      ...start,
      onStart: (id) => {
        start.onStart?.(id);
        hide(id);
      },
    }));
    return hiding(scene);
  };
}

/**
 * The first reads that would show the change return the state before it. Other reads are not counted, and tasks are never out
 * of date.
 */
export function lagging(reads: number): Effect {
  return ({ request, proceed, tookEffect, later, memory }) => {
    const before = memory.now();
    const delivery = proceed();
    if (request.method === "GET" || !tookEffect()) return undefined;
    later(reads, (reading) => {
      if (reading.request.method !== "GET") return undefined;
      const now = reading.proceed();
      const then = answered(memory.asOf(before, reading.readAgain));
      return JSON.stringify(now) === JSON.stringify(then) ? undefined : then;
    });
    return delivery;
  };
}
