import { isPending } from "../../sdk/src/provider/state";
import { recover } from "./engine/commands";
import { Deployment, type RunOptions } from "./engine/deployment";
import { type Declaration, declaration, type Program } from "./engine/program";
import { type Entry, isOfDeclaration, Stack } from "./engine/state";
import { isToBeForgotten, Operator } from "./people/operator";
import { ACTS, type Act, Others } from "./people/others";
import {
  edited,
  firstProgram,
  PLACE,
  SECRET_TEXT,
  SHARED_NAME,
  SHARED_ROUTER,
  type Style,
  styleOf,
} from "./people/programs";
import { type Theme, themeOf } from "./themes";
import { differences, leftovers, remains, undeclared } from "./watch/converged";
import { Watch } from "./watch/watch";
import { CALM, weatherOf } from "./world/faults";
import { Machine } from "./world/machine";
import { deploymentOf, type TaskFate } from "./world/platform";
import { Random } from "./world/random";
import { Stuck } from "./world/time";
import { type About, World } from "./world/world";

/** What decides a history: the seed, and what is left out of it to make it shorter. */
export interface Choice {
  seed: string;
  /** The numbers of acts that do not happen. */
  skipped?: number[];
  /** Faults that do not happen. */
  suppressed?: string[];
}

export interface Violation {
  invariant: string;
  text: string;
}

export interface Result {
  violations: Violation[];
  story: string[];
  acts: number;
  runs: number;
  resources: number;
  faults: string[];
  counts: Map<string, number>;
  requests: number;
}

