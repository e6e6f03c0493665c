import { z } from "zod";
import { type Areas, objectKinds } from "../areas";
import { packageName, packageVersion } from "../core/package";
import { type Operation, ok, operation } from "../http/operation";
import type { Recorder } from "../http/recorder";
import type { Settings } from "../options";
import { objectControls } from "./objects";
import { controlPrefix } from "./paths";

interface Sources {
  readonly settings: Settings;
  readonly areas: Areas;
  readonly recorder: Recorder;
  readonly served: readonly Operation[];
  /** Control endpoints of no area. */
  readonly extras: readonly Operation[];
}

const aboutReply = z.strictObject({
  name: z.string(),
  version: z.string(),
  mode: z.string(),
  operations: z.array(z.string()),
});
const requestList = z.strictObject({ count: z.int(), results: z.array(z.looseObject({})) });

export function controlOperations({ settings, areas, recorder, served, extras }: Sources): Operation[] {
  const controls = [
    about(settings, served),
    state(areas),
    requests(recorder),
    clearRequests(recorder),
    ...objectKinds(areas).flatMap(objectControls),
    ...[...areas.byName.values()].flatMap((area) => area.controls ?? []),
    ...extras,
  ];
  return controls.map((control) => ({ ...control, path: `${controlPrefix}${control.path}` }));
}

function about({ mode }: Settings, served: readonly Operation[]): Operation {
  const operations = served.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`);
  return operation({
    method: "GET",
    path: "",
    summary: "Get the version, the mode and the operations of the simulator",
    replies: { 200: aboutReply },
    handle: () => ok({ name: packageName, version: packageVersion, mode, operations }),
  });
}

function state(areas: Areas): Operation {
  return operation({
    method: "GET",
    path: "/state",
    summary: "Get everything there is, by area",
    replies: { 200: z.looseObject({}) },
    handle: () => ok(Object.fromEntries([...areas.byName].map(([name, area]) => [name, area.state()]))),
  });
}

function requests(recorder: Recorder): Operation {
  return operation({
    method: "GET",
    path: "/requests",
    summary: "List the recorded requests",
    replies: { 200: requestList },
    handle: () => ok({ count: recorder.records.length, results: recorder.records }),
  });
}

function clearRequests(recorder: Recorder): Operation {
  return operation({
    method: "DELETE",
    path: "/requests",
    summary: "Forget the recorded requests",
    replies: { 204: null },
    handle: () => {
      recorder.clear();
      return { status: 204 };
    },
  });
}
