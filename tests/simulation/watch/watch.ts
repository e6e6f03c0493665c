import { CLOCK_TOLERANCE_MS } from "../../../sdk/src/operation/decide";
import { isPending, pendingIdOf } from "../../../sdk/src/provider/state";
import { parseDuration } from "../../../sdk/src/util/duration";
import { canonicalJson, type JsonObject } from "../../../sdk/src/util/json";
import type { RouterRecord } from "../../../simulator/src";
import type { Deployment, RunError } from "../engine/deployment";
import type { Declaration, Program } from "../engine/program";
import { type Entry, isOfDeclaration, urnOf } from "../engine/state";
import type { Violation } from "../history";
import { isNeededByRoutes, isUnsupported } from "../people/operator";
import { OTHER_NETWORK, type Others, thingsOf } from "../people/others";
import { SECRET_TEXT, SHARED_ROUTER } from "../people/programs";
import { EPOCH } from "../world/machine";
import type { SentRequest } from "../world/network";
import { KEYS, type World } from "../world/world";
import {
  Before,
  falseClaims,
  ghosts,
  hasRecord,
  needless,
  otherClaims,
  sharing,
  unclaimed,
  unnamed,
} from "./claims";
import { differences, exists, isGatewayed, isListless } from "./converged";
import {
  outlasting,
  pollingInVain,
  repeatedEarly,
  repeatedOften,
  sleeping,
  unsearched,
  unshown,
} from "./traffic";

const ROUTER = /^\/cloud\/v[12]\/routers\/\d+\/\d+(?:\/([^/]+))?(?:\/(attach|detach))?$/;

/** The platform has not carried out a creation. */
const REFUSED = /^POST \S+(?<!attach|detach) was answered (400|403|422)/;

/** By default. */
const REQUEST_TIMEOUT_MS = 30_000;

/** Watches what the package sends, prints and keeps, and collects what it must not. */
export class Watch {
  readonly violations: Violation[] = [];
  /** All that was printed. */
  readonly texts: string[] = [];
  /** Routers of others that a program has declared as its own. */
  readonly adopted = new Set<string>();
  /** Objects that the program has let go. */
  readonly retained = new Set<string>();
  /**
   * Resources that were renamed or moved to the other door before a state had them: an unfinished creation belongs to a URN, which
   * is then another one.
   */
  readonly moved: Declaration[] = [];
  /** What some run has done is in no state. */
  hasLost = false;
  /** Every run was of the whole program, which nobody has changed. */
  hasAlwaysBeenWhole = true;
  /** The present machine does not have the records of all runs. */
  hasMoved = false;
  /** Routers that another resource has adopted from one of the stack, so that nobody deletes them. */
  readonly taken = new Set<string>();
  /** Resources with an input that was a secret. If its change fails, the state has the old value, as Pulumi marks it by the new one. */
  readonly opened = new Set<string>();
  /** Routers that the stack owns since their import. */
  readonly imported = new Set<string>();
  /** What a preview has just shown of the present run. */
  shown: Deployment | undefined;
  /** The beginnings of the names that a program adopts. */
  private readonly names = new Set<string>();
  private deployment: Deployment | undefined;
  private before: Before | undefined;
  private program: Program = [];
  /** The age of what the package knows of a router. */
  private readonly seen = new Map<string, number>();
  private begunAt = 0;
  /** When runs were under way that were killed, or whose state was not saved. */
  private readonly lost: Array<{ from: number; to: number; after: number }> = [];
  /** When a run has succeeded last. */
  private succeededAt = Number.NEGATIVE_INFINITY;
  /** How many faults had happened when the run began. */
  private faults = 0;
  /** How many requests were sent before the run. */
  private sent = 0;

  constructor(
    private readonly world: World,
    private readonly others: Others,
  ) {
    world.onArrival = (request, asOf) => this.onArrival(request, asOf);
    world.onGivenUp = ({ method, path, at }) => {
      // The docs say that a run waits so long for the reply to a change.
      if (method !== "GET" && !this.deployment?.isOver && world.time.now - at < 4_000)
        this.violate("g: gives up a change", `${method} ${path}`);
    };
  }

  /** Whether the program has let a router go, perhaps before the state had its id. */
  isRetained({ id, creator_task_id: task }: RouterRecord): boolean {
    return this.retained.has(id) || this.retained.has(pendingIdOf([task ?? ""]) ?? "");
  }

  isChangedByOthers(client: number): boolean {
    return this.others.thresholds.has(client);
  }

  isOfOthers(object: string): boolean {
    return this.others.objects.has(object);
  }

  /**
   * Nobody can recognise a router whose creation was killed before the reply, and that somebody has renamed since: its name is all
   * that shows whose it is.
   */
  isRenamed(id: string): boolean {
    return this.others.renamed.has(id);
  }

