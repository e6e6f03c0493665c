import { z } from "zod";
import type { CreatedResources } from "../contract/tasks";

/** A task to start: plain data, so that a saved task continues after a restart. */
export const taskPlan = z.strictObject({
  /** The name of a `TaskKind`. */
  kind: z.string(),
  projectId: z.int(),
  regionId: z.int(),
  /** The name of the object that the task is about, for people. */
  name: z.string().exactOptional(),
  /** What the kind needs to know, as JSON. */
  input: z.unknown(),
  /** The task runs until it is ended by hand. */
  endless: z.boolean().exactOptional(),
  /** The task ends in ERROR with this message, without taking effect. */
  failure: z.string().exactOptional(),
});

export interface TaskPlan extends Readonly<z.infer<typeof taskPlan>> {}

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

/** Areas register the kinds of their tasks. */
export class TaskKinds extends Map<string, TaskKind<unknown>> {
  register<Input>(name: string, kind: TaskKind<Input>): void {
    // The engine passes a kind only inputs that the kind's own schema accepts.
    this.set(name, kind as TaskKind<unknown>);
  }

  of({ kind: name }: TaskPlan): TaskKind<unknown> {
    const kind = this.get(name);
    if (kind === undefined) throw new Error(`There is no kind of task "${name}".`);
    return kind;
  }
}