export async function live(choice: Choice): Promise<Result> {
  const life = new Life(choice);
  try {
    await life.live();
  } catch (error) {
    const invariant = error instanceof Stuck ? "g: stuck" : "defect of the simulation";
    life.watch.violate(invariant, error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  return life.result();
}

class Life {
  private readonly random: Random;
  private readonly world: World;
  private readonly stack: Stack;
  private readonly others: Others;
  readonly watch: Watch;
  private program: Program;
  private readonly acts: number;
  /** Earlier programs, to which people return. */
  private readonly past: Program[] = [];
  /** What this history has most of. */
  private readonly theme: Theme;
  private readonly style: Style;
  private runs = 0;
  private resources = 0;

  constructor(private readonly choice: Choice) {
    this.random = new Random(choice.seed);
    this.theme = themeOf(choice.seed, this.random.of("theme"));
    const deployment = { ...deploymentOf(this.random.of("deployment")), ...this.theme.deployment };
    this.world = new World(this.random, deployment, new Set(choice.suppressed));
    this.world.tell(`deployment: ${JSON.stringify(deployment)}`);
    const habit = this.random.of("others");
    const acts = Object.keys(ACTS) as Act[];
    this.others = new Others(
      this.world,
      this.theme.habit ?? (habit.chance(0.4) ? habit.pick(acts) : undefined),
    );
    this.watch = new Watch(this.world, this.others);
    this.stack = new Stack(this.world.machine.wallTime);
    this.style = { ...styleOf(this.random.of("style")), ...this.theme.style };
    this.program = firstProgram(this.random.of("program"), deployment, this.style);
    this.resources = this.program.length;
    this.acts = this.random.of("acts").between(1, 3);
    this.world.platform.onTaskEnd = (id) => this.taskEnded(id);
  }

  private taskEnded(id: string): void {
    this.others.ended(id);
    const router = this.world.platform.areas.routers.all().find((one) => one.creator_task_id === id);
    if (router && this.world.isMade(router)) this.world.reach("ended", { path: router.id, fault: undefined });
  }

  async live(): Promise<void> {
    for (let act = 0; act < this.acts; act++)
      if (!this.choice.skipped?.includes(act)) await this.faultyAct(act);
    await this.quiet();
  }

  result(): Result {
    const { world, watch, acts, runs, resources } = this;
    const { happened, counts, story, requests } = world;
    return {
      violations: watch.violations,
      story,
      acts,
      runs,
      resources,
      faults: happened,
      counts,
      requests: requests.length,
    };
  }

  private async faultyAct(act: number): Promise<void> {
    const { world, watch } = this;
    const random = this.random.of(`act ${act}`);
    world.begin(`act ${act}`, random.of("world"), CALM);
    const others = random.of("others");
    if (act > 0 && random.chance(0.7)) this.edit(random.of("edit"));
    if (random.chance(0.3)) await world.time.pass(random.magnitude(1_000, 3_600_000));
    if (act > 0 && random.chance(0.3)) await this.moveToAnotherMachine();
    if (random.chance(0.1)) world.machine.ahead = random.between(-180_000, 180_000);
    if (random.chance(0.12)) await this.importRouter(random.of("import"));
    const { drift = 0.1, edits = 0 } = this.theme;
    for (let each = 0; act > 0 && each < 3; each++) {
      if (random.chance(drift)) this.others.act(others);
      if (each < edits) this.edit(random.of(`edit ${each}`));
    }
    if (random.chance(0.05)) await this.mistake(random.of("mistake"));
    const fates = random.of("fates");
    world.platform.fateOf = (_type, isOurs) => faultyFate(fates, isOurs, this.theme);
    const weather = random.chance(this.theme.faults)
      ? weatherOf(random.of("weather"), this.theme.kinds, this.theme.outage)
      : CALM;
    world.begin(`act ${act}`, random.of("world"), weather);
    const options = this.runOptions(random.of("options"));
    const count = random.chance(this.theme.others) ? random.between(1, 4) : 0;
    let isRunning = true;
    for (let each = 0; each < count; each++)
      this.sometime(others, 300_000, (request) => {
        if (isRunning) this.others.act(others, request?.path);
      });
    const isAlone = count === 0 && !this.others.isBusy;
    const { previews = 0 } = this.theme;
    const isPreviewed = options.kind === "up" && weather === CALM && random.of("preview").chance(previews);
    const preview = isPreviewed ? await this.preview(options.refresh, this.program, options) : undefined;
    if (isAlone && preview?.errors.length === 0) watch.shown = preview;
    const run = await this.run(options, random.of("end"));
    watch.shown = undefined;
    isRunning = false;
    world.moments = [];
    if (!run.isOver) watch.checkDecided(run);
    if (isAlone && run.hasSucceeded) watch.checkDone(run);
    if (isAlone && !run.isOver && options.failingSave === undefined) watch.checkClaims(run);
    watch.checkTexts();
    watch.checkState(this.stack.saved.entries);
  }

  /** The preview of a program that has a secret value where it is not valid. */
  private async mistake(random: Random): Promise<void> {
    const routers = this.program.filter(({ type }) => type === "Router");
    if (routers.length === 0) return;
    const wrong = random.pick(routers);
    const args = { ...wrong.args, name: `-${SECRET_TEXT}-` };
    const isWrong = (one: Declaration) => one === wrong;
    const program = this.program.map((one) => (isWrong(one) ? { ...one, args, secret: ["name"] } : one));
    const { errors } = await this.preview(false, program);
    if (errors.length === 0) this.watch.violate("e: an invalid input is accepted", wrong.name);
  }

  /** The disk with its records stays behind. What a lost run has begun is recovered first, as the docs say. */
  private async moveToAnotherMachine(): Promise<void> {
    const { world, watch } = this;
    const begun = this.stack.saved.pending.map(({ entry }) => entry.urn);
    // The record of a creation that has failed, because its reply was lost, has no pending operation: only this machine knows it.
    const records = world.machine.texts().map((text) => JSON.parse(text) as { urn: string });
    if (records.some(({ urn }) => !begun.includes(urn))) return;
    world.count("another machine");
    world.tell("another machine");
    world.machine = new Machine("another", world.time);
    watch.hasMoved = true;
    if (this.stack.saved.pending.length === 0) return;
    const report = await world.time.settle(recover(world, this.stack));
    world.count("recover");
    world.tell(`recover: ${report}`);
    watch.print(report);
    watch.checkRecovered(report, this.stack.saved.entries);
  }

  /** `pulumi import` of a router of others, which the program then declares. */
  private async importRouter(random: Random): Promise<void> {
    const { world, stack, others } = this;
    if (world.platform.deployment.mode === "documented-only") return;
    const known = JSON.stringify([this.program, this.past, stack.saved, SHARED_ROUTER, SHARED_NAME]);
    // Without a name, the one of the resource and a suffix is declared.
    const isDeclared = (name: string) => this.program.some((one) => name.startsWith(`${one.name}-`));
    const free = others
      .routers()
      .filter(({ id, name }) => !known.includes(id) && !known.includes(name) && !isDeclared(name));
    const [router] = free.length > 0 ? [random.pick(free)] : [];
    if (!router) return;
    const number = 50 + this.past.length + this.program.length;
    const path = `${PLACE.projectId}/${PLACE.regionId}/${router.id}`;
    const args = { ...PLACE, name: router.name };
    const declared = declaration(`imported-${number}`, "Router", args, { door: "plugin" });
    const deployment = new Deployment(world, stack, { kind: "import" });
    this.watch.adopted.add(router.id);
    this.watch.imported.add(router.id);
    const isImported = await world.time.settle(deployment.import(declared, path));
    if (!isImported) return;
    world.count("import");
    world.tell(`import of router ${router.id} as ${declared.name}`);
    this.past.push(this.program);
    const door = random.chance(0.4) ? "classes" : "plugin";
    this.program = [...this.program, { ...declared, door }];
  }

  /** A router of the stack gets another resource, which adopts it by its id. */
  private takenOver(random: Random): { program: Program; edit: string } {
    const isManaged = ({ type, args }: Declaration) => type === "Router" && args.routerId === undefined;
    const owned = this.program.filter(isManaged).flatMap((declared) => {
      const entry = this.stack.saved.entries.find((one) => isOfDeclaration(one, declared));
      return entry && !entry.id.includes(":") ? [{ declared, routerId: entry.id }] : [];
    });
    if (owned.length === 0) return { program: this.program, edit: "nothing" };
    const { declared, routerId } = random.pick(owned);
    const { ifExists, externalGatewayInfo, ...args } = declared.args;
    const name = `taken${this.past.length}-${declared.name.split("-").at(-1)}`;
    const taken = declaration(
      name,
      "Router",
      { ...args, routerId },
      {
        ...{ door: declared.door, secret: declared.secret },
      },
    );
    this.watch.taken.add(routerId);
    // A failed update may have left the old name.
    if (this.watch.opened.has(declared.name)) this.watch.opened.add(name);
    return {
      program: [...this.program.filter((one) => one !== declared), taken],
      edit: `take over of ${declared.name} by ${name}`,
    };
  }

  private edit(random: Random): void {
    if (this.program.length === 0) return;
    this.past.push(this.program);
    const isNew = (one: Declaration) =>
      !this.stack.saved.entries.some((entry) => isOfDeclaration(entry, one));
    const isReverted = this.past.length > 1 && random.chance(this.style.edit === "revert" ? 0.6 : 0.25);
    const { program, edit } = isReverted
      ? { program: random.pick(this.past), edit: "revert" }
      : random.chance(0.06)
        ? this.takenOver(random)
        : edited(random, this.program, this.world.platform.deployment, this.style, (one) => !isNew(one));
    const same = (one: Declaration) =>
      program.some(
        ({ name, door, args }) =>
          name === one.name && door === one.door && args.routerId === one.args.routerId,
      );
    this.watch.hasAlwaysBeenWhole = false;
    for (const { name, secret } of this.past.flat())
      if (secret.length > 0 && program.some((one) => one.name === name && one.secret.length === 0))
        this.watch.opened.add(name);
    this.watch.moved.push(...this.program.filter((one) => isNew(one) && !same(one)));
    this.program = program;
    this.world.count(`edit: ${edit.split(" of ")[0]?.split(" ")[0]}`);
    this.world.tell(`edit: ${edit}`);
  }

  private runOptions(random: Random): RunOptions {
    const kind = random.weighted({ up: 15, refresh: 2, destroy: 2 });
    const targets =
      kind === "up" && random.chance(0.07) ? random.some(this.program.map(({ name }) => name)) : undefined;
    const settings = {
      ...(random.chance(0.3) && { taskTimeout: random.pick(["20s", "2m", "30m"]) }),
      ...(random.chance(0.3) && { maxRetries: random.pick(["0", "1", "2"]) }),
      ...(random.chance(0.3) && { requestTimeout: random.pick(["5s", "15s"]) }),
      ...(random.chance(0.2) && { maxConcurrentRequests: random.pick(["1", "2"]) }),
    };
    return {
      ...{ kind, settings, targets },
      refresh: kind === "up" && random.chance(this.theme.refresh ?? 0.4),
      parallel: random.pick([1, 4, 8]),
      failingSave: random.chance(0.06) ? random.between(1, 8) : undefined,
    };
  }

  /** Runs Pulumi. It may be cancelled, or killed. */
  private async run(options: RunOptions, end?: Random): Promise<Deployment> {
    const { world, watch, stack, program } = this;
    this.runs += 1;
    this.resources = Math.max(this.resources, program.length);
    const deployment = new Deployment(world, stack, options);
    const { settings, ...shown } = options;
    world.tell(`run ${JSON.stringify(shown)} ${JSON.stringify(settings ?? {})}`);
    watch.begin(deployment, program);
    const over = Promise.withResolvers<boolean>();
    const finish = end && this.plannedEnd(end, deployment, () => over.resolve(false));
    const succeeded = await world.time.settle(Promise.race([deployment.run(program), over.promise]));
    finish?.();
    watch.end();
    const how = deployment.isOver ? "was killed" : succeeded ? "succeeded" : "failed";
    world.tell(
      `  ${how}: ${deployment.steps.map(({ kind, urn }) => `${kind} ${urn.split("::").at(-1)}`).join(", ")}`,
    );
    return deployment;
  }

  /** At some time, or shortly after some request was sent, or carried out, or some router was created. */
  private sometime(random: Random, longest: number, work: (about?: About) => void): void {
    const when = random.weighted({ time: 3, sent: 2, created: 3, done: 3, ended: 2 });
    if (when === "time") this.world.time.after(random.magnitude(10, longest), work);
    else {
      const after = random.chance(0.5) ? 0 : random.magnitude(1, 30_000);
      const count = random.magnitude(1, { sent: 30, created: 3, done: 8, ended: 3 }[when]);
      const begin = (about: About) => void this.world.time.after(after, () => work(about));
      this.world.moments.push({ when, count, work: begin });
    }
  }

  private plannedEnd(random: Random, deployment: Deployment, over: () => void): () => void {
    const { world } = this;
    if (!random.chance(this.theme.kills)) return () => {};
    const kind = random.weighted({ cancel: 3, "kill the engine": 3, "kill all": 4 });
    let hasEnded = false;
    const kill = () => {
      if (hasEnded) return;
      deployment.kill();
      world.count("kill -9 of all processes");
      world.tell("  kill -9 of all processes");
      over();
    };
    this.sometime(random, 200_000, (request) => {
      if (hasEnded) return;
      // Its reply does not come any more.
      if (request && random.chance(0.4)) request.fault ??= "silence after";
      if (kind === "kill all") return kill();
      world.count(kind);
      world.tell(`  ${kind}`);
      if (kind === "cancel") {
        deployment.cancel();
        world.time.after(random.between(5_000, 40_000), kill);
      } else {
        deployment.killEngine();
        // The next run needs `pulumi cancel`, which takes a moment.
        world.time.after(3_000, over);
      }
    });
    return () => {
      hasEnded = true;
    };
  }

  /** The faults stop. The user runs Pulumi as errors advise, until the platform is as the program says. */
  private async quiet(): Promise<void> {
    const { world, watch, stack } = this;
    const random = this.random.of("quiet");
    const tasks = random.of("tasks");
    world.begin("quiet", random.of("world"), CALM);
    world.tell("the faults stop");

    world.platform.fateOf = () => ({ ms: tasks.magnitude(200, 20_000) });
    this.others.decide();
    if (random.chance(0.5)) await world.time.pass(1_800_000);
    const operator = new Operator(world, this.program, this.past.toReversed());
    let last: Deployment | undefined;
    let attempts = 2;
    for (let attempt = 0; attempt < attempts; attempt++) {
      const isAlone = !this.others.isBusy;
      last = await this.run({ kind: "up", refresh: true });
      watch.checkTexts();
      if (isAlone) watch.checkClaims(last);
      if (last.errors.length === 0) {
        watch.checkRecords(last);
        // A second run is only needed if something is left to do.
        const { steps, errors } = await this.preview(true);
        if (errors.length === 0 && steps.every(({ kind }) => kind === "same" || kind === "refresh")) break;
        continue;
      }
      // "If the platform has no such router, remove the resource from the state with `pulumi state delete`."
      const missing = last.errors.filter(isToBeForgotten);
      const isDeclared = (entry: Entry) => this.program.some((one) => isOfDeclaration(entry, one));
      const isMissing = (entry: Entry) =>
        missing.some(
          ({ urn, during }) =>
            urn === entry.urn && (during !== "deleting" || isPending(entry.id) || !isDeclared(entry)),
        );
      stack.saved.entries = stack.saved.entries.filter((entry) => !isMissing(entry));
      if ((await operator.follow(last.errors)) && attempts < 8) attempts = attempt + 3;
      this.program = operator.program;
    }
    for (const { urn, message } of last?.errors ?? [])
      if (!operator.isExplained(message))
        watch.violate("d: a run fails without faults", `${urn}: ${message}`);
    if (!last || last.errors.length > 0) return;
    for (const text of differences(world.platform, this.program, stack, watch.texts))
      watch.violate("d: differs from the program", text);
    if (!watch.hasLost)
      for (const text of undeclared(world, this.program, stack, watch))
        watch.violate("d: stays undeclared", text);
    for (const text of leftovers(world, stack, watch)) watch.violate("a: made twice", text);
    const preview = await this.preview();
    for (const { kind, urn, changed } of preview.steps)
      if (kind !== "same" && kind !== "refresh")
        watch.violate("d: the preview is not empty", `${kind} ${urn}: ${changed.join(", ")}`);
    await this.ends(random.of("end"), operator);
  }

  /** A last change, which its preview has shown, and the end of the stack. */
  private async ends(random: Random, operator: Operator): Promise<void> {
    const { world, watch, stack } = this;
    this.edit(random);
    const preview = await this.preview();
    watch.shown = preview;
    const up = await this.run({ kind: "up" });
    watch.shown = undefined;
    watch.checkClaims(up);
    if (up.hasSucceeded)
      for (const { urn, message } of preview.errors)
        watch.violate("c: the preview fails, and the run does not", `${urn}: ${message}`);
    const [first] = up.errors;
    if (first) {
      const isSlow =
        /\[(task-unfinished|decision-pending|quota-decision-not-polled|request-not-sent|ended-before-reply|list-changed|operation-paused|queued-too-long)\]/.test(
          first.message,
        );
      if (preview.errors.length === 0 && !isSlow) watch.violatesUnlessShown(first, preview);
      return;
    }
    // Two resources that are one router delete it at the same time.
    const shared = [...Map.groupBy(stack.saved.entries, ({ id }) => id)].filter(([, all]) => all.length > 1);
    const isOfTwo = (message: string) => shared.some(([id]) => message.includes(id));
    const destroy = await this.run({ kind: "destroy" });
    for (const { urn, message } of destroy.errors)
      if (!isOfTwo(message) && !operator.isExplained(message))
        watch.violate("d: destroy fails", `${urn}: ${message}`);
    if (destroy.errors.length === 0)
      for (const text of [...leftovers(world, stack, watch), ...remains(world, stack, watch)])
        watch.violate("a: left behind", text);
  }

  /** Asks in a copy of the world what a run would do. */
  private async preview(
    refresh = false,
    program = this.program,
    options: Partial<RunOptions> = {},
  ): Promise<Deployment> {
    const { world, stack, watch } = this;
    const deployment = new Deployment(world, stack, { ...options, kind: "preview", refresh });
    const { machine } = world;
    world.isPreviewing = true;
    world.machine = machine.copy();
    watch.begin(deployment, program);
    await world.time.aside(() => deployment.run(program));
    watch.end();
    world.machine = machine;
    world.isPreviewing = false;
    const shown = deployment.steps.map(
      ({ kind, urn, changed }) => `${kind} ${urn.split("::").at(-1)} (${changed.join(", ")})`,
    );
    world.tell(`preview: ${shown.join(", ")}`);
    return deployment;
  }
}

function faultyFate(random: Random, isOurs: boolean, { failing = 0.06, silent = 0.04 }: Theme): TaskFate {
  const ms = random.magnitude(100, isOurs ? 1_200_000 : 120_000);
  if (random.chance(failing)) return { ms, failure: "No resources are left for this operation" };
  return { ms, isSilent: isOurs && random.chance(silent) };
}