  /** Whether a program adopts a router that has, or once had, this name. */
  private isDeclared(id: string): boolean {
    const { name: present = "" } = this.world.platform.areas.routers.get(id) ?? {};
    const had = [...(this.others.names.get(id) ?? []), present];
    return [...this.names].some((name) => had.some((one) => one.startsWith(name)));
  }

  /** Of the present run. */
  private get requests(): SentRequest[] {
    return this.world.requests.slice(this.sent);
  }

  /** After which the present run gives up a request. */
  private get requestTimeout(): number {
    const { requestTimeout = "" } = this.deployment?.options.settings ?? {};
    return parseDuration(requestTimeout) ?? REQUEST_TIMEOUT_MS;
  }

  /** An object of others with our name that was created while a request of ours was under way, whose reply was lost. */
  private isMistakable(id: string): boolean {
    const isAgeless = this.world.platform.deployment.isTimeless;
    const names = isAgeless ? [...(this.others.names.get(id) ?? [])] : [];
    return (
      this.others.creationsOf(id).some(({ at, name }) => this.mayBeMistaken(at, name)) ||
      names.some((name) => this.isUnnamed(name))
    );
  }

  /** Whether an error has said that the platform does not know a task. */
  isUnknown(task: string): boolean {
    return this.texts.some((text) => text.includes("[task-not-found]") && text.includes(task));
  }

  /**
   * When the tasks of a creation have ended, if they do not name their router, which is gone, renamed, or shows neither its task nor
   * its age; or if something in front of the platform did not know them.
   */
  private unnamedUntil({ tasks = [] }: SentRequest): number[] {
    const { platform } = this.world;
    const { hidesCreators, isTimeless } = platform.deployment;
    const isShown = (task: string) =>
      !hidesCreators &&
      !isTimeless &&
      platform.areas.routers.all().some((one) => one.creator_task_id === task && !this.isRenamed(one.id));
    const isUnnamed = (task: string) => this.isUnknown(task) || (platform.isSilent(task) && !isShown(task));
    return tasks.filter(isUnnamed).map((task) => platform.endOf(task));
  }

  /** Whether neither a task of ours nor its object, which may be gone, shows which of this name we have created. */
  private isUnnamed(name: string): boolean {
    const { requests } = this.world;
    const isAbout = ({ method, body }: SentRequest) =>
      method === "POST" && body?.includes(JSON.stringify(name));
    return requests.some((request) => isAbout(request) && this.unnamedUntil(request).length > 0);
  }

  private mayBeMistaken(at: number, name: string): boolean {
    // On another machine, nothing shows when a run was lost, and whether it has sent its request.
    if (this.hasMoved && this.lost.some(({ after }) => after < at)) return true;
    // The reply about a limit request does not name it.
    const isLost = ({ at: sent, status = 0, fault, path }: SentRequest) =>
      path.endsWith("/limits_request") ||
      fault ||
      status < 200 ||
      status >= 400 ||
      this.lost.some(({ from, to }) => from <= sent && sent <= to);
    // A reply may come until then; a later run does not know the time-out of a lost one. Nothing else bounds an object without a time.
    const { platform, requests } = this.world;
    const until = (sent: number) =>
      platform.deployment.isTimeless
        ? Number.POSITIVE_INFINITY
        : sent + (sent < this.begunAt ? REQUEST_TIMEOUT_MS : this.requestTimeout);
    const isNear = (request: SentRequest) =>
      request.method === "POST" &&
      request.at - CLOCK_TOLERANCE_MS < at &&
      at < Math.max(until(request.at), ...this.unnamedUntil(request)) + CLOCK_TOLERANCE_MS &&
      request.body?.includes(JSON.stringify(name));
    const isUnnamed = (request: SentRequest) => this.unnamedUntil(request).length > 0;
    return requests.some((request) => isNear(request) && (isLost(request) || isUnnamed(request)));
  }

  /** Whether one of others may have been taken for a router of ours that came late, or that the platform has hidden. */
  isConfusable(name: string): boolean {
    const { counts, platform } = this.world;
    const mayBeLate = counts.has("fault: late arrival") || !platform.deployment.visibleWhileCreating;
    const others = this.others.routers().filter((router) => router.name === name);
    return mayBeLate && others.some(({ id }) => this.isMistakable(id));
  }

  violate(invariant: string, text: string): void {
    if (this.violations.some((one) => one.invariant === invariant && one.text === text)) return;
    this.violations.push({ invariant, text });
    this.world.tell(`VIOLATION of ${invariant}: ${text}`);
  }

