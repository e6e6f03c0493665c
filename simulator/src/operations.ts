import type { Areas } from "./areas";
import { controlOperations } from "./control/operations";
import type { Faults } from "./faults/faults";
import type { Operation } from "./http/operation";
import type { Recorder } from "./http/recorder";
import { type OperationGroup, openApiOperation } from "./openapi/document";
import { pageOperations } from "./page/assets";
import { eventsOperation } from "./page/events";
import type { Platform } from "./platform";

interface Sources {
  readonly platform: Platform;
  readonly areas: Areas;
  readonly recorder: Recorder;
  readonly faults: Faults;
}

/** Everything that a simulator serves: the platform's operations, the control endpoints, the document and the page. */
export function allOperations({ platform, areas, recorder, faults }: Sources): Operation[] {
  const { settings, memory, tasks } = platform;
  const api = [...areas.byName]
    .map(([tag, { operations = [] }]): OperationGroup => {
      const served = operations.filter((each) => each.documented || settings.mode === "full");
      return { tag, operations: served, security: "apiKey" };
    })
    .filter(({ operations }) => operations.length > 0);
  const served = api.flatMap(({ operations }) => operations);
  const controls = [
    ...controlOperations({ settings, areas, recorder, faults, served }),
    eventsOperation({ memory, areas, tasks, recorder, faults, now: settings.now }),
  ];
  const groups: OperationGroup[] = [
    ...api,
    { tag: "control", operations: controls, security: "controlToken" },
  ];
  return [...served, ...controls, openApiOperation(groups), ...pageOperations()];
}
