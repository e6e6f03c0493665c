import { z } from "zod";
import { defineError } from "../../../sdk/src/errors/definition";
import { REPLIES } from "../../../sdk/src/errors/replies";
import type { Creation } from "../../../sdk/src/lifecycle/creation";
import type { Accepted, Change, Live, Resource } from "../../../sdk/src/lifecycle/resource";
import type { Reader } from "../../../sdk/src/platform/api/api";
import { CONNECTIONS } from "../../../sdk/src/platform/http/no-reply";
import { platformError } from "../../support/platform-error";
import { isProbe, type ReceivedRequest, type ScriptedReply } from "../../support/scripted-server";

// A made-up platform that has boxes, in memory, and resources that manage them: only tasks are read over HTTP.

export interface BoxInputs {
  name: string;
  size: number;
  parts: string[];
}

/** The state of a box. The id is known once the platform has shown it. */
export interface Box extends BoxInputs {
  boxId?: string;
}

/** The end of one request of an operation. */
export type End =
  /** The platform refuses it. */
  | "refused"
  /** Its reply is lost. */
  | "lost, not carried out"
  | "lost, carried out"
  /** Its task fails, or outlasts the timeout or the run. */
  | "task fails"
  | "task outlasts the timeout"
  | "task outlasts the timeout, then fails"
  | "cancelled while the task runs"
  /** The process is killed. */
  | "killed before"
  | "killed after"
  | "killed while the task runs";

/** The process ends where this is thrown. */
class Killed extends Error {}

interface Task {
  id: string;
  state: "RUNNING" | "FINISHED" | "ERROR";
  polls: number;
  /** It ends only when the test lets it. */
  isHeld: boolean;
  /** The box that it changes. */
  box?: string;
  /** Carries the request out. Returns the id of a box that it has created. */
  end(): string | undefined;
  created: string[];
}

interface Request {
  line: string;
  carryOut(): string | undefined;
  /** Carried out by a task. */
  hasTask?: boolean;
  /** The box that it changes, which no other task may lock. */
  box?: string;
  /** Why the platform refuses it. */
  refusal?: string | undefined;
}

/** How often a task is polled until it ends. */
const POLLS = 2;

export class BoxPlatform {
  readonly boxes = new Map<string, BoxInputs & { creator?: string; createdAt: number }>();
  /** The requests that change something. */
  requests: string[] = [];
  /** Called when the process is killed, or the run cancelled. */
  onKill: () => void = () => {};
  onCancel: () => void = () => {};
  private readonly tasks: Task[] = [];
  /** Whether the request got the end that the test has chosen. */
  isReached = false;
  private fault: { number: number; end: End } | undefined;
  private count = 0;
  private created = 0;

  constructor(private readonly time: () => number) {}

  /** From now on, the request with this number has this end. */
  arm(number: number, end: End): void {
    this.count = 0;
    this.isReached = false;
    this.fault = { number, end };
  }

  disarm(): void {
    this.fault = undefined;
    this.requests = [];
    for (const task of this.tasks) task.isHeld = false;
  }

  /** What the boxes are. */
  get contents(): BoxInputs[] {
    return [...this.boxes.values()].map(({ name, size, parts }) => ({ name, size, parts }));
  }

  seen(id: string): Live<Box> | undefined {
    const box = this.boxes.get(id);
    if (box === undefined) return undefined;
    const { creator, createdAt, ...state } = box;
    const task = this.tasks.find((each) => each.box === id && each.state === "RUNNING")?.id;
    return structuredClone({ id, state: { boxId: id, ...state }, creator, createdAt, task });
  }

  all(): Live<Box>[] {
    return [...this.boxes.keys()].flatMap((id) => this.seen(id) ?? []);
  }

  create({ name, size, parts }: BoxInputs, creator?: string): string {
    this.created += 1;
    const id = `box-${this.created}`;
    this.boxes.set(id, { name, size, parts, createdAt: this.time(), ...(creator && { creator }) });
    return id;
  }

  /** Carries a request out, or gives it another end. */
  async send({ line, carryOut, hasTask, box, refusal }: Request): Promise<Accepted<Box>> {
    this.count += 1;
    this.requests.push(line);
    const end = this.fault?.number === this.count ? this.fault.end : undefined;
    if (end === "refused" || end === "lost, not carried out" || end === "killed before")
      this.isReached = true;
    const facts = { method: "POST", path: "/boxes" } as const;
    if (end === "killed before") this.kill();
    if (end === "lost, not carried out") throw lost();
    if (end === "refused")
      throw platformError({ ...facts, status: 403, reason: "not today", kind: REPLIES.forbidden });
    if (refusal) throw platformError({ ...facts, status: 400, reason: refusal, kind: REPLIES.badRequest });
    if (this.tasks.some((each) => each.box === box && box !== undefined && each.state === "RUNNING"))
      throw platformError({ ...facts, status: 409, reason: "locked", kind: REPLIES.conflict });
    if (end && (hasTask || !end.includes("task"))) this.isReached = true;
    const tasks = hasTask ? [this.begin(carryOut, box, end).id] : [];
    if (!hasTask) carryOut();
    if (end === "killed after") this.kill();
    if (end === "lost, carried out") throw lost();
    return { tasks };
  }

