import { describe, expect, test } from "@jest/globals";
import type { SimulatorOptions } from "../../simulator/src";
import { startFaultyProxy } from "../support/faulty-proxy";
import { useCleanup } from "../support/handler-setup";
import { InProcessResource } from "../support/in-process-resource";
import { NOT_THE_API } from "../support/not-the-api";
import { KEY, startPlatform } from "../support/platform";
import { SCENARIOS } from "../support/resource-fixtures";
import type { NamedScenario } from "../support/scenarios";
import type { ScriptedReply } from "../support/scripted-server";
import { failureOf } from "../support/until";

// An ingress in front of the platform replies to every request with 404 while the platform is not behind it. Each
// step of a resource must then fail with an error that names baseUrl, and leave the state unchanged.

const { closeLater: opened } = useCleanup();

/** The platform, the ingress, and a resource, which may be in the state already. */
async function start(
  { handler, options, prepare, first }: NamedScenario,
  { isCreated = true, settings = {} as Record<string, string> } = {},
) {
  const platform = opened(await startPlatform({ taskTime: 0, ...options }));
  prepare?.(platform);
  let answer: ScriptedReply | undefined;
  const ingress = opened(await startFaultyProxy(platform.url, () => answer));
  const resource = new InProcessResource(handler, { baseUrl: ingress.url, apiKey: KEY, settings });
  if (isCreated) await resource.up(first);
  const lose = (everything: ScriptedReply | undefined) => {
    answer = everything;
    ingress.requests.length = 0;
  };
  /** The step fails with the name of the ingress. */
  async function expectFailure(step: string, args: NamedScenario): Promise<void> {
    const { message } = await failureOf(STEPS[step]?.(resource, args) as Promise<unknown>);
    expect(message).toContain(`failed: the server at ${ingress.url} answered 404 (`);
    expect(message).toContain("cloudplatform:baseUrl");
  }
  return { platform, ingress, resource, lose, expectFailure };
}

const changed = ({ first, changes }: NamedScenario) => changes.update ?? changes.replace ?? first;

const STEPS: Record<string, (resource: InProcessResource, scenario: NamedScenario) => Promise<unknown>> = {
  create: (resource, { first }) => resource.up(first),
  refresh(resource) {
    resource.restart();
    return resource.refresh();
  },
  update: (resource, scenario) => resource.up(changed(scenario)),
  destroy: (resource) => resource.destroy(),
};

/** Whether a step sends nothing: an adopted object is not deleted, and an action has no object. */
function sendsNothing(step: string, { handler, keptOnDelete }: NamedScenario): boolean {
  if (step === "refresh") return handler.identity === undefined;
  return step === "destroy" && (keptOnDelete === true || handler.removal === undefined);
}

const scenarios = SCENARIOS.filter(
  ({ changes, without = [] }) => Object.keys(changes).length > 0 && !without.includes("create"),
);

const ANSWERS = Object.entries(NOT_THE_API);

/** Each step, with all answers where a 404 may be of an object that is gone, and else with one. */
const cases = scenarios.flatMap((scenario, index) =>
  Object.keys(STEPS).flatMap((step) => {
    const answers = step === "refresh" ? ANSWERS : [ANSWERS[index % ANSWERS.length] as (typeof ANSWERS)[0]];
    return answers.map(([what, answer]) => ({ ...scenario, scenario, step, what, answer }));
  }),
);

describe("while a server replies to every request with 404", () => {
  test.each(cases)(
    "and $what: $step of $name fails or sends nothing, and the state is unchanged until the platform is back",
    async ({ scenario, step, answer }) => {
      const { platform, ingress, resource, lose, expectFailure } = await start(scenario, {
        isCreated: step !== "create",
      });
      const before = structuredClone(resource.state);
      const objects = scenario.objects(platform);
      lose(answer);
      if (sendsNothing(step, scenario)) {
        await STEPS[step]?.(resource, scenario);
        return expect(ingress.requests).toEqual([]);
      }
      await expectFailure(step, scenario);
      if (before === undefined) return expect(resource.state).toBeUndefined();
      expect({ ...resource.state, initErrors: undefined }).toEqual({ ...before, initErrors: undefined });
      expect(resource.pendingDeletions).toEqual([]);
      expect(scenario.objects(platform)).toEqual(objects);
      lose(undefined);
      resource.restart();
      await resource.refresh();
      expect(resource.state?.id).toBe(before.id);
      await resource.destroy();
      expect(resource.state).toBeUndefined();
    },
  );

  const named = (name: string) => SCENARIOS.find((scenario) => scenario.name === name) as NamedScenario;

  test.each(["refresh", "update", "destroy"])(
    "%s of a router whose creation is pending does not wait for the timeout, and keeps it",
    async (step) => {
      const manual = { ...named("Router"), options: { taskTime: "manual" } as SimulatorOptions, changes: {} };
      const settings = { taskTimeout: "20s" };
      const { platform, resource, lose, expectFailure } = await start(manual, { isCreated: false, settings });
      await failureOf(resource.up(manual.first));
      const before = structuredClone(resource.state);
      expect(before?.outputs.__tasks).toHaveLength(1);
      lose(NOT_THE_API["no body"] as ScriptedReply);
      const begin = resource.clock.now();
      await expectFailure(step, manual);
      expect(resource.clock.now() - begin).toBeLessThan(20_000);
      expect(resource.state?.id).toBe(before?.id);
      expect(resource.state?.outputs.__tasks).toEqual(before?.outputs.__tasks);
      expect(platform.tasks.pending()).toHaveLength(1);
    },
  );

  test("a wait for a decision fails at once", async () => {
    const scenario = named("QuotaLimitRequest, decided");
    const { resource, lose, expectFailure } = await start(scenario);
    lose(NOT_THE_API["a page"] as ScriptedReply);
    const begin = resource.clock.now();
    await expectFailure("update", scenario);
    expect(resource.clock.now() - begin).toBeLessThan(20_000);
  });

  test("a limit request without a known id remains", async () => {
    const scenario = { ...named("QuotaLimitRequest"), options: { mode: "documented-only" } as const };
    const { resource, lose, expectFailure } = await start(scenario);
    const before = structuredClone(resource.state);
    lose(NOT_THE_API["a gateway's message"] as ScriptedReply);
    for (const step of ["refresh", "destroy"]) {
      await expectFailure(step, scenario);
      expect(resource.state).toEqual(before);
    }
  });
});
