import fc from "fast-check";
import type { JsonObject } from "../../sdk/src/util/json";
import type { Fault } from "./attempt";
import type { Model } from "./model";
import { destroy, killed, refresh, up } from "./runs";
import type { Drift, Subject } from "./subject";
import type { World } from "./world";

type Command = fc.AsyncCommand<Model, World>;

/** All that may happen to a resource. */
export function commandsOf(subject: Subject): Array<fc.Arbitrary<Command>> {
  const { args, optional, kills, drifts } = subject;
  const fault = fc.option(subject.faults, { freq: 2 });
  const undisturbed = fc.constant(null);
  return [
    fc.tuple(args, fault).map(declare),
    fc.tuple(args, fc.nat(), fault).map(alter),
    fc.tuple(args, fc.nat(), fault).map(alter),
    fault.map(goBack),
    undisturbed.map(goBack),
    fc.constant(again),
    fault.map(refreshing),
    fault.map(destroying),
    ...(optional.length > 0 ? [fc.tuple(fc.constantFrom(...optional), fault).map(drop)] : []),
    ...(kills ? [fc.tuple(args, fault).map(kill)] : []),
    ...(drifts.length > 0 ? [fc.constantFrom(...drifts).map(drift)] : []),
  ];
}

const declare = ([args, fault]: [JsonObject, Fault]) =>
  command(
    `up ${JSON.stringify(args)}`,
    () => true,
    (model, world) => up(model, world, args),
    fault,
  );

/** One argument becomes what it is among others. */
const alter = ([others, which, fault]: [JsonObject, number, Fault]) => {
  const [field = "", value = null] = Object.entries(others)[which % Object.keys(others).length] ?? [];
  return command(
    `up with ${field}: ${JSON.stringify(value)}`,
    ({ args }) => args !== undefined,
    (model, world) => {
      const args = { ...(model.args as JsonObject), [field]: value };
      return up(model, world, world.subject.fitting?.(args) ?? args);
    },
    fault,
  );
};

const goBack = (fault: Fault) =>
  command(
    "up as it was before the last change",
    ({ argsBefore }) => argsBefore !== undefined,
    (model, world) => up(model, world, model.argsBefore as JsonObject),
    fault,
  );

const again = command(
  "the same up",
  ({ args }) => args !== undefined,
  (model, world) => up(model, world, model.args as JsonObject),
);

const drop = ([field, fault]: [string, Fault]) =>
  command(
    `up without ${field}`,
    ({ args }) => args?.[field] !== undefined,
    (model, world) => {
      const { [field]: _, ...rest } = model.args as JsonObject;
      return up(model, world, world.subject.fitting?.(rest) ?? rest);
    },
    fault,
  );

const kill = ([args, fault]: [JsonObject, Fault]) =>
  command(
    `killed up ${JSON.stringify(args)}`,
    ({ inState }) => !inState,
    (model, world) => killed(model, world, args),
    fault,
  );

const refreshing = (fault: Fault) => command("refresh", ({ inState }) => inState, refresh, fault);

const destroying = (fault: Fault) => command("destroy", ({ inState }) => inState, destroy, fault);

const drift = ({ text, apply }: Drift) =>
  command(
    `somebody ${text}`,
    ({ exists }) => exists,
    async (model, world) => {
      const { own } = world.look();
      if (own) apply(world.platform, own.id);
      model.drifted(world.look().own?.facts);
    },
  );

function command(text: string, check: Command["check"], run: Command["run"], fault: Fault = null): Command {
  return {
    check,
    run: (model, world) => {
      world.fault = fault;
      return run(model, world);
    },
    toString: () => (fault === null ? text : `${text} (${fault})`),
  };
}
