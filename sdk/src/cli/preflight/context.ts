import type { CodedError } from "../../errors/definition";
import type { OperationContext, Progress } from "../../lifecycle/handler";
import { TasksReader } from "../../platform/api/tasks";
import { PlatformError } from "../../platform/http/error";
import { type Task, TaskFailed } from "../../platform/tasks/task";
import { CheckEnd, type Finding, note } from "./finding";

/**
 * The context in which handlers look for objects without changing anything: the API sends only GET requests, progress stays in
 * memory, and nothing waits. What `up` would wait for, or print, is a finding.
 */
export class PreflightContext implements OperationContext {
  readonly graceApi: OperationContext["graceApi"];
  readonly findings: Finding[] = [];
  previous?: Progress;
  progress: Progress | undefined;
  private readonly foreignTasks = new Set<string>();

  constructor(
    readonly api: OperationContext["api"],
    private readonly isUsed: (id: string) => boolean,
  ) {
    this.graceApi = api;
  }

  save(progress?: Progress): void {
    this.progress = progress;
  }

  /** The finished tasks. If one is still running, it is unknown what `up` will find after it. */
  async awaitTasks(ids: string[]): Promise<Task[]> {
    const finished: Task[] = [];
    for (const id of ids) {
      const task = await new TasksReader(this.api).get(id);
      if (task?.state === "ERROR") throw new TaskFailed(task, finished);
      if (task?.state !== "FINISHED") throw new CheckEnd(note(`${waitText(id, task)}, and continues then`));
      finished.push(task);
    }
    return finished;
  }

  async awaitForeignTask(id: string): Promise<void> {
    if (this.foreignTasks.has(id)) return;
    this.foreignTasks.add(id);
    // Like `up`, which polls a task again if a poll fails.
    const task = await new TasksReader(this.api).get(id).catch((error: unknown) => {
      if (!(error instanceof PlatformError)) throw error;
      return undefined;
    });
    if (task === undefined || (task.state !== "FINISHED" && task.state !== "ERROR"))
      this.findings.push(note(waitText(id, task)));
  }

  poll<T>(get: () => Promise<T | undefined>): Promise<T | undefined> {
    return get();
  }

  withKeyedLock<T>(_key: string, work: () => Promise<T>): Promise<T> {
    return work();
  }

  isInUse(id: string): boolean {
    return this.isUsed(id);
  }

  status(): void {}

  info(text: string): void {
    this.findings.push(note(text));
  }

  warn({ code, message: text }: CodedError): void {
    this.findings.push({ level: "note", code, text });
  }
}

function waitText(id: string, task: Task | undefined): string {
  const type = task?.type ? `${task.type}, ` : "";
  return `\`up\` waits for task ${id} (${type}${task?.state ?? "its state is not known"})`;
}
