import { expect } from "@jest/globals";
import fc from "fast-check";
import { handler } from "../../../../sdk/src/resources/certificate-force-retry/handler";
import { canonicalJson, type Json, type JsonObject } from "../../../../sdk/src/util/json";
import type { CertificateRecord, CertificateState, Simulator } from "../../../../simulator/src";
import { faultsOf, MAYBE_PROCESSED, NOT_PROCESSED } from "../../../model/faults";
import { type FaultRule, type RunResult, runWithFault } from "../../../model/run-with-fault";
import { expectSequences } from "../../../model/sequences";
import { InProcessResource } from "../../../support/in-process-resource";
import { KEY } from "../../../support/platform";

const CERTIFICATES = [321, 322];
const ALLOWANCE = 3;

/** The outcome of a retry, by the state of the certificate. Undefined if the retry fails. */
const OUTCOMES: Record<CertificateState, string | undefined> = {
  failed: "started",
  "in progress": "inProgress",
  completed: "completed",
  "not attached": undefined,
  "not automated": undefined,
};

interface Model {
  /** The arguments of the last run. */
  args?: JsonObject;
  /** The arguments before they last changed. */
  previousArgs?: JsonObject;
  /** The arguments of the retry in the state. */
  sent?: JsonObject | undefined;
}

interface Real {
  platform: Simulator;
  resource: InProcessResource;
}

/** `pulumi up`. Sends a retry unless the state contains one with these arguments. */
async function up(
  model: Model,
  { platform, resource }: Real,
  args: JsonObject,
  fault: FaultRule,
): Promise<void> {
  if (model.args) model.previousArgs = model.args;
  model.args = args;
  const [certificate] = platform.certificates.all().filter(({ id }) => id === args.certId);
  const state = structuredClone(resource.state);
  const result = await runWithFault(platform, fault, () => resource.up(args));
  const isUnchanged = model.sent !== undefined && canonicalJson(args) === canonicalJson(model.sent);
  if (isUnchanged) return expect(result).toEqual({ value: "same", faults: [], requests: 0 });
  expect(result.requests).toBe(1);
  if (result.failure) {
    expectReason(certificate as CertificateRecord, result);
    return expect(resource.state).toEqual(state);
  }
  const { state: before, forceRetries } = certificate as CertificateRecord;
  expect(resource.outputs).toMatchObject({ ...args, outcome: OUTCOMES[before] });
  const after = before === "failed" ? { state: "in progress", forceRetries: forceRetries + 1 } : certificate;
  expect(platform.certificates.get(args.certId as number)).toMatchObject({ ...after });
  model.sent = args;
}

function expectReason(
  { state, forceRetries }: CertificateRecord,
  { failure, faults }: RunResult<unknown>,
): void {
  const spent = state === "failed" && forceRetries >= ALLOWANCE;
  if (faults.length === 0 && !spent && OUTCOMES[state] !== undefined) throw failure;
}

/** The run sends no request and changes nothing. */
async function expectIdle({ platform }: Real, run: () => Promise<void>): Promise<void> {
  const before = platform.certificates.all();
  expect(await runWithFault(platform, null, run)).toEqual({ value: undefined, faults: [], requests: 0 });
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
const faults = faultsOf([...MAYBE_PROCESSED, ...NOT_PROCESSED], ["POST"]);
const fault = fc.option(faults, { freq: 2 });
const isInState = ({ sent }: Model) => sent !== undefined;

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
      ({ sent }) => sent === undefined,
      async (model, real) => {
        await up(model, real, args, fault);
        real.resource.state = undefined;
        model.sent = undefined;
      },
    ),
  ),
  fault.map((fault) =>
    command(
      `up with the arguments before the last change (${fault})`,
      ({ previousArgs }) => previousArgs !== undefined,
      (model, real) => up(model, real, model.previousArgs as JsonObject, fault),
    ),
  ),
  fc.constant(
    command(
      "up without a change",
      ({ args }) => args !== undefined,
      (model, real) => up(model, real, model.args as JsonObject, null),
    ),
  ),
  fc.constant(
    command("refresh", isInState, async (_model, real) => {
      const state = structuredClone(real.resource.state);
      await expectIdle(real, () => real.resource.refresh());
      expect(real.resource.state).toEqual(state);
    }),
  ),
  fc.constant(
    command("destroy", isInState, async (model, real) => {
      await expectIdle(real, () => real.resource.destroy());
      model.sent = undefined;
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

function setUp(platform: Simulator, settings: Record<string, string>): { model: Model; real: Real } {
  for (const { id } of platform.certificates.all()) platform.certificates.delete(id);
  for (const id of CERTIFICATES) platform.certificates.add({ id, state: "failed" });
  const resource = new InProcessResource(handler, { baseUrl: platform.url, apiKey: KEY, settings });
  return { model: {}, real: { platform, resource } };
}

/** If the certificate has failed and the allowance is not spent, the next run starts a retry. */
async function finish(model: Model, real: Real): Promise<void> {
  const { certificates } = real.platform;
  for (const id of CERTIFICATES) {
    certificates.delete(id);
    certificates.add({ id, state: "failed" });
  }
  if (model.args === undefined) return;
  await up(model, real, model.args, null);
  await up(model, real, model.args, null);
  await expectIdle(real, () => real.resource.destroy());
}

export const models = {
  "A force retry is sent when it is declared and when a trigger changes, and at no other time": () =>
    expectSequences({
      // A force retry uses one operation, and nothing reads it.
      simulator: { mode: "documented-only", forceRetriesPerCertificate: ALLOWANCE },
      commands,
      faults,
      setUp,
      finish,
    }),
};