  /** What a command has printed. */
  print(text: string): void {
    this.texts.push(text);
    this.checkSecrets("a report", text);
  }

  /** Of which objects `recover` says that the lost run has created them. */
  checkRecovered(report: string, entries: readonly Entry[]): void {
    const { platform } = this.world;
    // Where a router of the state names its task, which a page of the list has, another user shows that a router is not ours.
    const { hidesCreators, pageSize, taskPath } = platform.deployment;
    const isListed = !pageSize && taskPath !== "/v1/tasks";
    const routers = entries.flatMap(({ id }) => platform.areas.routers.get(id) ?? []);
    // The stack may have adopted a router of theirs.
    const isMixed = routers.some(({ creator_task_id: task }) => this.others.hasBegun(task ?? ""));
    const hasOwn =
      isListed && !hidesCreators && !isMixed && routers.some((router) => this.world.isMade(router));
    for (const [, id = ""] of report.matchAll(/the lost run has created router (\S+?)[,:]/g)) {
      const router = this.world.platform.areas.routers.get(id);
      const isByOthers = hasOwn && this.others.hasBegun(router?.creator_task_id ?? "");
      if (router && !this.world.isMade(router) && (isByOthers || !this.isMistakable(id)))
        this.violate("h: recovers a router of others", id);
    }
    for (const [, id = ""] of report.matchAll(/the lost run has created quota limit request (\d+)/g))
      if (this.others.objects.has(`request ${id}`)) this.violate("h: recovers a request of others", id);
  }

  begin(deployment: Deployment, program: Program): void {
    this.deployment = deployment;
    this.sent = this.world.requests.length;
    this.hasAlwaysBeenWhole &&= deployment.options.targets === undefined;
    this.begunAt = this.world.time.now;
    this.faults = this.world.happened.length;
    deployment.onRemoved = (entry) => this.checkRemoved(entry);
    deployment.onDeleted = (entry) => this.checkDeleted(entry);
    deployment.onRead = (entry, from) => this.checkRead(entry, from);
    const { platform, machine } = this.world;
    this.before = new Before(platform, machine.texts(), deployment.stack.saved.entries);
    this.program = program;
    for (const { args, name, type } of program) {
      if (type !== "Router") continue;
      if (args.routerId) this.adopted.add(SHARED_ROUTER);
      if (args.ifExists === "adopt") this.names.add(String(args.name ?? `${name}-`));
    }
  }

  end(): void {
    const { deployment, world } = this;
    if (!deployment) return;
    const { requests } = this;
    for (const text of repeatedEarly(requests)) this.violate("i: repeats too early", text);
    for (const text of repeatedOften(requests, deployment)) this.violate("i: repeats too often", text);
    const isHindered = world.weather.perSecond || "no connection" in world.weather.kinds;
    for (const text of isHindered ? [] : unsearched(deployment, requests))
      this.violate("d: does not look for what it may have created", text);
    for (const text of outlasting(deployment, world.time.now)) this.violate("g: outlasts its end", text);
    for (const text of isHindered ? [] : sleeping(deployment, requests, world.time.now))
      this.violate("g: sleeps after Ctrl-C", text);
    for (const text of pollingInVain(requests, isGatewayed(world)))
      this.violate("i: polls a task that does not exist", text);
    const isPending = (task: string) => world.platform.areas.tasks.pending().some(({ id }) => id === task);
    for (const { method, path, tasks = [] } of deployment.hasSucceeded ? requests : [])
      if (tasks.some(isPending)) this.violate("d: done before its task", `${method} ${path}`);
    // Where nothing can be read, nothing shows what they have set.
    for (const id of isGatewayed(world) ? [] : world.platform.forgotten)
      this.violate("b: resets what others have set", `settings ${id}`);
    const isLost = deployment.isOver || deployment.options.failingSave !== undefined;
    if (isLost) this.lost.push({ from: this.begunAt, to: world.time.now, after: this.succeededAt });
    else if (deployment.hasSucceeded && deployment.options.kind !== "preview")
      this.succeededAt = world.time.now;
    this.hasLost ||= isLost;
    for (const id of deployment.retained) this.retained.add(id);
    this.texts.push(
      ...deployment.lines.map(({ text }) => text),
      ...deployment.errors.map(({ message }) => message),
    );
    for (const { severity, text, urn } of deployment.lines) {
      if (severity !== "status")
        world.tell(`  ${severity} of ${urn?.split("::").at(-1) ?? "the stack"}: ${text}`);
      // The state, or an object that the engine replaces, may have the old value of an input that is no secret any more.
      if (this.opened.size === 0) this.checkSecrets("an output", text);
    }
    for (const error of deployment.errors) this.checkError(error);
  }

