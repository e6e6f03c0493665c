import type { Areas } from "../areas";
import { packageName, packageVersion } from "../core/package";
import { type Operation, ok, operation } from "../http/operation";
import type { Recorder } from "../http/recorder";
import type { Settings } from "../options";
import { controlPrefix } from "./paths";

interface Sources {
  readonly settings: Settings;
  readonly areas: Areas;
  readonly recorder: Recorder;
  readonly served: readonly Operation[];
  /** Control endpoints of no area. */
  readonly extras: readonly Operation[];
}

export function controlOperations({ settings, areas, recorder, served, extras }: Sources): Operation[] {
  const areaControls = [...areas.byName.values()].flatMap((area) => area.controls ?? []);
  const controls = [...areaControls, ...extras];
  return [
    about(settings, served),
    state(areas),
    requests(recorder),
    clearRequests(recorder),
    ...controls.map((control) => ({ ...control, path: `${controlPrefix}${control.path}` })),
  ];
}

function about({ mode }: Settings, served: readonly Operation[]): Operation {
  const operations = served.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`);
  return operation({
    method: "GET",
    path: controlPrefix,
    handle: () => ok({ name: packageName, version: packageVersion, mode, operations }),
  });
}

function state(areas: Areas): Operation {
  return operation({
    method: "GET",
    path: `${controlPrefix}/state`,
    handle: () => ok(Object.fromEntries([...areas.byName].map(([name, area]) => [name, area.state()]))),
  });
}

function requests(recorder: Recorder): Operation {
  return operation({
    method: "GET",
    path: `${controlPrefix}/requests`,
    handle: () => ok({ count: recorder.records.length, results: recorder.records }),
  });
}

function clearRequests(recorder: Recorder): Operation {
  return operation({
    method: "DELETE",
    path: `${controlPrefix}/requests`,
    handle: () => {
      recorder.clear();
      return { status: 204 };
    },
  });
}
