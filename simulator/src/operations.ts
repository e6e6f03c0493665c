import type { Areas } from "./areas";
import { controlOperations } from "./control/panel";
import { faultControls } from "./faults/controls";
import type { Faults } from "./faults/faults";
import type { Operation } from "./http/operation";
import type { Recorder } from "./http/recorder";
import type { Platform } from "./platform";

interface Sources {
  readonly platform: Platform;
  readonly areas: Areas;
  readonly recorder: Recorder;
  readonly faults: Faults;
}

/** Everything that a simulator serves. In documented-only mode, the platform's documented operations alone. */
export function allOperations({ platform: { settings }, areas, recorder, faults }: Sources): Operation[] {
  const served = [...areas.byName.values()]
    .flatMap((area) => area.operations ?? [])
    .filter((each) => each.documented || settings.mode === "full");
  const extras = faultControls(faults);
  return [...served, ...controlOperations({ settings, areas, recorder, served, extras })];
}
