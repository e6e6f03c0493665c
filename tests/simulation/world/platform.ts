import { STATUS_CODES } from "node:http";
import { type AreaHandles, openAreas } from "../../../simulator/src/areas";
import type { Moment } from "../../../simulator/src/core/memory";
import { asProblem, unauthorized } from "../../../simulator/src/core/problem";
import { answerOf, errorAnswer } from "../../../simulator/src/http/answers";
import { parseBody } from "../../../simulator/src/http/body";
import { type Operation, unknownReplies } from "../../../simulator/src/http/operation";
import { parseQuery, withoutBrackets } from "../../../simulator/src/http/query";
import type { Answer } from "../../../simulator/src/http/wire";
import { type SimulatorOptions, settle } from "../../../simulator/src/options";
import { createPlatform } from "../../../simulator/src/platform";
import { EPOCH } from "./machine";
import type { Random } from "./random";
import type { Time } from "./time";

export interface PlatformRequest {
  method: string;
  path: string;
  query?: Record<string, unknown> | undefined;
  body?: string | undefined;
  key: string;
}

/** How this deployment of the platform is, for the whole history. */
export type Deployment = {
  /** It knows the addresses of a subnet, and does not detach it from a router whose routes need it. */
  knowsAddresses: boolean;
  /** The longest page of a list. */
  pageSize?: number;
  /** Lists have the newest object first. Otherwise, the oldest. */
  newestFirst: boolean;
  /** Objects do not say when they were created. */
  isTimeless: boolean;
  /** Routers do not name the task that has created them. */
  hidesCreators: boolean;
} & Pick<
  SimulatorOptions,
  | "mode"
  | "unknownPaths"
  | "unknownTasks"
  | "taskPath"
  | "visibleWhileCreating"
  | "patchReply"
  | "duplicateMember"
  | "deleteWithSubnets"
>;

export function deploymentOf(random: Random): Deployment {
  const forms = ["message", "error", "detail", "empty", "html", "405"] as const;
  const usual = random.chance(0.5);
  const taskPath = random.weighted({ both: 8, "/v1/tasks": 1, "/cloud/v1/tasks": 1 });
  return {
    mode: random.chance(0.12) ? "documented-only" : "full",
    unknownPaths: random.pick(forms),
    ...(random.chance(0.2) && { unknownTasks: random.pick(forms) }),
    taskPath,
    // Otherwise nothing shows a router that is being created.
    visibleWhileCreating: taskPath === "/v1/tasks" || usual || random.chance(0.5),
    patchReply: usual || random.chance(0.7) ? "tasks" : "router",
    duplicateMember: usual || random.chance(0.5) ? "accept" : "error",
    deleteWithSubnets: usual || random.chance(0.6),
    knowsAddresses: random.chance(0.4),
    newestFirst: random.chance(0.4),
    isTimeless: random.chance(0.08),
    hidesCreators: random.chance(0.06),
    ...(random.chance(0.1) && { pageSize: random.between(1, 3) }),
  };
}

/** How tasks end: milliseconds until then, or the sentence of a failure. */
export interface TaskFate {
  ms: number;
  failure?: string | undefined;
  /** The finished task does not name what it has created. */
  isSilent?: boolean;
}

/** Its addresses are in the routes of programs. */
const KNOWN_SUBNET = { id: "22222222-0000-4000-8000-000000000001", cidr: "10.0.0.0/24" };

const SETTINGS = /\/notification_settings(?:\/(.+))?$/;

interface Route {
  operation: Operation;
  parts: string[];
}

/** The platform, whose code is that of the simulator, without sockets and timers. */
export class SimulatedPlatform {
  readonly areas: AreaHandles;
  private readonly routes = new Map<string, Route[]>();
  private readonly platform: ReturnType<typeof createPlatform>;
  private readonly settings: ReturnType<typeof settle>;
  private readonly moments: Array<{ at: number; moment: Moment }> = [];
  private readonly silent = new Set<string>();
  /** Tasks that others have begun: another user has. */
  private readonly foreign = new Set<string>();
  private readonly known = new Set<string>();
  /** The ids of settings that were replaced without what others have set. */
  readonly forgotten = new Set<string>();
  private requests = 0;
  /** What becomes of the next task. */
  fateOf: (type: string, isOurs: boolean) => TaskFate = () => ({ ms: 1_000 });
  /** A task has ended. */
  onTaskEnd: (id: string) => void = () => {};