  /** A creation that waits for a decision succeeds only if it was approved. */
  checkDecided({ steps, entries }: Deployment): void {
    const { quotas } = this.world.platform.areas;
    for (const { urn, type, inputs, outputs, initErrors } of entries) {
      const isCreated = !initErrors && steps.some((step) => step.urn === urn && step.kind === "create");
      const { requestId = 0 } = outputs as { requestId?: number };
      const isWaited = type === "QuotaLimitRequest" && isCreated && inputs.waitForDecision === true;
      // A person may have removed it since.
      if (isWaited && (quotas.request(requestId)?.status ?? "done") !== "done")
        this.violate("d: reported as done", `${urn} was not approved`);
    }
  }

  /** What is on the disk and in the state. */
  checkTexts(): void {
    for (const text of this.world.machine.texts()) this.checkSecrets("a record", text);
  }

  /** A record of a creation ends when the state has its object, which a refresh has shown to the package. */
  checkRecords({ beforeProgram, steps }: Deployment): void {
    // A process of a killed run ends its work in flight, and may write until then.
    if (this.lost.some(({ to }) => this.begunAt < to + 60_000)) return;
    const shown = beforeProgram.filter((entry) => !entry.delete && !entry.pendingReplacement);
    for (const text of this.world.machine.texts()) {
      const { urn, unfinished } = JSON.parse(text) as {
        urn: string;
        unfinished: { id?: string; tasks?: string[] };
      };
      const { routers } = this.world.platform.areas;
      const creatorOf = ({ id }: Entry) => routers.get(id)?.creator_task_id ?? "";
      // A resource that was renamed since has the record of another one.
      const isShown = (entry: Entry) =>
        entry.id === unfinished.id || (entry.urn === urn && unfinished.tasks?.includes(creatorOf(entry)));
      const isNew = steps.some((step) => step.urn === urn && /create|replace/.test(step.kind));
      if (!isNew && shown.some(isShown)) this.violate("d: a record stays", urn);
    }
  }

  checkState(entries: readonly Entry[]): void {
    for (const { urn, name: own, inputs, outputs, secret, initErrors = [] } of entries) {
      if (this.opened.has(own)) continue;
      const clear = [...Object.entries(inputs), ...Object.entries(outputs)].filter(
        ([name]) => !secret.includes(name),
      );
      this.checkSecrets(`the state of ${urn}`, JSON.stringify([clear, initErrors]));
    }
  }

  violatesUnlessShown({ urn, message }: RunError, { lines, steps }: Deployment): void {
    // "if it is the object that this run replaces": `check` does not learn whether the engine replaces something. How a task ends
    // that `up` waits for, no preview knows. Of a request that is used again, the preview does not say how it was decided.
    const mayReplace =
      steps.some((step) => step.urn === urn && step.kind === "replace") ||
      this.program.some((one) => one.deleteBeforeReplace && urn.endsWith(`::${one.name}`));
    const isShown = lines.some(
      ({ urn: about, severity, text }) =>
        about === urn &&
        (severity === "warning" ||
          /waits for task|is used again/.test(text) ||
          (mayReplace && text.includes("is equal"))),
    );
    // The engine does not ask the provider about a resource that moves to another one.
    const isMoved = steps.some((step) => step.urn === urn && step.changed.includes("provider"));
    // Where nothing can be read, nothing shows what others have deleted, or are changing.
    const { mode } = this.world.platform.deployment;
    const isUnseen = mode === "documented-only" && /\[(not-found|conflict)\]/.test(message);
    if (!isShown && !isMoved && !isUnseen && !isUnsupported(message) && !isNeededByRoutes(message))
      this.violate("c: fails, and the preview did not say so", `${urn}: ${message}`);
  }

  /** Nothing leaves the state that the platform has, nor a request that a person has decided. */
  private checkRemoved(entry: Entry): void {
    // A replica that lags shows what was there before.
    if (this.world.hasLag) return;
    const { status = "" } = entry.outputs as { status?: string };
    const isDecided = entry.type === "QuotaLimitRequest" && ["done", "rejected"].includes(status);
    if (exists(this.world.platform, entry) || isDecided)
      this.violate("d: leaves the state", `${entry.urn} (${entry.id})`);
  }

