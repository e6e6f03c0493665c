import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Simulator, SimulatorOptions } from "../../simulator/src";
import { type Command, eventually } from "./command";
import { type Deployment, endDeployment, startDeployment } from "./deployment";
import { Gate, type Hold } from "./gate";
import { resource } from "./resource-fixtures";
import { isInScope } from "./scope";
import type { Stack, StateResource } from "./stack";

/**
 * The moment at which a run is killed, relative to a request: `before POST /a/{id}` is not sent yet, `after …` is
 * processed but not answered, `answered …` is answered but the engine has no result yet, and `waiting for …` waits
 * for the task of the request. `#2` is the second matching request of the run.
 */
export type KillPoint = string;

const KILL_POINT = /^(before|after|answered|waiting for) ([A-Z]+ [^\s#]+)(?:#(\d+))?$/;

export function momentOf(point: KillPoint): string {
  return KILL_POINT.exec(point)?.[1] ?? "";
}

/** The processes that are killed: the CLI, the process that runs the code of the resources, or both at once. */
export type Target = "the CLI" | "the provider process" | "both";

// Other systems do not show which processes belong to a stack.
export const TARGETS: Target[] = existsSync("/proc/self/environ")
  ? ["the CLI", "the provider process", "both"]
  : ["the CLI"];

/** The time that five runs of the CLI may take on a busy machine. */
export const FIVE_RUNS = 300_000;

/** A run that changes several resources at once. When it is killed, each of them is at its own kill point. */
export interface InterruptedRun {
  /** As in "killed while it …". */
  action: string;
  program: string;
  points: KillPoint[];
  /** The program of the next run, if it is another one. */
  nextProgram?: string;
  /** Changes at the platform before the run. */
  before?(platform: Simulator): void;
  /** The objects at the platform in the end, without ids. */
  expectedObjects: object[];
}

/**
 * The interrupted runs of a resource, in this order, in one stack. After the last run the first one can follow again.
 */
export interface Interruptions {
  /** The resource, and the deployment if the resource is tested with several. */
  name: string;
  /** The resource's class. */
  type: string;
  platform?: SimulatorOptions;
  /** All objects at the platform. */
  objects(platform: Simulator): PlatformObject[];
  /** The object of a resource as the state has it. */
  recorded(resource: StateResource): PlatformObject;
  /** Ends pending work of the platform. Default: its tasks. */
  advance?(platform: Simulator): void;
  runs: InterruptedRun[];
  /** Only a refresh shows what the killed runs have left: what they removed on the way, or what the next program does not have. */
  needsRefresh?: boolean;
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
 * Every run with two targets. In each pass all runs follow each other, each with another target than in the pass
 * before. The sample is the first pass, which has every kill point once.
 */
export function casesOf(
  { runs, needsRefresh = false }: Pick<Interruptions, "runs" | "needsRefresh">,
  isIncluded = isInScope,
): Case[] {
  const passes = [0, 1].slice(0, TARGETS.length).filter((pass) => isIncluded(pass === 0));
  return passes.flatMap((pass) =>
    runs.map((run, column) => {
      const row = (column + pass) % TARGETS.length;
      return { ...run, target: TARGETS[row] as Target, refreshes: needsRefresh || (row + column) % 2 === 1 };
    }),
  );
}

/**
 * Kills the runs of a resource. Every other time, or always, the state is refreshed before the next `up`. After that no object
 * exists twice, no object is left behind, and a preview shows no change.
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
      "after $target is killed while it $action, the next run converges with one object (after a refresh: $refreshes)",
      async ({ target, program, nextProgram = program, before, points, refreshes, expectedObjects }) => {
        const { stack, platform } = setup;
        before?.(platform);
        stack.program(program);
        await setup.kill(target, points);
        stack.program(nextProgram);
        await setup.recover(target, { refreshes, isOver: target === "both" });
        const resources = await stack.resources(`pulumi-nodejs:dynamic/cloudplatform:${type}`);
        expect(sorted(resources.map(recorded))).toEqual(sorted(objects(platform)));
        expect(sorted(objects(platform).map(({ id: _, ...rest }) => rest))).toEqual(sorted(expectedObjects));
        await stack.up("--expect-no-changes");
      },
      FIVE_RUNS,
    );
  });
}

/** A kill point of the current run. */
interface Waypoint {
  point: KillPoint;
  /** The request that is held. Absent if the run waits for a task. */
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
    const { platform, stack }: Deployment = await startDeployment({ taskTime: 0, ...options, onRequest });
    const gate = await Gate.before(platform);
    await stack.configure({ config: { "cloudplatform:baseUrl": gate.url } });
    return new InterruptedStack(platform, gate, stack, progress);
  }

  async end(): Promise<void> {
    await this.gate.close();
    await endDeployment(this);
  }

  /** Runs `up` until all kill points are reached, and kills the target. The provider process ends in any case. */
  async kill(target: Target, points: KillPoint[]): Promise<void> {
    this.platform.clearRequests();
    this.progress.isAutomatic = false;
    const waypoints = this.prepare(points);
    const run = await this.stack.begin("up", "--yes", "--skip-preview", "--parallel", "20");
    await this.reach(waypoints, run);
    const victims = this.victims(target, run);
    // The processes are stopped first, so that they do not receive the replies that are sent from now on.
    for (const pid of victims) process.kill(pid, "SIGSTOP");
    const answered = waypoints.filter(({ point }) => momentOf(point) === "answered");
    for (const { hold } of answered) hold?.release();
    await Promise.all(answered.map(({ hold }) => hold?.ended()));
    for (const pid of victims) process.kill(pid, "SIGKILL");
    // The requests of a killed process do not arrive. Another process completes its requests.
    if (target !== "the CLI") await Promise.all(waypoints.map(({ hold }) => hold?.ended()));
    this.gate.releaseAll();
    this.platform.faults.clear();
    expect((await run.ended).code).not.toBe(0);
    await eventually(() => this.providers().length === 0);
  }

  /** The next commands of the user. Pending work of the platform ends before them, or when it is read. */
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
    const waiting = points.filter((point) => momentOf(point) === "waiting for").length;
    return points.map((point) => {
      const [, moment = "", request = "", number = "1"] = KILL_POINT.exec(point) ?? [];
      if (moment === "waiting for") {
        this.platform.faults.add(`task-never-ends@${request}#${number}`);
        return { point, isReached: () => this.awaitedTasks() === waiting };
      }
      const hold = this.gate.hold(moment === "before" ? "before" : "after", request, Number(number));
      return { point, hold, isReached: () => hold.isReached };
    });
  }

  /** The number of unfinished tasks that the run has polled. */
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