  constructor(
    readonly deployment: Deployment,
    private readonly time: Time,
    private readonly keys: readonly string[],
    seed: number,
  ) {
    const now = () => EPOCH + this.time.now;
    const {
      knowsAddresses,
      newestFirst,
      isTimeless: _,
      hidesCreators: __,
      pageSize,
      ...options
    } = deployment;
    this.settings = settle({ ...options, taskTime: "manual", seed, now, apiKeys: [...keys] });
    this.platform = createPlatform(this.settings);
    const areas = openAreas(this.platform);
    this.areas = areas.handles;
    if (knowsAddresses) this.areas.subnets.add(KNOWN_SUBNET);
    for (const { operations = [] } of areas.byName.values())
      for (const operation of operations)
        if (operation.documented || this.settings.mode === "full") this.addRoute(operation);
    this.remember();
  }

  /** The reply to a request, which takes effect now. `asOf`: a replica shows what was there then. */
  serve(request: PlatformRequest, isOurs: boolean, asOf?: number): Answer {
    const isRead = request.method === "GET";
    const moment = asOf === undefined || !isRead ? undefined : this.momentOf(asOf);
    const known = withoutRemark(request);
    const answer = moment ? this.platform.memory.asOf(moment, () => this.answer(known)) : this.answer(known);
    if (!isRead) {
      this.startTasks(isOurs);
      this.remember();
    }
    return this.reduced(this.ordered(request, this.asTasksAre(request, this.remarked(request, answer))));
  }

  /** Whether a task does not name what it has created. */
  isSilent(task: string): boolean {
    return this.silent.has(task);
  }

  /** When a task has ended. */
  endOf(task: string): number {
    const { finished_on: end } = this.areas.tasks.all().find(({ id }) => id === task) ?? {};
    return end ? Date.parse(end) - EPOCH : this.time.now;
  }

  /** What somebody does without a request. */
  change<T>(work: () => T): T {
    const result = work();
    this.remember();
    return result;
  }

  /** The error that a gateway, or the API itself, sends for any request. */
  errorOf({ path }: PlatformRequest, status: number, message: string): Answer {
    const problem = Object.assign(asProblem(new Error(message)), { status, message });
    return errorAnswer(problem, path, this.nextId());
  }

  unknown(form: keyof typeof unknownReplies): Answer {
    return answerOf(unknownReplies[form], this.nextId());
  }

  private addRoute(operation: Operation): void {
    const parts = operation.path.split("/");
    const key = `${operation.method} ${parts.length}`;
    this.routes.set(key, [...(this.routes.get(key) ?? []), { operation, parts }]);
  }

  private answer({ method, path, query = {}, body, key }: PlatformRequest): Answer {
    const requestId = this.nextId();
    const given = path.split("/");
    const isMatch = ({ parts }: Route) =>
      parts.every((part, index) => part.startsWith("{") || part === given[index]);
    const ofLength = (one: string) => this.routes.get(`${one} ${given.length}`) ?? [];
    const route = ofLength(method).find(isMatch);
    const routePath = route?.operation.path.replace(/\{(\w+)\}/g, ":$1") ?? path;
    try {
      if (!this.keys.includes(key)) throw unauthorized();
      if (!route) return answerOf(unknownReplies[this.settings.unknownPaths], requestId);
      const { value, problem } = parseBody({ text: body, contentType: "application/json" });
      if (problem) throw problem;
      const entries = route.parts.flatMap((part, index) =>
        part.startsWith("{") ? [[part.slice(1, -1), decodeURIComponent(given[index] ?? "")]] : [],
      );
      const text = new URLSearchParams(
        Object.entries(query).flatMap(([name, value]) =>
          [value].flat().map((one): [string, string] => [name, String(one)]),
        ),
      ).toString();
      const call = {
        params: Object.fromEntries(entries),
        query: this.cut(withoutBrackets(parseQuery(text))),
        body: value,
        origin: "https://api.example.com",
      };
      return answerOf(route.operation.respond(call), requestId);
    } catch (error) {
      return errorAnswer(asProblem(error), routePath, requestId);
    }
  }