  /** What the state says after a run that ended by itself. Others have done nothing meanwhile. */
  checkClaims(run: Deployment): void {
    // What a killed run has sent may still arrive.
    if (this.lost.some(({ to }) => this.begunAt < to + 60_000)) return;
    const { platform, hasLag, machine } = this.world;
    if (run.hasSucceeded && run.options.kind === "up")
      for (const text of sharing(run.entries, this.program, this.hasAlwaysBeenWhole && !this.hasMoved))
        this.violate("a: two resources are one router", text);
    const isLimited = this.world.weather.perSecond !== undefined;
    const hasFaults = isLimited || this.world.happened.length > this.faults;
    for (const text of hasFaults || hasLag ? [] : unnamed(platform, run))
      this.violate("d: the id is not noted", text);
    if (this.before && !hasFaults && !hasLag && platform.deployment.mode === "full")
      for (const text of needless(platform, this.before, run, this.requests, this.taken))
        this.violate("i: sends a value that the object has", text);
    const isKnown = (urn: string) => run.entries.some((entry) => entry.urn === urn);
    for (const { urn, message, during } of run.errors) {
      const hasFailed = during === "creating" && message.includes("[task-failed]") && !isKnown(urn);
      const isEnded = REFUSED.test(message) || hasFailed;
      if (isEnded && hasRecord(machine.texts(), urn) && !this.before?.isBegun(urn))
        this.violate("d: a record stays", `${urn}: ${message}`);
    }
    // A list that lags still shows the object of a failed task.
    for (const text of hasLag ? [] : ghosts(platform, run))
      this.violate("d: the state has what was not created", text);
    const isUp = run.options.kind === "up";
    for (const text of this.before && isUp ? unclaimed(platform, this.before, this.program, run) : [])
      this.violate("d: the state lacks what was set", text);
    if (hasLag || platform.deployment.mode !== "full") return;
    // Which items of a list an earlier attempt has declared, nothing shows: a refresh shows them.
    const isContinued = ({ id }: Entry) =>
      run.lines.some(({ text }) => text.includes(`${id}, which an earlier run created`));
    // What a failed deletion has done, its error says.
    const isDeleted = ({ urn }: Entry) =>
      run.steps.some((step) => step.urn === urn && step.kind === "delete");
    const { entries: saved } = run.stack.saved;
    // Its task has failed since.
    const isGone = (entry: Entry) =>
      run.errors.some(
        ({ urn, message }) => urn === entry.urn && /\[task-(unfinished|not-found)\]/.test(message),
      ) && !exists(platform, entry);
    // Another resource has its object, or the run has not come to its deletion.
    const isFormer = (entry: Entry) => !this.program.some((one) => isOfDeclaration(entry, one));
    // What an adopted router has beyond the program stays.
    const isAdopted = ({ id, inputs }: Entry) => this.isDeclared(id) || inputs.routerId !== undefined;
    const isSaid = (entry: Entry) =>
      isContinued(entry) || isDeleted(entry) || isGone(entry) || isFormer(entry) || isAdopted(entry);
    const entries = saved.filter((entry) => !isSaid(entry) && !this.taken.has(entry.id));
    for (const text of this.before ? falseClaims(platform, this.before, entries) : [])
      this.violate("d: the state is wrong", text);
    if (!run.options.refresh && run.options.kind === "up")
      for (const text of otherClaims(run)) this.violate("d: records what it has not changed", text);
  }

  /** A refresh waits for the tasks that were changing the object when it began. */
  private checkRead({ urn, id }: Entry, from: number): void {
    const { areas, deployment } = this.world.platform;
    const { hasLag, weather } = this.world;
    // A gateway may have said that the task does not exist.
    const isAnswered = weather.outage !== undefined || "gateway 404" in weather.kinds;
    if (deployment.mode !== "full" || hasLag || isAnswered) return;
    const task = areas.routers.get(id)?.task_id;
    const { created_on } = areas.tasks.all().find((one) => one.id === task) ?? {};
    if (created_on && Date.parse(created_on) < EPOCH + from - 1_000)
      this.violate("d: read in the middle of a change", `${urn} (${id})`);
  }

  /** What a run reports as done is there. Others have done nothing meanwhile. */
  checkDone({ steps, stack, beforeProgram }: Deployment): void {
    const stepOf = ({ name }: Declaration) =>
      steps.find(({ urn, kind }) => urn.split("::").at(-1) === name && kind !== "refresh");
    const isChecked = (declared: Declaration, difference: string) => {
      const { kind, changed = [] } = stepOf(declared) ?? {};
      // What a failed run has left is compared by a refresh.
      const isWhole = !beforeProgram.some((entry) => entry.name === declared.name && entry.initErrors);
      // A list has items of others, which a replica that lags does not show.
      const isSeen = !this.world.hasLag || !/^(routes|interfaces)/.test(difference);
      // An update sends the difference between the state and the inputs.
      const { outputs = {} } = beforeProgram.find((entry) => isOfDeclaration(entry, declared)) ?? {};
      const isSent = (input: string) =>
        difference.startsWith(input) && canonicalJson(outputs[input]) !== canonicalJson(declared.args[input]);
      return kind === "update" && isWhole && isSeen && changed.some(isSent);
    };
    for (const text of differences(this.world.platform, this.program, stack, [], isChecked))
      this.violate("d: reported as done", text);
  }

