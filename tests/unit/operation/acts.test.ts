import { describe, expect, test } from "@jest/globals";
import { CodedError } from "../../../sdk/src/errors/definition";
import { REPLIES } from "../../../sdk/src/errors/replies";
import { TASKS } from "../../../sdk/src/errors/tasks";
import { type Act, type Acts, carryOut } from "../../../sdk/src/operation/acts";
import type { Unfinished } from "../../../sdk/src/operation/record";
import type { Change } from "../../../sdk/src/operation/resource";
import { Runner } from "../../../sdk/src/operation/runner";
import { expectedAfter } from "../../../sdk/src/operation/step-runner";
import { CONNECTIONS } from "../../../sdk/src/platform/http/no-reply";
import { TaskFailed, TaskNotFound, TaskStillRunning } from "../../../sdk/src/platform/tasks/task";
import { handler as membership } from "../../../sdk/src/resources/edge-group-membership/handler";
import { handler as request } from "../../../sdk/src/resources/quota-limit-request/handler";
import { handler as threshold } from "../../../sdk/src/resources/quota-notification-threshold/handler";
import { handler as settings } from "../../../sdk/src/resources/reseller-notification-settings/handler";
import { handler as router } from "../../../sdk/src/resources/router/handler";
import { saltedDigestOf } from "../../../sdk/src/util/digest";
import type { JsonObject } from "../../../sdk/src/util/json";
import { OPERATION_FACTS } from "../../support/operation-facts";
import { platformError } from "../../support/platform-error";

// All histories of one operation: each act gets each answer that there may be, up to so many acts with more than one. What comes
// after them goes well.
const DEPTH = 8;

type Run = Runner<JsonObject, JsonObject>;

interface Goal {
  resource: unknown;
  /** The object as it is. */
  live: JsonObject;
  acts(runner: Run, live: JsonObject): Acts<JsonObject, unknown>;
  /** Whether it creates an object, of which there must not be two. */
  creates?: true;
}

const SUBNETS = ["a", "b"].map((id) => ({ subnetId: `22222222-0000-4000-8000-00000000000${id}` }));
const EDGE = {
  ...{ projectId: 1, regionId: 2, routerId: "r-1", name: "edge", status: "ACTIVE" },
  ...{ routes: [], interfaces: [SUBNETS[0] as JsonObject], externalGatewayInfo: null },
};
const { routerId: _, status: __, ...declared } = EDGE;
const CLIENT = { groupId: 7, clientId: 101 };
const OWN = { clientId: 101, threshold: 70 };
const MAIL = {
  resellerId: 5,
  notificationSettingsId: 3,
  email: "a@example.com",
  notificationType: "x",
  enabled: true,
};
const LIMITS = { description: "more", requestedLimits: { globalLimits: { projectCountLimit: 40 } } };

const updating = (resource: unknown, live: JsonObject, change: JsonObject): Goal => ({
  ...{ resource, live },
  acts: (runner) =>
    runner.update("r-1", { inputs: { ...live, ...change }, change, recorded: live }, { touched: ["name"] }),
});
const creating = (resource: unknown, live: JsonObject, inputs: JsonObject, left?: Unfinished): Goal => ({
  ...{ resource, live, creates: true },
  acts: (runner) => runner.create(inputs, Object.keys(inputs), left),
});
const removing = (resource: unknown, live: JsonObject): Goal => ({
  ...{ resource, live },
  acts: (runner) => runner.remove("r-1", live),
});

/** What a killed run has left of the creation of the router. */
const BEGUN = { ...saltedDigestOf([1, 2, "edge"]), at: 0, before: [], declared: ["name"] };

const GOALS: Record<string, Goal> = {
  "creates a router": creating(router, EDGE, declared),
  "adopts a router by its name": creating(router, EDGE, { ...declared, ifExists: "adopt" }),
  "continues the creation of a router": creating(router, EDGE, declared, { creation: BEGUN }),
  "waits for the task of an earlier creation": creating(router, EDGE, declared, {
    tasks: ["t-1"],
    creation: BEGUN,
  }),
  "adopts a router by its id": {
    ...creating(router, EDGE, { ...declared, routerId: "r-1", name: "new" }),
    creates: undefined as never,
  },
  "moves a router to another subnet": updating(router, EDGE, {
    interfaces: [SUBNETS[1] as JsonObject],
    name: "new",
  }),
  "deletes a router": removing(router, EDGE),
  "sets a threshold": updating(threshold, OWN, { threshold: 90 }),
  "deletes a threshold": removing(threshold, OWN),
  "adds a client to a group": { ...creating(membership, CLIENT, CLIENT), creates: undefined as never },
  "removes a client from a group": removing(membership, CLIENT),
  "creates settings": creating(settings, MAIL, { ...MAIL, notificationSettingsId: undefined as never }),
  "changes settings": updating(settings, MAIL, { enabled: false }),
  "deletes settings": removing(settings, MAIL),
  "requests limits": creating(request, { ...LIMITS, requestId: 9, status: "in progress" }, LIMITS),
  "withdraws a request for limits": removing(request, { ...LIMITS, requestId: 9, status: "in progress" }),
};

const failed = (status: number, more = {}) =>
  platformError({ status, kind: status === 409 ? REPLIES.conflict : REPLIES.serverError, ...more });
const LOST = { mayHaveTakenEffect: true, kind: CONNECTIONS.connectionLost };
const TASK = { id: "t-1", type: "create_router", created: { routers: ["r-1"] } };
const UNFINISHED = {
  reason: "cancelled",
  end: "cancelled",
  task: "t-1",
  age: "1s",
  state: "RUNNING",
} as const;