  /** Asks for a page that is not longer than any. */
  private cut<T extends object>(query: T): T {
    const { limit } = query as { limit?: unknown };
    const { pageSize } = this.deployment;
    return limit && pageSize ? { ...query, limit: String(Math.min(Number(limit), pageSize)) } : query;
  }

  private startTasks(isOurs: boolean): void {
    for (const task of this.areas.tasks.pending()) {
      if (this.known.has(task.id)) continue;
      this.known.add(task.id);
      const { ms, failure, isSilent } = this.fateOf(task.task_type, isOurs);
      if (isSilent) this.silent.add(task.id);
      if (!isOurs) this.foreign.add(task.id);
      this.time.after(ms, () => this.endTask(task.id, failure));
    }
  }

  private endTask(id: string, failure: string | undefined): void {
    const { tasks } = this.areas;
    if (!tasks.pending().some((task) => task.id === id)) return;
    if (failure === undefined) tasks.finish(id);
    else tasks.fail(id, failure);
    this.remember();
    this.onTaskEnd(id);
  }

  /** Settings have a field that the interface does not show, and that a replacement without it resets. */
  private remarked({ method, path, body = "{}" }: PlatformRequest, answer: Answer): Answer {
    const found = SETTINGS.exec(path);
    if (answer.status >= 300 || !answer.text || !found) return answer;
    const { remark } = JSON.parse(body) as { remark?: string };
    if (method === "PUT" && remark === undefined) this.forgotten.add(found[1] ?? "");
    const text = answer.text.replaceAll(/"email":/g, `"remark":"of the owner","email":`);
    return { ...answer, text };
  }

  private asTasksAre({ path }: PlatformRequest, answer: Answer): Answer {
    const isSame = this.silent.size === 0 && this.foreign.size === 0;
    if (isSame || !path.includes("/tasks") || !answer.text?.startsWith("{")) return answer;
    const shown = (task: { id: string }) => ({
      ...task,
      ...(this.silent.has(task.id) && { created_resources: null }),
      ...(this.foreign.has(task.id) && { user_id: 2 }),
    });
    const body = JSON.parse(answer.text) as { id: string; results?: Array<{ id: string }> };
    const text = JSON.stringify(body.results ? { ...body, results: body.results.map(shown) } : shown(body));
    return { ...answer, text };
  }

  private ordered({ method, path }: PlatformRequest, answer: Answer): Answer {
    const { newestFirst, pageSize } = this.deployment;
    if (!newestFirst || pageSize || method !== "GET" || !/\/routers\/\d+\/\d+$/.test(path)) return answer;
    const body = JSON.parse(answer.text?.startsWith("{") ? answer.text : "{}") as { results?: unknown[] };
    return body.results
      ? { ...answer, text: JSON.stringify({ ...body, results: body.results.toReversed() }) }
      : answer;
  }

  /** Objects without what they do not show on this platform. */
  private reduced(answer: Answer): Answer {
    const { isTimeless, hidesCreators } = this.deployment;
    let { text } = answer;
    if (isTimeless) text = text?.replace(/"created_at":"[^"]*",?/g, "");
    if (hidesCreators) text = text?.replace(/"creator_task_id":"[^"]*"/g, `"creator_task_id":null`);
    return text === answer.text ? answer : { ...answer, text };
  }

  private remember(): void {
    this.moments.push({ at: this.time.now, moment: this.platform.memory.now() });
    if (this.moments.length > 40) this.moments.shift();
  }

  private momentOf(at: number): Moment | undefined {
    return this.moments.findLast((one) => one.at <= at)?.moment;
  }

  private nextId(): string {
    this.requests += 1;
    return `req-${this.requests}`;
  }
}

function withoutRemark(request: PlatformRequest): PlatformRequest {
  const { body } = request;
  return body && SETTINGS.test(request.path)
    ? { ...request, body: body.replace(/"remark":"[^"]*",?/, "").replace(",}", "}") }
    : request;
}

export function htmlPage(status: number): Answer {
  const title = `${status} ${STATUS_CODES[status] ?? ""}`;
  const text = `<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
  return { status, headers: { "content-type": "text/html" }, text };
}
