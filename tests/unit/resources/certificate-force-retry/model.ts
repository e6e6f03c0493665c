import { expect } from "@jest/globals";
import fc from "fast-check";
import { handler } from "../../../../sdk/src/resources/certificate-force-retry/handler";
import { canonicalJson, type Json, type JsonObject } from "../../../../sdk/src/util/json";
import type { Simulator } from "../../../../simulator/src";
import { faultsOf, MAYBE_PROCESSED, NOT_PROCESSED } from "../../../model/faults";
import { type FaultRule, runWithFault } from "../../../model/run-with-fault";
import { expectSequences } from "../../../model/sequences";
import { InProcessResource } from "../../../support/in-process-resource";
import { KEY } from "../../../support/platform";

const CERTIFICATES = [321, 322];

interface Model {
  /** The arguments of the retry in the state. */
  sent?: JsonObject | undefined;
}

interface Real {
  platform: Simulator;
  resource: InProcessResource;
}

/** `pulumi up`. Sends a retry unless the state contains one with these arguments. */
async function up(model: Model, { platform, resource }: Real, args: JsonObject, fault: FaultRule) {
  const isUnchanged = canonicalJson(args) === canonicalJson(model.sent ?? null);
  const state = structuredClone(resource.state);
  const { failure, faults, requests } = await runWithFault(platform, fault, () => resource.up(args));
  // A GET shows whether the API has answered.
  expect(requests).toBeLessThanOrEqual(isUnchanged ? 0 : 2);
  expect(platform.count({ method: "POST" })).toBe(isUnchanged ? 0 : 1);
  if (failure && faults.length === 0) throw failure;
  if (failure) return expect(resource.state).toEqual(state);
  expect(resource.outputs).toMatchObject(args);
  model.sent = args;
}

/** The run sends no request. */
async function expectIdle({ platform }: Real, run: () => Promise<void>): Promise<void> {
  expect(await runWithFault(platform, null, run)).toEqual({ value: undefined, faults: [], requests: 0 });
}

type Command = fc.AsyncCommand<Model, Real>;

const command = (text: string, check: Command["check"], run: Command["run"]): Command => ({
  check,
  run,
  toString: () => text,
});

const args = fc.record(
  {
    certId: fc.constantFrom(...CERTIFICATES),
    triggers: fc.constantFrom<Json>([], ["one"], { asked: "today" }),
  },
  { requiredKeys: ["certId"] },
);
const faults = faultsOf([...MAYBE_PROCESSED, ...NOT_PROCESSED], ["POST"]);
const isInState = ({ sent }: Model) => sent !== undefined;

const commands: Array<fc.Arbitrary<Command>> = [
  fc.tuple(args, fc.option(faults, { freq: 2 })).map(([args, fault]) =>
    command(
      `up ${JSON.stringify(args)} (${fault})`,
      () => true,
      (model, real) => up(model, real, args, fault),
    ),
  ),
  args.map((args) =>
    command(
      `killed up ${JSON.stringify(args)}`,
      (model) => !isInState(model),
      async (model, real) => {
        await up(model, real, args, null);
        real.resource.state = undefined;
        model.sent = undefined;
      },
    ),
  ),
  fc.constant(command("refresh", isInState, (_, real) => expectIdle(real, () => real.resource.refresh()))),
  fc.constant(
    command("destroy", isInState, async (model, real) => {
      await expectIdle(real, () => real.resource.destroy());
      model.sent = undefined;
    }),
  ),
];

function setUp(platform: Simulator, settings: Record<string, string>): { model: Model; real: Real } {
  for (const { id } of platform.certificates.all()) platform.certificates.delete(id);
  for (const id of CERTIFICATES) platform.certificates.add({ id, state: "failed" });
  const resource = new InProcessResource(handler, { baseUrl: platform.url, apiKey: KEY, settings });
  return { model: {}, real: { platform, resource } };
}

export const models = {
  "A force retry is sent when it is declared and when a trigger changes, and at no other time": () =>
    expectSequences({
      // A force retry uses one operation, and nothing reads it.
      simulator: { mode: "documented-only" },
      commands,
      faults,
      setUp,
      finish: (model, real) => up(model, real, model.sent ?? { certId: 321 }, null),
    }),
};
