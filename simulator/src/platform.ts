import { Memory } from "./core/memory";
import { RandomSource } from "./core/random";
import { SubnetRegistry } from "./core/subnets";
import type { Settings } from "./options";
import { TaskEngine } from "./tasks/engine";

/** What the areas share: one clock, one source of ids, one task engine, one view of the networks, one memory. */
export interface Platform {
  readonly settings: Settings;
  readonly ids: RandomSource;
  readonly tasks: TaskEngine;
  readonly subnets: SubnetRegistry;
  readonly memory: Memory;
}

export function createPlatform(settings: Settings): Platform {
  return {
    settings,
    ids: new RandomSource(settings.seed, "resources"),
    tasks: new TaskEngine(settings),
    subnets: new SubnetRegistry(),
    memory: new Memory(),
  };
}
