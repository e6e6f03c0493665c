import { commandsOf } from "./commands";
import { Model } from "./model";
import { expectAll } from "./property";
import { destroy, refresh, up } from "./runs";
import type { Subject } from "./subject";
import { World } from "./world";

/** Runs random sequences of operations of a resource that is an object at the platform. */
export function expectModel(subject: Subject): Promise<void> {
  return expectAll({
    ...(subject.simulator && { simulator: subject.simulator }),
    commands: commandsOf(subject),
    faults: subject.faults,
    begin: (platform, settings) => ({
      model: new Model(),
      real: new World(subject, platform, { ...settings, ...subject.settings }),
    }),
    conclude,
  });
}

/** However things have gone, the next run that nothing disturbs puts them right, and in the end nothing is left behind. */
async function conclude(model: Model, world: World): Promise<void> {
  if (model.args === undefined) return;
  if (model.stale) await refresh(model, world);
  await up(model, world, model.args);
  await up(model, world, model.args);
  if (model.inState) await destroy(model, world);
}