/** A world in which each act has the answer that a list of choices says. */
class ChosenWorld {
  /** How many answers there were to choose from. */
  readonly widths: number[] = [];
  readonly sent: Array<{ step: Change<JsonObject>; mayHaveTakenEffect: boolean }> = [];
  /** Requests that were sent from a plan that is older than a wait for others. */
  readonly outdated: string[] = [];
  /** Milliseconds. */
  time = 0;
  private isOld = false;
  private isGone = false;
  private hasCreated = false;
  private live: JsonObject;

  constructor(
    private readonly goal: Goal,
    private readonly choices: readonly number[],
  ) {
    this.live = goal.live;
  }

  async perform(act: Act<JsonObject>): Promise<unknown> {
    const answers = this.answersTo(act);
    const isFree = this.widths.length < DEPTH && answers.length > 1;
    const answer = answers[isFree ? (this.choices[this.widths.length] ?? 0) : 0];
    if (isFree) this.widths.push(answers.length);
    this.note(act, answer);
    if (act.do === "pause") this.time += act.ms;
    if (answer instanceof Error) throw answer;
    return answer;
  }

  /** The first answer is the best one. */
  private answersTo(act: Act<JsonObject>): unknown[] {
    const object = { id: "r-1", state: this.live };
    if (this.isGone && act.do === "read") return ["gone"];
    if (this.isGone && act.do === "list") return [[]];
    switch (act.do) {
      case "read":
        return [object, { ...object, task: "t-9" }, "gone", "unreadable", failed(500)];
      case "list":
        return this.hasCreated
          ? [[{ ...object, creator: "t-1" }], []]
          : [[], [object], undefined, failed(500)];
      case "tasks":
        return [[], [{ id: "t-8", created: {} }]];
      case "await":
        return [
          [{ ...TASK, state: "FINISHED" }],
          new TaskFailed({ ...TASK, state: "ERROR" }),
          new TaskNotFound(TASKS.unknown, { task: "t-1", state: "RUNNING" }),
          new TaskStillRunning(TASKS.unfinished, UNFINISHED),
        ].slice(0, act.whose === "ours" || act.whose === "earlier" ? 4 : 1);
      case "pause":
        return [undefined, TASKS.paused.error({ reason: "cancelled", end: "cancelled" })];
      case "send":
        return [["t-1"], [], undefined, failed(400), failed(404), failed(409), failed(504, LOST)];
      default:
        return [undefined];
    }
  }

  private note(act: Act<JsonObject>, answer: unknown): void {
    if (answer === "gone") {
      // Somebody has deleted it. The next one is not the second.
      this.isGone = true;
      this.sent.length = 0;
    }
    if (act.do === "read" || act.do === "list") this.isOld = false;
    if (act.do === "await" && act.whose !== "ours") this.isOld = true;
    if (act.do !== "send") return;
    const { step } = act;
    const mayHaveTakenEffect =
      !(answer instanceof Error) || (answer as { mayHaveTakenEffect?: boolean }).mayHaveTakenEffect === true;
    if (this.isOld) this.outdated.push(step.does ?? "a request");
    this.sent.push({ step, mayHaveTakenEffect });
    if (!mayHaveTakenEffect) return;
    this.isGone = false;
    this.hasCreated ||= this.goal.creates === true;
    this.live = expectedAfter(step, this.live);
  }
}

const runnerOf = (goal: Goal, world: ChosenWorld): Run => {
  const facts = { ...OPERATION_FACTS, requestTimeout: 1_000, now: () => world.time };
  return new Runner<JsonObject, JsonObject>(goal.resource as never, facts);
};

/** Each history, by the choices of its answers. */
async function* histories(goal: Goal) {
  for (let choices: number[] | undefined = []; choices; ) {
    const world: ChosenWorld = new ChosenWorld(goal, choices);
    const runner = runnerOf(goal, world);
    const error = await carryOut(goal.acts(runner, goal.live), world).then(
      () => undefined,
      (failure: Error) => failure,
    );
    yield { choices, world, runner, error };
    choices = nextOf(choices, world.widths);
  }
}

/** The next choices in the order of an odometer; undefined after the last ones. */
function nextOf(choices: readonly number[], widths: readonly number[]): number[] | undefined {
  const all = widths.map((_, index) => choices[index] ?? 0);
  while (all.length > 0) {
    const last = (all.pop() as number) + 1;
    if (last < (widths[all.length] as number)) return [...all, last];
  }
  return undefined;
}

describe.each(Object.entries(GOALS))("an operation that %s, with all answers to its acts", (_, goal) => {
  test("ends by itself, in a way that the user can act upon", async () => {
    let count = 0;
    const broken: string[] = [];
    for await (const { choices, world, runner, error } of histories(goal)) {
      count += 1;
      const breaks = (what: string) => broken.push(`${choices.join(" ")}: ${what}`);
      const possible = world.sent.filter((one) => one.mayHaveTakenEffect);
      if (error && !(error instanceof CodedError)) breaks(`a defect: ${error.stack}`);
      const isCreation = ({ step }: { step: Change<JsonObject> }) => !step.locks;
      if (goal.creates && possible.filter(isCreation).length > 1) breaks("may have created two");
      if (world.outdated.length > 0) breaks(`sent from an old plan: ${world.outdated}`);
      const { known, unfinished } = runner.record.progress;
      const isKept = known !== undefined || unfinished.creation !== undefined;
      if (goal.creates && possible.length > 0 && error && !(error instanceof TaskFailed) && !isKept)
        breaks(`nothing is kept: ${error.message}`);
    }
    expect(broken.slice(0, 5)).toEqual([]);
    expect(count).toBeGreaterThan(20);
  });
});
