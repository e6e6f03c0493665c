import { describe, expect, test } from "@jest/globals";
import type { SimulatorOptions } from "../../simulator/src";
import { startFaultyProxy } from "../support/faulty-proxy";
import { useCleanup } from "../support/handler-setup";
import { InProcessResource } from "../support/in-process-resource";
import type { NamedScenario } from "../support/matrix/scenarios";
import { NOT_THE_API } from "../support/not-the-api";
import { KEY, startPlatform } from "../support/platform";
import { SCENARIOS } from "../support/resource-fixtures";
import type { ScriptedReply } from "../support/scripted-server";
import { failureOf } from "../support/until";

// An ingress in front of the platform replies to every request with 404 while the platform is not behind it. Each
// step of a resource must then fail with an error that names baseUrl, and leave the state unchanged.

const { closeLater: opened } = useCleanup();

/** The platform, the ingress, and a resource. */
async function start({ handler, options, prepare }: NamedScenario, settings: Record<string, string> = {}) {
  const platform = opened(await startPlatform({ taskTime: 0, ...options }));
  prepare?.(platform);
  let answer: ScriptedReply | undefined;
  const ingress = opened(await startFaultyProxy(platform.url, () => answer));
  const resource = new InProcessResource(handler, { baseUrl: ingress.url, apiKey: KEY, settings });
  return {
    platform,
    ingress,
    resource,
    lose(everything: ScriptedReply): void {
      answer = everything;
      ingress.requests.length = 0;
    },
    recover(): void {
      answer = undefined;
    },
  };
}

const changed = ({ first, changes }: NamedScenario) => changes.update ?? changes.replace ?? first;

const STEPS: Record<string, (resource: InProcessResource, scenario: NamedScenario) => Promise<unknown>> = {
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

/** The answers that a step is tested with: all where a 404 may be of an object that is gone, and else one. */
function answersFor(step: string, scenario: NamedScenario): typeof ANSWERS {
  const index = scenarios.indexOf(scenario) % ANSWERS.length;
  return step === "refresh" ? ANSWERS : ANSWERS.slice(index, index + 1);
}

describe.each(scenarios.map((scenario) => [scenario.name, scenario] as const))(
  "%s, and a server that replies to every request with 404",
  (_name, scenario) => {
    test.each(answersFor("create", scenario))(
      "and %s: a creation fails, and the state is empty",
      async (_what, answer) => {
        const { ingress, resource, lose } = await start(scenario);
        lose(answer);
        expectNotTheApi(await failureOf(resource.up(scenario.first)), ingress.url);
        expect(resource.state).toBeUndefined();
      },
    );

    for (const [step, take] of Object.entries(STEPS)) {
      if (sendsNothing(step, scenario))
        test.each(answersFor("create", scenario))(`and %s: ${step} sends nothing`, async (_what, answer) => {
          const { ingress, resource, lose } = await start(scenario);
          await resource.up(scenario.first);
          lose(answer);
          await take(resource, scenario);
          expect(ingress.requests).toEqual([]);
        });
      else
        test.each(answersFor(step, scenario))(
          `and %s: ${step} fails, and the state is unchanged until the platform is back`,
          async (_what, answer) => {
            const { platform, ingress, resource, lose, recover } = await start(scenario);
            await resource.up(scenario.first);
            const before = structuredClone(resource.state);
            const objects = scenario.objects(platform);
            lose(answer);
            expectNotTheApi(await failureOf(take(resource, scenario)), ingress.url);
            expect({ ...resource.state, initErrors: undefined }).toEqual({
              ...before,
              initErrors: undefined,
            });
            expect(resource.pendingDeletions).toEqual([]);
            expect(scenario.objects(platform)).toEqual(objects);
            recover();
            resource.restart();
            await resource.refresh();
            expect(resource.state?.id).toBe(before?.id);
            await resource.destroy();
            expect(resource.state).toBeUndefined();
          },
        );
    }
  },
);

function expectNotTheApi({ message }: Error, url: string): void {
  expect(message).toContain(`failed: the server at ${url} answered 404 (`);
  expect(message).toContain("cloudplatform:baseUrl");
}

describe("pending work of an earlier run", () => {
  const managed = SCENARIOS.find(({ name }) => name === "Router") as NamedScenario;
  const manual: NamedScenario = { ...managed, options: { taskTime: "manual" } as SimulatorOptions };

  test.each(["refresh", "update", "destroy"])(
    "a router whose creation is pending remains after %s, which does not wait for the timeout",
    async (step) => {
      const { platform, ingress, resource, lose } = await start(manual, { taskTimeout: "20s" });
      await failureOf(resource.up(managed.first));
      const before = structuredClone(resource.state);
      expect(before?.outputs.__tasks).toHaveLength(1);
      lose(NOT_THE_API["no body"] as ScriptedReply);
      const begin = resource.clock.now();
      const work =
        step === "update" ? () => resource.up(managed.first) : () => STEPS[step]?.(resource, managed);
      expectNotTheApi(await failureOf(work() as Promise<unknown>), ingress.url);
      expect(resource.clock.now() - begin).toBeLessThan(20_000);
      expect(resource.state?.id).toBe(before?.id);
      expect(resource.state?.outputs.__tasks).toEqual(before?.outputs.__tasks);
      expect(platform.tasks.pending()).toHaveLength(1);
    },
  );

  test("a wait for a decision fails at once", async () => {
    const scenario = SCENARIOS.find(({ name }) => name === "QuotaLimitRequest, decided") as NamedScenario;
    const { ingress, resource, lose } = await start(scenario);
    await resource.up(scenario.first);
    const before = structuredClone(resource.state);
    lose(NOT_THE_API["a page"] as ScriptedReply);
    const begin = resource.clock.now();
    expectNotTheApi(await failureOf(resource.up(changed(scenario))), ingress.url);
    expect(resource.clock.now() - begin).toBeLessThan(20_000);
    expect(resource.state?.id).toBe(before?.id);
  });

  test("a limit request without a known id remains", async () => {
    const scenario = SCENARIOS.find(({ name }) => name === "QuotaLimitRequest") as NamedScenario;
    const { ingress, resource, lose } = await start({ ...scenario, options: { mode: "documented-only" } });
    await resource.up(scenario.first);
    const before = structuredClone(resource.state);
    lose(NOT_THE_API["a gateway's message"] as ScriptedReply);
    for (const step of ["refresh", "destroy"]) {
      expectNotTheApi(await failureOf(STEPS[step]?.(resource, scenario) as Promise<unknown>), ingress.url);
      expect(resource.state).toEqual(before);
    }
  });
});
