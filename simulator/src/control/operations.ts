import { z } from "zod";
import { type Areas, objectKinds } from "../areas";
import { contract } from "../contract/operation";
import { packageName, packageVersion } from "../core/package";
import { notFound } from "../core/problem";
import type { Faults } from "../faults/faults";
import { faultRule } from "../faults/rule";
import { type Operation, ok, operation } from "../http/operation";
import type { Recorder } from "../http/recorder";
import type { Settings } from "../options";
import { objectControls } from "./objects";

interface Sources {
  readonly settings: Settings;
  readonly areas: Areas;
  readonly recorder: Recorder;
  readonly faults: Faults;
  /** The operations of the platform. */
  readonly served: readonly Operation[];
}

const ruleLine = z.string();
const noBody = { 204: null };

const controls = {
  about: contract("GET /_simulator", {
    summary: "Get the version, the mode and the operations of the simulator",
    replies: {
      200: z.strictObject({
        name: z.string(),
        version: z.string(),
        mode: z.string(),
        operations: z.array(z.string()),
      }),
    },
  }),
  state: contract("GET /_simulator/state", {
    summary: "Get everything there is, by area",
    replies: { 200: z.looseObject({}) },
  }),
  requests: contract("GET /_simulator/requests", {
    summary: "List the recorded requests",
    replies: { 200: z.strictObject({ count: z.int(), results: z.array(z.looseObject({})) }) },
  }),
  clearRequests: contract("DELETE /_simulator/requests", {
    summary: "Forget the recorded requests",
    replies: noBody,
  }),
  faults: contract("GET /_simulator/faults", {
    summary: "List the rules of faults that are in force",
    replies: { 200: z.strictObject({ count: z.int(), results: z.array(ruleLine) }) },
  }),
  addFault: contract("POST /_simulator/faults", {
    summary: "Add a rule of faults",
    body: faultRule,
    replies: { 201: z.strictObject({ rule: ruleLine }) },
  }),
  removeFaults: contract("DELETE /_simulator/faults", {
    summary: "Remove the rules of faults with one line, or all rules",
    query: z.strictObject({ rule: ruleLine.optional() }),
    replies: noBody,
  }),
};

export function controlOperations({ settings, areas, recorder, faults, served }: Sources): Operation[] {
  return [
    operation(controls.about, () => {
      const operations = served.map(({ method, path }) => `${method} ${path}`);
      return ok({ name: packageName, version: packageVersion, mode: settings.mode, operations });
    }),
    operation(controls.state, () =>
      ok(Object.fromEntries([...areas.byName].map(([name, area]) => [name, area.state()]))),
    ),
    operation(controls.requests, () => ok({ count: recorder.records.length, results: recorder.records })),
    operation(controls.clearRequests, () => {
      recorder.clear();
      return { status: 204 };
    }),
    ...objectKinds(areas).flatMap(objectControls),
    ...[...areas.byName.values()].flatMap((area) => area.controls ?? []),
    operation(controls.faults, () => ok({ count: faults.texts().length, results: faults.texts() })),
    operation(controls.addFault, ({ body }) => ({ status: 201, body: { rule: faults.add(body) } })),
    operation(controls.removeFaults, ({ query: { rule } }) => {
      if (rule === undefined) faults.clear();
      else if (!faults.remove(rule)) throw notFound(`There is no rule "${rule}".`);
      return { status: 204 };
    }),
  ];
}
