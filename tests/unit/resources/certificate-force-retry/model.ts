import { expect } from "@jest/globals";
import fc from "fast-check";
import { handler } from "../../../../sdk/src/resources/certificate-force-retry/handler";
import { canonicalJson, type Json, type JsonObject } from "../../../../sdk/src/util/json";
import type { CertificateRecord, CertificateState, Simulator } from "../../../../simulator/src";
import { attempt, type Ended, type Fault } from "../../../model/attempt";
import { faultsOf, UNSURE, WITHOUT_EFFECT } from "../../../model/faults";
import { expectAll } from "../../../model/property";
import { InProcessResource } from "../../../support/in-process-resource";
import { KEY } from "../../../support/platform";

const CERTIFICATES = [321, 322];
const ALLOWANCE = 3;

/** What comes of a retry, by the state that it meets; nothing where it is an error. */
const OUTCOMES: Record<CertificateState, string | undefined> = {
  failed: "started",
  "in progress": "inProgress",
  completed: "completed",
  "not attached": undefined,
  "not automated": undefined,
};

/** The arguments of the last run, of one before it, and of the retry that the state has. */
interface Model {
  args?: JsonObject;
  argsBefore?: JsonObject;
  fired?: JsonObject | undefined;
}

interface Real {
  platform: Simulator;
  life: InProcessResource;
}

/** Fires where the state has no retry of these arguments, and at no other time. */
async function up(model: Model, { platform, life }: Real, args: JsonObject, fault: Fault): Promise<void> {
  if (model.args) model.argsBefore = model.args;
  model.args = args;
  const [met] = platform.certificates.all().filter(({ id }) => id === args.certId);
  const state = structuredClone(life.state);
  const ended = await attempt(platform, fault, () => life.up(args));
  const again = model.fired !== undefined && canonicalJson(args) === canonicalJson(model.fired);
  if (again) return expect(ended).toEqual({ value: "same", faults: [], requests: 0 });
  expect(ended.requests).toBe(1);
  if (ended.failure) {
    expectReason(met as CertificateRecord, ended);
    return expect(life.state).toEqual(state);
  }
  const { state: before, forceRetries } = met as CertificateRecord;
  expect(life.outputs).toMatchObject({ ...args, outcome: OUTCOMES[before] });
  const after = before === "failed" ? { state: "in progress", forceRetries: forceRetries + 1 } : met;
  expect(platform.certificates.get(args.certId as number)).toMatchObject({ ...after });
  model.fired = args;
}

function expectReason({ state, forceRetries }: CertificateRecord, { failure, faults }: Ended<unknown>): void {
  const spent = state === "failed" && forceRetries >= ALLOWANCE;
  if (faults.length === 0 && !spent && OUTCOMES[state] !== undefined) throw failure;
}

/** Neither asks nor changes anything. */
async function expectIdle({ platform }: Real, run: () => Promise<void>): Promise<void> {
  const before = platform.certificates.all();
  expect(await attempt(platform, null, run)).toEqual({ value: undefined, faults: [], requests: 0 });
  expect(platform.certificates.all()).toEqual(before);
}

type Command = fc.AsyncCommand<Model, Real>;

function command(text: string, check: Command["check"], run: Command["run"]): Command {
  return { check, run, toString: () => text };
}

const args = fc.record(
  {
    certId: fc.constantFrom(...CERTIFICATES),
    triggers: fc.constantFrom<Json>([], ["one"], { asked: "today" }),
  },
  { requiredKeys: ["certId"] },
);
const faults = faultsOf([...UNSURE, ...WITHOUT_EFFECT], ["POST"]);
const fault = fc.option(faults, { freq: 2 });
const isFired = ({ fired }: Model) => fired !== undefined;

const commands: Array<fc.Arbitrary<Command>> = [
  fc.tuple(args, fault).map(([args, fault]) =>
    command(
      `up ${JSON.stringify(args)} (${fault})`,
      () => true,
      (model, real) => up(model, real, args, fault),
    ),
  ),
  fc.tuple(args, fault).map(([args, fault]) =>
    command(
      `killed up ${JSON.stringify(args)} (${fault})`,
      ({ fired }) => fired === undefined,
      async (model, real) => {
        await up(model, real, args, fault);
        real.life.state = undefined;
        model.fired = undefined;
      },
    ),
  ),
  fault.map((fault) =>
    command(
      `up as before the last change (${fault})`,
      ({ argsBefore }) => argsBefore !== undefined,
      (model, real) => up(model, real, model.argsBefore as JsonObject, fault),
    ),
  ),
  fc.constant(
    command(
      "the same up",
      ({ args }) => args !== undefined,
      (model, real) => up(model, real, model.args as JsonObject, null),
    ),
  ),
  fc.constant(
    command("refresh", isFired, async (_model, real) => {
      const state = structuredClone(real.life.state);
      await expectIdle(real, () => real.life.refresh());
      expect(real.life.state).toEqual(state);
    }),
  ),
  fc.constant(
    command("destroy", isFired, async (model, real) => {
      await expectIdle(real, () => real.life.destroy());
      model.fired = undefined;
    }),
  ),
  fc
    .tuple(
      fc.constantFrom(...CERTIFICATES),
      fc.constantFrom(...(Object.keys(OUTCOMES) as CertificateState[])),
    )
    .map(([id, state]) =>
      command(
        `certificate ${id} is ${state}`,
        () => true,
        async (_model, { platform }) => void platform.certificates.change(id, { state }),
      ),
    ),
];

function begin(platform: Simulator, settings: Record<string, string>): { model: Model; real: Real } {
  for (const { id } of platform.certificates.all()) platform.certificates.delete(id);
  for (const id of CERTIFICATES) platform.certificates.add({ id, state: "failed" });
  const life = new InProcessResource(handler, { baseUrl: platform.url, apiKey: KEY, settings });
  return { model: {}, real: { platform, life } };
}

/** Where the certificate has failed and may be tried again, the next run tries. */
async function conclude(model: Model, real: Real): Promise<void> {
  const { certificates } = real.platform;
  for (const id of CERTIFICATES) {
    certificates.delete(id);
    certificates.add({ id, state: "failed" });
  }
  if (model.args === undefined) return;
  await up(model, real, model.args, null);
  await up(model, real, model.args, null);
  await expectIdle(real, () => real.life.destroy());
}

export const models = {
  "A force retry is sent when it is declared and when a trigger changes, and at no other time": () =>
    expectAll({
      // A force retry uses no other operation, and is never read.
      simulator: { mode: "documented-only", forceRetriesPerCertificate: ALLOWANCE },
      commands,
      faults,
      begin,
      conclude,
    }),
};
