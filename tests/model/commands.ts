import fc from "fast-check";
import type { JsonObject } from "../../sdk/src/util/json";
import type { Model } from "./model";
import { destroy, killedUp, refresh, up } from "./operations";
import type { Drift, ResourceSpec } from "./resource-spec";
import type { FaultRule } from "./run-with-fault";
import type { System } from "./system";

type Command = fc.AsyncCommand<Model, System>;

/** All commands of which the sequences of a resource consist. */
export function commandsOf(spec: ResourceSpec): Array<fc.Arbitrary<Command>> {
  const { args, optional, canBeKilled, drifts } = spec;
  const fault = fc.option(spec.faults, { freq: 2 });
  const noFault = fc.constant(null);
  return [
    fc.tuple(args, fault).map(upWith),
    fc.tuple(args, fc.nat(), fault).map(upWithOneChange),
    fc.tuple(args, fc.nat(), fault).map(upWithOneChange),
    fault.map(revert),
    noFault.map(revert),
    fc.constant(repeat),
    fault.map(refreshCommand),
    fault.map(destroyCommand),
    ...(optional.length > 0 ? [fc.tuple(fc.constantFrom(...optional), fault).map(upWithout)] : []),
    ...(canBeKilled ? [fc.tuple(args, fault).map(killedUpWith)] : []),
    ...(drifts.length > 0 ? [fc.constantFrom(...drifts).map(drift)] : []),
  ];
}

const upWith = ([args, fault]: [JsonObject, FaultRule]) =>
  command(
    `up ${JSON.stringify(args)}`,
    () => true,
    (model, system) => up(model, system, args),
    fault,
  );

/** Changes one argument. The new value is that of one of the random arguments. */
const upWithOneChange = ([randomArgs, index, fault]: [JsonObject, number, FaultRule]) => {
  const entries = Object.entries(randomArgs);
  const [name = "", value = null] = entries[index % entries.length] ?? [];
  return command(
    `up with ${name}: ${JSON.stringify(value)}`,
    ({ args }) => args !== undefined,
    (model, system) => {
      const args = { ...(model.args as JsonObject), [name]: value };
      return up(model, system, system.spec.validCombination?.(args) ?? args);
    },
    fault,
  );
};

const revert = (fault: FaultRule) =>
  command(
    "up with the arguments before the last change",
    ({ previousArgs }) => previousArgs !== undefined,
    (model, system) => up(model, system, model.previousArgs as JsonObject),
    fault,
  );

const repeat = command(
  "up without a change",
  ({ args }) => args !== undefined,
  (model, system) => up(model, system, model.args as JsonObject),
);

const upWithout = ([name, fault]: [string, FaultRule]) =>
  command(
    `up without ${name}`,
    ({ args }) => args?.[name] !== undefined,
    (model, system) => {
      const { [name]: _, ...args } = model.args as JsonObject;
      return up(model, system, system.spec.validCombination?.(args) ?? args);
    },
    fault,
  );

const killedUpWith = ([args, fault]: [JsonObject, FaultRule]) =>
  command(
    `killed up ${JSON.stringify(args)}`,
    ({ inState }) => !inState,
    (model, system) => killedUp(model, system, args),
    fault,
  );

const refreshCommand = (fault: FaultRule) => command("refresh", ({ inState }) => inState, refresh, fault);

const destroyCommand = (fault: FaultRule) => command("destroy", ({ inState }) => inState, destroy, fault);

const drift = ({ text, apply }: Drift) =>
  command(
    `drift: ${text}`,
    ({ exists }) => exists,
    async (model, system) => {
      const { own } = system.snapshot();
      if (own) apply(system.platform, own.id);
      model.drifted(system.snapshot().own?.fields);
    },
  );

function command(
  text: string,
  check: Command["check"],
  run: Command["run"],
  fault: FaultRule = null,
): Command {
  return {
    check,
    run: (model, system) => {
      system.nextFault = fault;
      return run(model, system);
    },
    toString: () => (fault === null ? text : `${text} (${fault})`),
  };
}
