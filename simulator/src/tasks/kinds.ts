import type { z } from "zod";
import type { CreatedResources } from "../contract/tasks";

/** A task to start: plain data, so that a saved task goes on after a restart. */
export interface TaskPlan {
  /** The name of a `TaskKind`. */
  readonly kind: string;
  readonly projectId: number;
  readonly regionId: number;
  /** The name of the object that the task is about, for people. */
  readonly name?: string;
  /** What the kind needs to know, as JSON. */
  readonly input: unknown;
  /** It runs until it is ended by hand. */
  readonly endless?: boolean;
  /** It ends in ERROR with this message, without taking effect. */
  readonly failure?: string;
}

/** What tasks of one kind do to the resources of an area. */
export interface TaskKind<Input> {
  /** The `task_type` that the API shows. */
  readonly type: string;
  readonly input: z.ZodType<Input>;
  /** Locks the resource. Runs when the task starts. */
  begin(input: Input, taskId: string): void;
  /** Takes effect and unlocks. Throws a Problem if the task fails; its message is the task's error. */
  finish(input: Input): CreatedResources;
  /** Unlocks without any effect. */
  abort(input: Input): void;
}

/** Where areas register the kinds of their tasks. */
export class TaskKinds {
  readonly #kinds = new Map<string, TaskKind<unknown>>();

  register<Input>(name: string, kind: TaskKind<Input>): void {
    // The engine passes a kind only inputs that the kind's own schema accepts.
    this.#kinds.set(name, kind as TaskKind<unknown>);
  }

  get(name: string): TaskKind<unknown> {
    const kind = this.#kinds.get(name);
    if (kind === undefined) throw new Error(`There is no kind of task "${name}".`);
    return kind;
  }

  has(name: string): boolean {
    return this.#kinds.has(name);
  }
}
