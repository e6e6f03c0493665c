import type { Areas } from "./areas";
import { controlOperations } from "./control/panel";
import { faultControls } from "./faults/controls";
import type { Faults } from "./faults/faults";
import type { Operation } from "./http/operation";
import type { Recorder } from "./http/recorder";
import type { OperationGroup } from "./openapi/document";
import { openApiOperation } from "./openapi/serve";
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
export function allOperations(sources: Sources): Operation[] {
  const api = apiGroups(sources);
  const controls = controlGroup(
    sources,
    api.flatMap(({ operations }) => operations),
  );
  const groups = [...api, controls];
  return [...groups.flatMap(({ operations }) => operations), openApiOperation(groups), ...pageOperations()];
}

/** In documented-only mode nothing else than the documented operations is served. */
function apiGroups({ platform: { settings }, areas }: Sources): OperationGroup[] {
  return [...areas.byName]
    .map(([tag, { operations = [] }]): OperationGroup => {
      const served = operations.filter((each) => each.documented || settings.mode === "full");
      return { tag, operations: served, security: ["apiKey"] };
    })
    .filter(({ operations }) => operations.length > 0);
}

function controlGroup({ platform, areas, recorder, faults }: Sources, served: Operation[]): OperationGroup {
  const { settings, memory, tasks } = platform;
  const events = eventsOperation({ memory, areas, tasks, recorder, faults, now: settings.now });
  const extras = [...faultControls(faults), events];
  const operations = controlOperations({ settings, areas, recorder, served, extras });
  return { tag: "control", operations, security: ["controlToken"] };
}
