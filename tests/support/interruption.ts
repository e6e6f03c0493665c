import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Simulator, SimulatorOptions } from "../../simulator/src";
import { type Command, eventually } from "./command";
import { Gate, type Hold } from "./gate";
import { KEY, startPlatform } from "./platform";
import { Stack, type StateResource } from "./stack";

/**
 * Where a run is when it is killed: `before POST /a/{id}` is on its way to the platform, `after …` is carried out and
 * not answered, `answered …` is answered and the engine has not heard of it, and `waiting for …` waits for the task
 * of the request. `#2` is the second such request of the run.
 */
export type Point = string;

const POINT = /^(before|after|answered|waiting for) ([A-Z]+ [^\s#]+)(?:#(\d+))?$/;

/** Who is killed: the CLI, the process in which it runs the code of the resources, or both at once. */
export type Target = "the CLI" | "the provider process" | "both";

// Elsewhere the system does not tell which processes are the stack's.
const TARGETS: Target[] = existsSync("/proc/self/environ")
  ? ["the CLI", "the provider process", "both"]
  : ["the CLI"];

/** The time that so many runs of the CLI may take on a busy machine. */
export const FIVE_RUNS = 300_000;

/** What a run does with several resources at once, each of which is at a point of its own when the run is killed. */
export interface Step {
  /** As in "killed while it …". */
  does: string;
  program: string;
  points: Point[];
  /** What there is at last, without ids. */
  leaves: object[];
}

export interface Subject {
  /** The resource's class. */
  type: string;
  platform?: SimulatorOptions;
  /** All that there is at the platform. */
  there(platform: Simulator): Thing[];
  /** The same of one resource, as the state has it. */
  known(resource: StateResource): Thing;
  /** What comes to its end at the platform without anybody's doing. Default: its tasks. */
  goesOn?(platform: Simulator): void;
  /** What one run after the other does; the last leaves nothing. */
  steps: Step[];
}

interface Thing {
  id: unknown;
}

interface Place {
  point: Point;
  /** The request that is held; none where a task is waited for. */
  hold?: Hold;
  isReached(): boolean;
}

/**
 * Every step with every target, one after the other in one stack; every other time the state is refreshed before the
 * next `up`. Nothing is there twice, nothing is left behind, and after one `up` there is nothing to do.
 */
export function describeInterruptions({ type, there, known, steps, ...platform }: Subject): void {
  let world: InterruptedWorld;

  beforeAll(async () => {
    world = await InterruptedWorld.start(platform);
  });

  afterAll(() => world?.end());

  describe.each(TARGETS.map((target, row) => ({ target, row })))("$target killed", ({ target, row }) => {
    const cases = steps.map((step, column) => ({ ...step, refreshes: (row + column) % 2 === 1 }));

    test.each(cases)(
      "while it $does (refreshed before the next up: $refreshes)",
      async (step) => {
        const { stack, platform } = world;
        stack.program(step.program);
        await world.kill(target, step.points);
        await world.goOn(target, { refreshes: step.refreshes, isOver: target === "both" });
        const resources = await stack.resources(`pulumi-nodejs:dynamic/cloudplatform:${type}`);
        expect(sorted(resources.map(known))).toEqual(sorted(there(platform)));
        expect(sorted(there(platform).map(({ id: _, ...thing }) => thing))).toEqual(sorted(step.leaves));
        await stack.up("--expect-no-changes");
      },
      FIVE_RUNS,
    );
  });
}

interface Next {
  refreshes?: boolean;
  isOver?: boolean;
}

/** A stack whose runs are killed, and the platform, with a gate before it. */
export class InterruptedWorld {
  private constructor(
    readonly platform: Simulator,
    readonly gate: Gate,
    readonly stack: Stack,
    private readonly time: { passes: boolean; pass(): void },
  ) {}

  static async start({
    platform: options,
    goesOn = ({ tasks }) => tasks.finish(),
  }: Pick<Subject, "platform" | "goesOn"> = {}): Promise<InterruptedWorld> {
    const time = { passes: false, pass: () => goesOn(platform) };
    const onRequest = ({ path }: { path: string }) => {
      if (time.passes && /tasks|limits_request/.test(path)) time.pass();
    };
    const platform: Simulator = await startPlatform({ taskTime: 0, ...options, onRequest });
    const gate = await Gate.before(platform);
    const stack = await Stack.create({
      config: { "cloudplatform:baseUrl": gate.url, "cloudplatform:minPollInterval": "50ms" },
      secrets: { "cloudplatform:apiKey": KEY },
    });
    return new InterruptedWorld(platform, gate, stack, time);
  }

  async end(): Promise<void> {
    await this.gate.close();
    await this.platform.close();
    this.stack.remove();
  }

  /** Runs `up` until it is at all of the points, and kills it there. Its provider process ends in any case. */
  async kill(target: Target, points: Point[]): Promise<void> {
    this.platform.clearRequests();
    this.time.passes = false;
    const places = this.arrange(points);
    const run = this.stack.begin("up", "--yes", "--skip-preview", "--parallel", "20");
    await this.reach(places, run);
    const victims = this.victims(target, run);
    // Frozen first: what is answered from now on they do not hear of.
    for (const pid of victims) process.kill(pid, "SIGSTOP");
    await Promise.all(places.map(({ point, hold }) => point.startsWith("answered ") && hold?.pass()));
    for (const pid of victims) process.kill(pid, "SIGKILL");
    // What a dead process was sending never arrives; one that lives sends it to the end.
    if (target !== "the CLI") await Promise.all(places.map(({ hold }) => hold?.ended()));
    this.gate.open();
    this.platform.faults.clear();
    expect((await run.ended).code).not.toBe(0);
    await eventually(() => this.providers().length === 0);
  }

  /** What the user does next. What the platform had begun is over by then, or else it ends when it is looked at. */
  async goOn(target: Target, { refreshes = false, isOver = false }: Next = {}): Promise<void> {
    if (isOver) this.time.pass();
    this.time.passes = true;
    if (target !== "the provider process") await this.stack.pulumi("cancel", "--yes");
    if (refreshes) await this.stack.refresh("--clear-pending-creates");
    await this.stack.up();
    this.time.pass();
  }

  private async reach(places: Place[], run: Command): Promise<void> {
    const missing = () => places.filter((place) => !place.isReached()).map(({ point }) => point);
    const reached = eventually(() => missing().length === 0);
    const failed = run.ended.then(() => Promise.reject());
    await Promise.race([reached, failed]).catch(() => {
      run.child.kill("SIGKILL");
      throw new Error(`The run never was at ${missing().join(", ")}. It printed:\n${run.printed()}`);
    });
  }

  /** Arranges that the run stops at the points. */
  private arrange(points: Point[]): Place[] {
    const waiting = points.filter((point) => point.startsWith("waiting for ")).length;
    return points.map((point) => {
      const [, where = "", request = "", number = "1"] = POINT.exec(point) ?? [];
      if (where === "waiting for") {
        this.platform.faults.add(`task-never-ends@${request}#${number}`);
        return { point, isReached: () => this.awaited() === waiting };
      }
      const hold = this.gate.hold(where === "before" ? "before" : "after", request, Number(number));
      return { point, hold, isReached: () => hold.isReached };
    });
  }

  /** How many tasks the run has looked at that have not ended. */
  private awaited(): number {
    const { tasks, requests } = this.platform;
    return tasks.pending().filter(({ id }) => requests.some(({ path }) => path.endsWith(`/${id}`))).length;
  }

  private victims(target: Target, { child }: Command): number[] {
    const providers = target === "the CLI" ? [] : this.providers();
    const cli = target === "the provider process" ? [] : [child.pid as number];
    return [...cli, ...providers];
  }

  /** The processes that run the code of the stack's resources. */
  private providers(): number[] {
    return this.stack
      .processes()
      .filter(({ command }) => command.includes("/dynamic-provider"))
      .map(({ pid }) => pid);
  }
}

function sorted<T>(things: T[]): T[] {
  const text = (thing: T) => JSON.stringify(thing);
  return [...things].sort((one, other) => (text(one) < text(other) ? -1 : 1));
}
