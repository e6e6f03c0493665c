import { Memory } from "./core/memory";
import { RandomSource } from "./core/random";
import { counter } from "./core/schemas";
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
  const memory = new Memory();
  const drawn = memory.part("ids").value("resources", counter, 0);
  return {
    settings,
    ids: new RandomSource(settings.seed, "resources", drawn),
    tasks: new TaskEngine(settings, memory.part("tasks")),
    subnets: new SubnetRegistry(memory.part("subnets")),
    memory,
  };
}
