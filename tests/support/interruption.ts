import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Simulator, SimulatorOptions } from "../../simulator/src";
import { type Command, eventually } from "./command";
import { Gate, type Hold } from "./gate";
import { KEY, startPlatform } from "./platform";
import { resource } from "./resource-fixtures";
import { isInScope } from "./scope";
import { Stack, type StateResource } from "./stack";

/**
 * The moment at which a run is killed, named by a request: `before POST /a/{id}` is on its way to the platform, `after …`
 * is carried out and not answered, `answered …` is answered and the engine does not know the result, and `waiting for …`
 * waits for the task of the request. `#2` is the second such request of the run.
 */
export type KillPoint = string;

const KILL_POINT = /^(before|after|answered|waiting for) ([A-Z]+ [^\s#]+)(?:#(\d+))?$/;

export function kindOf(point: KillPoint): string {
  return KILL_POINT.exec(point)?.[1] ?? "";
}

/** Which processes are killed: the CLI, the process in which it runs the code of the resources, or both at once. */
export type Target = "the CLI" | "the provider process" | "both";

// Other systems do not show which processes belong to a stack.
export const TARGETS: Target[] = existsSync("/proc/self/environ")
  ? ["the CLI", "the provider process", "both"]
  : ["the CLI"];

/** The time that five runs of the CLI may take on a busy machine. */
export const FIVE_RUNS = 300_000;

/** A run that changes several resources at once. Each of them is at a kill point of its own when the run is killed. */
export interface InterruptedRun {
  /** As in "killed while it …". */
  action: string;
  program: string;
  points: KillPoint[];
  /** What happens at the platform before the run. */
  before?(platform: Simulator): void;
  /** What is at the platform in the end, without ids. */
  leaves: object[];
}

/** The interrupted runs of a resource, one after the other in one stack. The first one can follow the last one. */
export interface Interruptions {
  /** The resource, and the deployment if the resource is tested with several. */
  name: string;
  /** The resource's class. */
  type: string;
  platform?: SimulatorOptions;
  /** All objects at the platform. */
  objects(platform: Simulator): PlatformObject[];
  /** The object of one resource, as the state has it. */
  recorded(resource: StateResource): PlatformObject;
  /** What ends at the platform on its own. Default: its tasks. */
  advance?(platform: Simulator): void;
  runs: InterruptedRun[];
}

interface PlatformObject {
  id: unknown;
}

/** A run, and how it is killed and continued. */
interface Case extends InterruptedRun {
  target: Target;
  refreshes: boolean;
}

/**
 * Every run with every target. In each pass all runs follow each other, each with another target than in the pass before;
 * the sample is the first pass, which has every kill point once.
 */
export function casesOf({ runs }: Interruptions, isIncluded = isInScope): Case[] {
  const passes = TARGETS.map((_, pass) => pass).filter((pass) => isIncluded(pass === 0));
  return passes.flatMap((pass) =>
    runs.map((run, column) => {
      const row = (column + pass) % TARGETS.length;
      return { ...run, target: TARGETS[row] as Target, refreshes: (row + column) % 2 === 1 };
    }),
  );
}

/**
 * Kills the runs of a resource. Every other time the state is refreshed before the next `up`. After that no object
 * exists twice, no object is left behind, and there is nothing left to do.
 */
export function describeInterruptions(name: string): void {
  describe.each(resource(name).interruptions)("$name", (interruptions) => {
    const { type, objects, recorded } = interruptions;
    let setup: InterruptedStack;

    beforeAll(async () => {
      setup = await InterruptedStack.start(interruptions);
    });

    afterAll(() => setup?.end());

    test.each(casesOf(interruptions))(
      "$target killed while it $action (refreshed before the next up: $refreshes)",
      async ({ target, program, before, points, refreshes, leaves }) => {
        const { stack, platform } = setup;
        before?.(platform);
        stack.program(program);
        await setup.kill(target, points);
        await setup.recover(target, { refreshes, isOver: target === "both" });
        const resources = await stack.resources(`pulumi-nodejs:dynamic/cloudplatform:${type}`);
        expect(sorted(resources.map(recorded))).toEqual(sorted(objects(platform)));
        expect(sorted(objects(platform).map(({ id: _, ...rest }) => rest))).toEqual(sorted(leaves));
        await stack.up("--expect-no-changes");
      },
      FIVE_RUNS,
    );
  });
}

/** A kill point of the current run. */
interface Waypoint {
  point: KillPoint;
  /** The request that is held; absent where the run waits for a task. */
  hold?: Hold;
  isReached(): boolean;
}

/** A stack whose runs are killed, and the platform behind a gate that holds requests. */
export class InterruptedStack {
  private constructor(
    readonly platform: Simulator,
    readonly gate: Gate,
    readonly stack: Stack,
    private readonly progress: { isAutomatic: boolean; advance(): void },
  ) {}

  static async start({
    platform: options,
    advance = ({ tasks }) => tasks.finish(),
  }: Pick<Interruptions, "platform" | "advance"> = {}): Promise<InterruptedStack> {
    const progress = { isAutomatic: false, advance: () => advance(platform) };
    const onRequest = ({ path }: { path: string }) => {
      if (progress.isAutomatic && /tasks|limits_request/.test(path)) progress.advance();
    };
    const platform: Simulator = await startPlatform({ taskTime: 0, ...options, onRequest });
    const gate = await Gate.before(platform);
    const stack = await Stack.create({
      config: { "cloudplatform:baseUrl": gate.url, "cloudplatform:minPollInterval": "50ms" },
      secrets: { "cloudplatform:apiKey": KEY },
    });
    return new InterruptedStack(platform, gate, stack, progress);
  }

  async end(): Promise<void> {
    await this.gate.close();
    await this.platform.close();
    this.stack.remove();
  }

  /** Runs `up` until all kill points are reached, and kills it there. Its provider process ends in any case. */
  async kill(target: Target, points: KillPoint[]): Promise<void> {
    this.platform.clearRequests();
    this.progress.isAutomatic = false;
    const waypoints = this.prepare(points);
    const run = await this.stack.begin("up", "--yes", "--skip-preview", "--parallel", "20");
    await this.reach(waypoints, run);
    const victims = this.victims(target, run);
    // Stopped first, so that the victims do not receive the replies that are sent from now on.
    for (const pid of victims) process.kill(pid, "SIGSTOP");
    await Promise.all(waypoints.map(({ point, hold }) => kindOf(point) === "answered" && hold?.pass()));
    for (const pid of victims) process.kill(pid, "SIGKILL");
    // The requests of a killed process do not arrive. A process that lives completes its requests.
    if (target !== "the CLI") await Promise.all(waypoints.map(({ hold }) => hold?.ended()));
    this.gate.open();
    this.platform.faults.clear();
    expect((await run.ended).code).not.toBe(0);
    await eventually(() => this.providers().length === 0);
  }

  /** What the user does next. What the platform has begun ends before that, or when it is read. */
  async recover(
    target: Target,
    { refreshes = false, isOver = false }: { refreshes?: boolean; isOver?: boolean } = {},
  ): Promise<void> {
    if (isOver) this.progress.advance();
    this.progress.isAutomatic = true;
    if (target !== "the provider process") await this.stack.pulumi("cancel", "--yes");
    if (refreshes) await this.stack.refresh("--clear-pending-creates");
    await this.stack.up();
    this.progress.advance();
  }

  private async reach(waypoints: Waypoint[], run: Command): Promise<void> {
    const missing = () => waypoints.filter((one) => !one.isReached()).map(({ point }) => point);
    const reached = eventually(() => missing().length === 0);
    const failed = run.ended.then(() => Promise.reject());
    await Promise.race([reached, failed]).catch(() => {
      run.child.kill("SIGKILL");
      throw new Error(`The run did not reach ${missing().join(", ")}. It printed:\n${run.printed()}`);
    });
  }

  /** Makes the run stop at the kill points. */
  private prepare(points: KillPoint[]): Waypoint[] {
    const waiting = points.filter((point) => kindOf(point) === "waiting for").length;
    return points.map((point) => {
      const [, kind = "", request = "", number = "1"] = KILL_POINT.exec(point) ?? [];
      if (kind === "waiting for") {
        this.platform.faults.add(`task-never-ends@${request}#${number}`);
        return { point, isReached: () => this.awaitedTasks() === waiting };
      }
      const hold = this.gate.hold(kind === "before" ? "before" : "after", request, Number(number));
      return { point, hold, isReached: () => hold.isReached };
    });
  }

  /** How many unfinished tasks the run has read. */
  private awaitedTasks(): number {
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

function sorted<T>(objects: T[]): T[] {
  const text = (object: T) => JSON.stringify(object);
  return [...objects].sort((one, other) => (text(one) < text(other) ? -1 : 1));
}