  /** The replies about tasks, with the platform's time. */
  reply(request: ReceivedRequest): ScriptedReply {
    const headers = { date: new Date(this.time()).toUTCString() };
    if (isProbe(request)) return { headers, body: { count: 0, results: [] } };
    if (["/clock", "/boxes"].includes(request.path)) return { headers, body: {} };
    if (request.path.startsWith("/cloud/v1/tasks?")) return { headers, body: this.listOf(request.path) };
    const task = this.tasks.find(({ id }) => request.path.endsWith(`/${id}`));
    if (!task) return { status: 404, headers, body: {} };
    this.poll(task);
    const created_resources = { boxes: task.created };
    return { headers, body: { state: task.state, error: "no capacity", created_resources } };
  }

  /** The tasks in the state of the query. */
  private listOf(path: string): object {
    const wanted = new URLSearchParams(path.slice(path.indexOf("?"))).get("state");
    const found = this.tasks.filter(({ state }) => state === wanted);
    return {
      count: found.length,
      results: found.map(({ id, state, created }) => ({ id, state, created_resources: { boxes: created } })),
    };
  }

  private begin(end: () => string | undefined, box: string | undefined, fault: End | undefined): Task {
    const isHeld = fault?.includes("task") === true && fault !== "task fails";
    const id = `task-${this.tasks.length + 1}`;
    const task: Task = { id, state: "RUNNING", polls: 0, isHeld, end, created: [], ...(box && { box }) };
    if (fault?.includes("fail")) task.end = () => fail();
    this.tasks.push(task);
    return task;
  }

  private poll(task: Task): void {
    task.polls += 1;
    const { fault } = this;
    if (task.isHeld && fault?.end === "cancelled while the task runs") this.onCancel();
    if (task.isHeld && fault?.end === "killed while the task runs") this.killLater();
    if (task.isHeld || task.polls < POLLS || task.state !== "RUNNING") return;
    try {
      const id = task.end();
      task.created = id === undefined ? [] : [id];
      task.state = "FINISHED";
      const box = id === undefined ? undefined : this.boxes.get(id);
      if (box) box.creator = task.id;
    } catch {
      task.state = "ERROR";
    }
  }

  private kill(): never {
    this.onKill();
    throw new Killed("killed");
  }

  /** The test takes the disk as it is now. The process of the test goes on, so its run is cancelled. */
  private killLater(): void {
    this.onKill();
    this.onCancel();
  }
}

function fail(): never {
  throw new Error("The task fails.");
}

function lost() {
  const facts = { method: "POST", path: "/boxes", reason: "the connection broke" } as const;
  return platformError({ ...facts, mayHaveTakenEffect: true, kind: CONNECTIONS.connectionLost });
}

const inputs = z.strictObject({ name: z.string(), size: z.number(), parts: z.array(z.string()) });

/** The kinds of boxes, which differ in how they are created. */
export type BoxKind = "by a task" | "at once" | "only one";

/** A resource for boxes: created by a task, or at once, or of which the platform has only one. */
export function boxResource(platform: BoxPlatform, kind: BoxKind): Resource<BoxInputs, Box> {
  const isOnlyOne = kind === "only one";
  return {
    type: "Box",
    inputs: inputs as z.ZodType<BoxInputs>,
    properties: { name: { replaces: true }, size: {}, parts: {} },
    identity: { id: isOnlyOne ? { name: z.string() } : { boxId: z.string() } },

    async read(reader, id) {
      await readClock(reader);
      return platform.seen(id) ?? "gone";
    },

    creation: (box) => ({
      noun: "box",
      key: box.name,
      known: (isOnlyOne ? { name: box.name } : box) as Box,
      ...(isOnlyOne ? { step: setting(platform, box) } : creationOf(platform, box, kind === "by a task")),
    }),

    change(seen, { inputs: { name }, change, recorded }) {
      if (seen === "gone" && !isOnlyOne) throw new Error("The box is gone.");
      const live = typeof seen === "string" ? recorded : seen;
      if (isOnlyOne) {
        const wanted = { ...live, ...change, name };
        return Object.keys(change).length > 0 || seen === "gone" ? [setting(platform, wanted)] : [];
      }
      const { parts = live.parts, size = live.size } = change;
      const { boxId: id = "" } = live;
      const [added, removed] = [without(parts, live.parts), without(live.parts, parts)];
      return [
        ...added.map((part) => attach(platform, id, part)),
        ...(size === live.size ? [] : [resize(platform, id, size)]),
        ...removed.map((part) => detach(platform, id, part)),
      ];
    },

    removal: (box) => [remove(platform, (isOnlyOne ? box.name : box.boxId) ?? "", !isOnlyOne)],
  };
}