  private checkError({ urn, during, message }: RunError): void {
    this.checkSecrets("an error", message);
    if (during === "check") return;
    if (!/\[[a-z-]+\]/.test(message)) this.violate("e: without a code", `${during} of ${urn}: ${message}`);
    if (message.includes("[router-exists]")) this.checkOwn(urn, message);
    // A replica that lags shows what was there before.
    if (message.includes("[router-exists]") && !this.hasMoved && !this.world.hasLagged)
      this.checkContinued(urn, message);
    if (message.includes("[unexpected-error]"))
      this.violate("e: a defect", `${during} of ${urn}: ${message}`);
  }

  /** What an operation itself has created is not in its way. */
  private checkOwn(urn: string, message: string): void {
    const { areas } = this.world.platform;
    const tasks = this.requests.flatMap((request) => request.tasks ?? []);
    const made = areas.routers.all().filter((one) => tasks.includes(one.creator_task_id ?? ""));
    for (const { id, name } of made)
      if (message.includes(id) && this.program.filter(({ args }) => args.name === name).length === 1)
        this.violate("a: its own router is in its way", `${urn}: ${message}`);
  }

  /** What a killed run has begun is continued on the same machine, and is not in the way. */
  private checkContinued(urn: string, message: string): void {
    // An error has said that it is not known.
    const { hasHadOutage, platform } = this.world;
    // Without a list from before the request, nothing shows whether it was sent.
    if (isListless(this.world, this.texts) || hasHadOutage) return;
    const { stack, entries = [] } = this.deployment ?? {};
    const known = JSON.stringify([entries, stack?.saved.entries ?? []]);
    const own = this.program.find((one) => one.name === urn.split("::").at(-1));
    // What a killed run has begun belongs to the earlier name.
    if (own && own.formerNames.length > 0 && this.lost.length > 0) return;
    // Of another resource that was renamed before its creation ended, or of one that has moved to another Provider since, about which
    // the engine does not ask.
    const begun = entries.filter(
      (one) => isPending(one.id) && (one.urn !== urn || one.account !== own?.account),
    );
    // What a killed replacement has begun belongs to the earlier name as well.
    const killed = (stack?.saved.pending ?? []).filter(({ entry }) => entry.urn !== urn);
    const isOther = (name: string) =>
      [...begun, ...killed.map(({ entry }) => entry)].some(({ inputs }) => inputs.name === name) ||
      this.moved.some((one) => one.args.name === name || name.startsWith(`${one.name}-`));
    const isUnclear = (id: string) =>
      this.texts.some((text) => text.includes(id) && /stays at the platform|\[creation-unclear\]/.test(text));
    for (const router of platform.areas.routers.all()) {
      const { id, name } = router;
      const isLeft =
        isUnclear(id) || this.isRetained(router) || this.isRenamed(id) || isOther(name) || known.includes(id);
      if (message.includes(id) && this.world.isMade(router) && !isLeft && own)
        this.violate("a: not continued", `${urn}: ${message.slice(0, 200)}`);
    }
  }

  private checkSecrets(where: string, text: string): void {
    for (const [whose, key] of Object.entries(KEYS))
      if (text.includes(key))
        this.violate("f: a key", `${where} has the key ${whose}: ${text.slice(0, 300)}`);
    if (text.includes(SECRET_TEXT))
      this.violate("f: a secret", `${where} has a secret: ${text.slice(0, 300)}`);
  }

