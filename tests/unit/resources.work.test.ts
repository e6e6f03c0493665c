import { describe, expect, test } from "@jest/globals";
import { difference, keepingInput } from "../../sdk/src/lifecycle/properties";
import type { JsonResource } from "../../sdk/src/lifecycle/resource";
import { creationWork, deletionWork, updateWork, type Work } from "../../sdk/src/lifecycle/work";
import { split } from "../../sdk/src/pulumi/process/state";
import type { JsonObject } from "../../sdk/src/util/json";
import type { Simulator, SimulatorOptions } from "../../simulator/src";
import { handlerSetUp } from "../support/handler-setup";
import { removals } from "../support/removal";
import { RESOURCES, type Resource, resource as resourceNamed, SCENARIOS } from "../support/resource-fixtures";
import type { Step } from "../support/test-resource";
import { UNKNOWN } from "../support/unknown";

// A forecast knows from the plans of a resource what an operation sends. Here each operation is carried out, and its work is
// compared with the requests that the platform gets, and with the tasks that it begins.

const POLL = /^\/(cloud\/)?v1\/tasks/;

type Request = Simulator["requests"][number];

/** The first change of a process whose reply shows nothing is followed by a GET that shows whether the API has answered. */
const PROBES = ["/streaming/ai/tasks", "/fastedge/v1/admin/clients"];
const isProbe = ({ method, path }: Request, before: Request | undefined) =>
  method === "GET" &&
  (PROBES.includes(path) ||
    (path.endsWith("/notification_settings") && /PUT|DELETE/.test(before?.method ?? "")));

/** The forecast waits for a person as for a task, but the platform has no task for it. */
const DECISION = /^decision/;

/** Two programs of a stack, one after the other. */
interface Case {
  name: string;
  resource: Resource;
  prepare?: ((platform: Simulator) => void) | undefined;
  options?: SimulatorOptions | undefined;
  first: JsonObject;
  second: JsonObject;
  /** What somebody else does between the two. */
  between?: ((platform: Simulator) => void) | undefined;
}

const fromScenarios: Case[] = SCENARIOS.flatMap(
  ({ name, handler, prepare, options, first, changes, before }) =>
    Object.entries({ unchanged: first, ...changes }).map(([what, second]) => ({
      ...{ name: `${name}: ${what}`, resource: resourceNamed(handler.type), prepare, options, first, second },
      between: before?.[what],
    })),
);

/** Without the input that names an existing object, the next run would find that object again. */
const fromRemovals: Case[] = RESOURCES.flatMap((resource) =>
  removals(resource)
    .filter(({ input }) => !(input in (resource.handler.identity?.id ?? {})))
    .map(({ input, args, rest, prepare }) => ({
      ...{ name: `${resource.name}: without ${input}`, resource, prepare, first: args, second: rest },
    })),
);

/** The work of a step, as a preview computes it. */
function workOf(
  kind: Resource,
  step: Step | "delete",
  { inputs = {}, state = {}, found }: { inputs?: JsonObject; state?: JsonObject; found?: JsonObject },
): Work {
  const resource = kind.handler as unknown as JsonResource;
  const { own: wanted } = split(inputs);
  const { own: recorded, hidden } = split(state);
  const { __declared: declared = [] } = hidden;
  const creation = () => creationWork(resource, wanted, found);
  const isAdopted = keepingInput(resource.properties, declared) !== undefined;
  const deletion = () => (isAdopted ? NOTHING : deletionWork(resource, found ?? recorded));
  if (step === "same") return NOTHING;
  if (step === "create") return withoutDecisions(creation());
  if (step === "delete") return withoutDecisions(deletion());
  if (step === "replace") return withoutDecisions(sumOf(creation(), deletion()));
  const { change } = difference(resource.properties, recorded, declared, wanted);
  return withoutDecisions(
    updateWork(resource, found ?? recorded, { inputs: wanted, change, recorded }, false),
  );
}

const NOTHING: Work = { requests: 0, tasks: [] };

function sumOf(one: Work, other: Work): Work {
  return { requests: one.requests + other.requests, tasks: [...one.tasks, ...other.tasks] };
}

function withoutDecisions({ requests, tasks }: Work): Work {
  return { requests, tasks: tasks.filter((task) => !DECISION.test(task)) };
}

async function sentIn<T>(platform: Simulator, run: () => Promise<T>): Promise<{ sent: Work; step: T }> {
  const known = platform.tasks.all().length;
  platform.clearRequests();
  const step = await run();
  const requests = platform.requests.filter(
    (request, index, all) => !POLL.test(request.path) && !isProbe(request, all[index - 1]),
  );
  const tasks = platform.tasks.all().slice(known);
  return { sent: { requests: requests.length, tasks: tasks.map(({ task_type }) => task_type) }, step };
}

describe.each([...fromScenarios, ...fromRemovals])(
  "$name: the work is what is sent",
  ({ resource: kind, prepare, options, first, second, between }) => {
    const { setUp } = handlerSetUp(kind.handler, { taskTime: 0 });

    test("by the creation, by the next run, and by the deletion", async () => {
      const { platform, resource } = await setUp(options);
      prepare?.(platform);
      const creation = await sentIn(platform, () => resource.up(first));
      // The state does not keep `ifExists`, and no preview has it.
      const { ifExists } = first;
      const inputs = { ...resource.inputs, ...(ifExists !== undefined && { ifExists }) };
      expect(workOf(kind, "create", { inputs })).toEqual(creation.sent);

      const before = resource.state?.outputs ?? {};
      between?.(platform);
      const { sent, step } = await sentIn(platform, () => resource.up(second));
      expect(workOf(kind, step, { inputs: resource.inputs, state: before })).toEqual(sent);

      const state = resource.state?.outputs ?? {};
      const deletion = await sentIn(platform, () => resource.destroy());
      expect(workOf(kind, "delete", { state })).toEqual(deletion.sent);
    });
  },
);

const ADOPTIONS = RESOURCES.flatMap((resource) =>
  resource.adoptions
    .filter(({ creation }) => creation === "adopts")
    .map((adoption) => ({ ...adoption, name: `${resource.name}: ${adoption.what}`, resource })),
);

describe.each(ADOPTIONS)("$name: the work is what is sent", ({ resource: kind, prepare }) => {
  const { setUp } = handlerSetUp(kind.handler, { taskTime: 0 });

  test("by a creation that uses an object as it is", async () => {
    const { platform, resource } = await setUp();
    const inputs = prepare(platform);
    const { sent } = await sentIn(platform, () => resource.up(inputs));
    // Nothing was changed, so the state is the object that preflight finds before.
    const { own: found } = split(resource.state?.outputs ?? {});
    expect(workOf(kind, "create", { inputs: resource.inputs, found })).toEqual(sent);
  });
});

describe.each(RESOURCES)("$name: values that a preview does not contain", (kind) => {
  const names = Object.keys(kind.handler.properties);
  const masked = [UNKNOWN, [UNKNOWN], { networkId: UNKNOWN }].flatMap((value): JsonObject[] => [
    Object.fromEntries(names.map((name) => [name, value])),
    ...names.map((name) => ({ [name]: value })),
  ]);

  test.each(["create", "update", "delete"] as const)("do not prevent the forecast of: %s", (step) => {
    for (const inputs of masked)
      for (const state of [{}, ...masked])
        for (const found of [undefined, {}, inputs])
          expect(() => workOf(kind, step, { inputs, state, ...(found && { found }) })).not.toThrow();
  });
});
