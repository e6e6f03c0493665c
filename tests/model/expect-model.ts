import { commandsOf } from "./commands";
import { Model } from "./model";
import { destroy, refresh, up } from "./operations";
import type { ResourceSpec } from "./resource-spec";
import { expectSequences } from "./sequences";
import { System } from "./system";

/** Runs random sequences of operations of a resource that is an object at the platform. */
export function expectModel(spec: ResourceSpec): Promise<void> {
  return expectSequences({
    ...(spec.simulator && { simulator: spec.simulator }),
    commands: commandsOf(spec),
    faults: spec.faults,
    setUp: (platform, settings) => ({
      model: new Model(),
      real: new System(spec, platform, { ...settings, ...spec.settings }),
    }),
    finish,
  });
}

/** After any sequence a run without faults converges, and a deletion leaves nothing behind. */
async function finish(model: Model, system: System): Promise<void> {
  if (model.args === undefined) return;
  if (model.hasDrift) await refresh(model, system);
  await up(model, system, model.args);
  await up(model, system, model.args);
  if (model.inState) await destroy(model, system);
}