  /** What the package has deleted is gone, unless it says otherwise. */
  private checkDeleted(entry: Entry): void {
    const { lines = [], entries = [], errors = [] } = this.deployment ?? {};
    const isNamed = lines.some(({ text }) => text.includes(entry.id));
    const isLeft = lines.some(({ text }) => text.includes(`${entry.id} is not deleted: another resource`));
    const objectOf = ({ id, outputs }: Entry) => outputs.requestId ?? id;
    const isUsed = entries.some((other) => other !== entry && objectOf(other) === objectOf(entry));
    if (isLeft && !isUsed && errors.length === 0)
      this.violate("a: not deleted, and no resource has it", `${entry.urn} (${entry.id})`);
    const { deployment, areas } = this.world.platform;
    const { requestId = 0 } = entry.outputs as { requestId?: number };
    const end = `/${entry.type === "QuotaLimitRequest" ? requestId : entry.id.split("/").at(-1)}`;
    const deletions = this.requests.filter(({ method, path }) => method === "DELETE" && path.endsWith(end));
    // Where nothing can be read, a gateway may have given an answer for a moment.
    if (deployment.mode === "documented-only" && deletions.length === 1 && deletions[0]?.status === 404)
      this.violate("a: one answer ends a deletion", `${entry.urn} (${entry.id})`);
    // A request of a killed run may have arrived since.
    const isAgain = this.world.requests.some(
      ({ at, path, fault }) => fault === "late arrival" && at < this.begunAt && path.endsWith(end),
    );
    // A decided request stays at the platform.
    const isDecided =
      entry.type === "QuotaLimitRequest" && areas.quotas.request(requestId)?.status !== "in progress";
    // Where its list can be read, nothing but the list shows that a membership has ended.
    const isListed = !entry.outputs.__unlisted && !this.world.hasLag;
    if (
      (entry.type === "EdgeGroupMembership" ? isListed : deployment.mode === "full") &&
      !isNamed &&
      !isAgain &&
      !isDecided &&
      !entry.inputs.routerId &&
      exists(this.world.platform, entry)
    )
      this.violate("a: deleted only from the state", `${entry.urn} (${entry.id})`);
  }

  private onArrival(request: SentRequest, asOf: number): void {
    const { method, path, query } = request;
    this.world.tell(
      `  ${method} ${path}${query ? ` ${JSON.stringify(query)}` : ""} ${request.body ?? ""}${request.fault ? ` (${request.fault})` : ""}`,
    );
    this.checkSecrets("a URL", path + JSON.stringify(query ?? {}));
    const [, id, action] = ROUTER.exec(path) ?? [];
    if (method === "GET") {
      const known = id ?? this.others.changedBy(path.split("/").at(-1) ?? "");
      if (known !== undefined && this.world.platform.deployment.mode === "full") this.seen.set(known, asOf);
      return;
    }
    const { isCancelled, hasUnheard, cancelledAt = 0 } = this.deployment ?? {};
    if (isCancelled && !hasUnheard && request.at > cancelledAt)
      this.violate("g: sends after Ctrl-C", `${method} ${path}`);
    if (this.world.isPreviewing) this.violate("c: a preview sends a change", `${method} ${path}`);
    // A request of a killed run may arrive late.
    for (const text of this.shown && request.at >= this.begunAt ? unshown(this.shown, request, id) : [])
      this.violate("c: sends what the preview did not show", text);
    if (id !== undefined) this.checkRouter(request, id, action);
    else this.checkOther(request);
  }

  private checkRouter(request: SentRequest, id: string, action: string | undefined): void {
    const { method, path, body = "{}" } = request;
    const router = this.world.platform.areas.routers.get(id);
    if (router === undefined) return;
    if (!this.world.isMade(router) && this.isDeclared(id)) this.adopted.add(id);
    if (!this.world.isMade(router) && !this.adopted.has(id) && !this.isMistakable(id)) {
      this.violate("b: changes a router of others", `${method} ${path}`);
      return;
    }
    if (method === "DELETE" && id === SHARED_ROUTER && !this.isDeclared(id) && !this.imported.has(id)) {
      this.violate("b: deletes a router that was adopted by its id", path);
      return;
    }
    // A killed run has sent it, which had another state.
    if (request.at < this.begunAt) return;
    if (method === "DELETE") {
      this.checkUse(id, path);
      this.checkUnfinished(router, path);
    }
    const {
      routes,
      subnet_id,
      external_gateway_info: gateway,
    } = JSON.parse(body) as {
      routes?: Array<{ destination: string }>;
      subnet_id?: string;
      external_gateway_info?: { enable_snat?: boolean } | null;
    };
    const { network_id, enable_snat } = router.external_gateway_info ?? {};
    // Others have turned it off.
    if (gateway && network_id === OTHER_NETWORK && enable_snat === false && gateway.enable_snat !== false)
      this.checkSnat(id, path);
    // An adoption makes the router what the program declares, as the preview shows.
    const known = this.deployment?.beforeProgram.filter((entry) => entry.id === id && !entry.delete) ?? [];
    const isNamed = ({ args, name }: Declaration) =>
      args.name === undefined ? router.name.startsWith(`${name}-`) : args.name === router.name;
    const isAdopted = (one: Declaration) =>
      one.args.routerId === id || (one.args.ifExists === "adopt" && isNamed(one));
    const isAdoption =
      this.program.some((one) => isAdopted(one) && !known.some(({ urn }) => urn === urnOf(one))) ||
      (known.length === 0 && (!this.world.isMade(router) || this.isDeclared(id)));
    // A router goes with all that it has.
    const goes = this.deployment?.steps.some(
      (step) => (step.id === id || isPending(step.id ?? "")) && /delete|replace/.test(step.kind),
    );
    if (isAdoption || goes) return;
    const seen = this.seen.get(id) ?? -1;
    const present = thingsOf(router);
    const additions = [...(this.others.additions.get(id) ?? [])].filter(
      ([thing, since]) => since < seen && present.includes(thing),
    );
    for (const [thing] of additions) {
      const isRemoved =
        action === "detach"
          ? subnet_id === thing
          : routes && thing.includes("/") && !routes.some(({ destination }) => destination === thing);
      if (!isRemoved || this.isRecorded(id, thing)) continue;
      this.violate("b: removes what others have added", `${thing} of router ${id}, by ${method} ${path}`);
    }
  }

