import { inputsIn, stateIn } from "../../doors/stored";
import { difference, isFulfilled } from "../../operation/properties";
import type { AnyResource } from "../../operation/resource";
import { classOfToken } from "../../pulumi/names";
import { revealed } from "../../pulumi/secret-values";
import { loadHandlers } from "../../resources/handlers";
import type { JsonObject } from "../../util/json";
import type { EndedRun, ExportedState, StateResource } from "../pulumi";

/** When the lost run may have created objects, in milliseconds since the epoch. */
export interface Window {
  /**
   * The run before it had ended, or for the first run the stack was made. Infinite if nothing shows that, or if a later run has
   * succeeded: what the state does not have then, that run has not declared.
   */
  from: number;
  /** Pulumi has written its last state, and a request may have been under way. */
  until: number;
}

/** An operation of this package that a lost run has begun. */
export interface LostOperation {
  urn: string;
  handler: AnyResource;
  /** What Pulumi has begun: `creating`, `updating`, `deleting`, `reading`. */
  kind: string;
  parent?: string | undefined;
  provider: string | undefined;
  inputs: JsonObject;
  /** The resource in the state. */
  known: StateResource | undefined;
}

/** A longer run leaves creations of its beginning unclear: the run before it may have ended days ago. */
const LONGEST_RUN_MS = 3_600_000;

/** How long after Pulumi's last state a request may have been sent. */
const LAST_REQUESTS_MS = 60_000;

/** The pending operations of this package. Several lost runs may have begun the same one. */
export function lostOperations({ pending, resources }: ExportedState): LostOperation[] {
  const last = new Map(pending.map((one) => [`${one.type} ${one.resource.urn}`, one]));
  const handlers = new Map(loadHandlers().map((handler) => [handler.type, handler]));
  return [...last.values()].flatMap(
    ({ type: kind, resource: { urn, type, parent, provider, inputs = {} } }) => {
      const handler = handlers.get(classOfToken(type) ?? "");
      const known = resources.find(
        (one) => one.urn === urn && !one.delete && !one.pendingReplacement && !one.external,
      );
      return handler
        ? [{ urn, parent, provider, inputs: inputsIn(revealed(inputs)).values, handler, kind, known }]
        : [];
    },
  );
}

/** Whether a creation was to replace the object that the state has. Otherwise a later run has created that object. */
export function isReplacement({ handler, known, inputs }: LostOperation): boolean {
  const { values, declared = [] } = stateIn("", revealed(known?.outputs ?? {}));
  return difference(handler.properties, values, declared, inputs).replaces.length > 0;
}

/** The inputs that no run before has declared. If the program is reverted, no run resets them. */
export function firstInputs({ handler, kind, known, inputs }: LostOperation): string[] {
  if (!["creating", "updating"].includes(kind)) return [];
  const { declared = [] } = stateIn("", known?.outputs ?? {});
  return Object.entries(handler.properties).flatMap(([name, property]) => {
    const isFirst = inputs[name] !== undefined && "default" in property && !declared.includes(name);
    return isFirst && !isFulfilled(property, inputs[name], property.default) ? [name] : [];
  });
}

/** Runs that create what a program declares, or delete it. */
const CHANGING = ["update", "destroy"];

/**
 * The runs before the lost one had ended when the state was written for the last time. A run that ended later has written it: one
 * that has failed after the lost one, or the lost one itself, if Pulumi was told to cancel it. Then any run that failed may have
 * come after the lost one.
 */
export function windowOf({ writtenAt, resources }: ExportedState, runs: readonly EndedRun[]): Window {
  const stack = resources.find(({ type }) => type === "pulumi:pulumi:Stack");
  const written = Math.floor(writtenAt / 1_000) * 1_000;
  const hasSucceeded = ({ kind, result }: EndedRun) => result === "succeeded" && CHANGING.includes(kind);
  const later = runs.filter(({ end }) => end >= written);
  const before = runs.find((run) => run.end < written && (later.length === 0 || hasSucceeded(run)));
  const begin = Math.max(before?.end ?? Date.parse(stack?.created ?? ""), writtenAt - LONGEST_RUN_MS);
  // Without a beginning, nothing shows which objects the run has created.
  const isUnknown = Number.isNaN(begin) || later.some(hasSucceeded);
  return { from: isUnknown ? Number.POSITIVE_INFINITY : begin, until: writtenAt + LAST_REQUESTS_MS };
}