/** Shows the platform's time, as any request does. */
async function readClock(reader: Reader): Promise<void> {
  await reader.get({ path: "/clock" });
}

const ERRORS = {
  cannotList: defineError({ code: "cannot-list-boxes", message: () => "boxes cannot be listed" }),
  notListed: defineError({ code: "box-not-listed", message: () => "the box is not listed" }),
};

function creationOf(
  platform: BoxPlatform,
  box: Box,
  hasTask: boolean,
): Pick<Creation<Box>, "step" | "objects"> {
  return {
    step: {
      async send(api) {
        await api.send({ method: "POST", path: "/boxes" });
        const carryOut = () => platform.create({ ...box, parts: [] });
        return platform.send({ line: "create", hasTask, carryOut });
      },
    },
    objects: {
      async list(reader, which) {
        await readClock(reader);
        return platform.all().filter(({ state }) => which === "all" || state.name === box.name);
      },
      keyOf: ({ state }) => state.name,
      ...(hasTask && {
        tasks: { type: "create_box", creates: "boxes", place: { projectId: 1, regionId: 2 } },
      }),
      cannotList: ERRORS.cannotList,
      unseen: () => ERRORS.notListed.error(),
    },
  };
}

/** Sets the only box as a whole. */
function setting(platform: BoxPlatform, box: Box): Change<Box> {
  return {
    touches: ["size", "parts"],
    async send() {
      const carryOut = () => {
        const { name, size, parts } = box;
        platform.boxes.set(name, { name, size, parts, createdAt: 0 });
        return undefined;
      };
      const accepted = await platform.send({ line: "set", carryOut });
      return { ...accepted, object: platform.seen(box.name) as Live<Box> };
    },
  };
}

function changing(
  platform: BoxPlatform,
  id: string,
  line: string,
  { hasTask = false, change }: { hasTask?: boolean; change(box: Box): Partial<Box> },
): Change<Box> {
  return {
    does: line,
    locks: true,
    send() {
      const carryOut = () => {
        const before = platform.boxes.get(id);
        if (before) Object.assign(before, change(before));
        return undefined;
      };
      return platform.send({ line, hasTask, box: id, carryOut });
    },
    after: (box) => ({ ...box, ...change(box) }),
  };
}

function attach(platform: BoxPlatform, id: string, part: string): Change<Box> {
  const change = ({ parts }: Box) => ({ parts: [...parts, part].toSorted() });
  return { ...changing(platform, id, `attach ${part}`, { change }), touches: ["parts"] };
}

function detach(platform: BoxPlatform, id: string, part: string): Change<Box> {
  const change = ({ parts }: Box) => ({ parts: without(parts, [part]) });
  return {
    ...changing(platform, id, `detach ${part}`, { change }),
    touches: ["parts"],
    undo: () => attach(platform, id, part),
  };
}

function resize(platform: BoxPlatform, id: string, size: number): Change<Box> {
  const change = () => ({ size });
  return { ...changing(platform, id, `resize to ${size}`, { hasTask: true, change }), touches: ["size"] };
}

/** The platform does not delete a box with parts. */
function remove(platform: BoxPlatform, id: string, hasParts: boolean): Change<Box> {
  return {
    removes: true,
    locks: true,
    send() {
      const carryOut = () => {
        platform.boxes.delete(id);
        return undefined;
      };
      const isRefused = hasParts && (platform.boxes.get(id)?.parts.length ?? 0) > 0;
      const refusal = isRefused ? "the box has parts" : undefined;
      if (!platform.boxes.has(id))
        throw platformError({ method: "DELETE", path: "/boxes", status: 404, kind: REPLIES.notFound });
      return platform.send({ line: "delete", hasTask: hasParts, box: id, carryOut, refusal });
    },
    clearing: {
      says: /^the box has parts$/,
      steps: ({ parts }) => parts.map((part) => detach(platform, id, part)),
    },
  };
}

function without(all: string[], some: string[]): string[] {
  return all.filter((each) => !some.includes(each));
}