  /** The platform turns source NAT on where nothing is said. Only a program that declares it, or does so no more, wants that. */
  private checkSnat(id: string, path: string): void {
    const known = this.deployment?.beforeProgram.filter((entry) => entry.id === id) ?? [];
    const said = [...this.program.map(({ args }) => args), ...known.map(({ inputs }) => inputs)];
    const isDeclared = ({ externalGatewayInfo: gateway }: JsonObject) =>
      (gateway as { enableSnat?: boolean } | null | undefined)?.enableSnat !== undefined;
    // Their task may have ended since the package has read the router.
    const isSeen = known.some(
      ({ outputs }) => (outputs.externalGatewayInfo as { enableSnat?: boolean } | null)?.enableSnat === false,
    );
    if (isSeen && !said.some(isDeclared))
      this.violate("c: turns source NAT on", `PATCH ${path} of router ${id}`);
  }

  /** What an interrupted run has begun to create is continued, and not created again. */
  private checkUnfinished({ name, creator_task_id: task }: RouterRecord, path: string): void {
    const { beforeProgram = [], options } = this.deployment ?? {};
    const begun = beforeProgram.filter(({ id }) => id === pendingIdOf([task ?? ""]));
    const isDeclared = begun.some((entry) =>
      this.program.some(
        (one) =>
          isOfDeclaration(entry, one) &&
          !one.deleteBeforeReplace &&
          one.account === entry.account &&
          one.args.routerId === entry.inputs.routerId &&
          one.args.name === name,
      ),
    );
    if (options?.kind === "up" && isDeclared) this.violate("a: not continued", `${path} (${name})`);
  }

  /** What another resource of the program has is not deleted. */
  private checkUse(id: string, path: string): void {
    const { entries = [], options } = this.deployment ?? {};
    const users = entries.filter((entry) => entry.id === id && !entry.delete && !entry.pendingReplacement);
    // With deleteBeforeReplace, it is the user itself that is deleted.
    const isKept = (entry: Entry) =>
      this.program.some((one) => isOfDeclaration(entry, one) && !one.deleteBeforeReplace);
    const isUsed = users.some(isKept);
    const isOther = entries.filter((entry) => entry.id === id).length > 1;
    if (options?.kind === "up" && isUsed && isOther)
      this.violate("b: deletes what another resource has", path);
  }

  /** Whether the state had it before the program ran, in a list that the program declares or resets, so that the preview has shown it. */
  private isRecorded(id: string, thing: string): boolean {
    const list = thing.includes("/") ? "routes" : "interfaces";
    const entries = this.deployment?.beforeProgram ?? [];
    return entries.some((entry) => {
      const { id: own, outputs } = entry;
      const declared = this.program.find((one) => isOfDeclaration(entry, one));
      const isListed = [declared?.args, declaredIn(outputs)].some((one) => list in (one ?? {}));
      return own === id && isListed && JSON.stringify(outputs).includes(thing);
    });
  }

  private checkOther({ method, path }: SentRequest): void {
    const [, client] = /^\/cloud\/v2\/client_quotas\/(\d+)\/notification_threshold$/.exec(path) ?? [];
    const [, settings] = /\/notification_settings\/([^/]+)$/.exec(path) ?? [];
    const [, limit] = /^\/cloud\/v2\/limits_request\/([^/]+)$/.exec(path) ?? [];
    const [, group, member] = /^\/fastedge\/v1\/admin\/groups\/([^/]+)\/client\/([^/]+)$/.exec(path) ?? [];
    const thing = client
      ? `threshold ${client}`
      : settings
        ? `settings ${settings}`
        : limit
          ? `request ${limit}`
          : member && `member ${group}/${member}`;
    if (thing && this.others.objects.has(thing) && !this.isMistakable(thing))
      this.violate("b: changes what others own", `${method} ${path}`);
  }
}

/** The names of the inputs that a state has as declared. */
function declaredIn({ __declared = [] }: JsonObject): JsonObject {
  return Object.fromEntries((__declared as string[]).map((path) => [path, true]));
}
