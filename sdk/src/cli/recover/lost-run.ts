import { classOfToken } from "../../pulumi/names";
import type { ExportedState, PendingOperation } from "../pulumi";

/** When the lost run may have created objects, in milliseconds since the epoch. */
export interface Window {
  /** The run before it had ended, or for the first run the stack was made. */
  from: number;
  /** Pulumi has written its last state, and a request may have been under way. */
  until: number;
}

/** An operation of this package that a lost run has begun. */
export interface LostOperation {
  urn: string;
  /** The class of this package. */
  type: string;
  /** What Pulumi has begun: `creating`, `updating`, `deleting`, `reading`. */
  kind: string;
  provider: string | undefined;
  inputs: PendingOperation["resource"]["inputs"];
}

/** A longer run leaves creations of its beginning unclear: the run before it may have ended days ago. */
const LONGEST_RUN_MS = 3_600_000;

/** How long after Pulumi's last state a request may have been sent. */
const LAST_REQUESTS_MS = 60_000;

/** The pending operations of this package. Several lost runs may have begun the same one. */
export function lostOperations({ pending }: ExportedState): LostOperation[] {
  const last = new Map(pending.map((one) => [`${one.type} ${one.resource.urn}`, one]));
  return [...last.values()].flatMap(({ type: kind, resource: { urn, type: token, provider, inputs } }) => {
    const type = classOfToken(token);
    return type === undefined ? [] : [{ urn, type, kind, provider, inputs }];
  });
}

/**
 * The runs before the lost one had ended when the state was written for the last time. A run that ended later has written it: one
 * that has failed after the lost one, or the lost one itself, if Pulumi was told to cancel it.
 *
 * @param ends When runs ended whose end Pulumi has recorded, the newest first.
 */
export function windowOf({ writtenAt, resources }: ExportedState, ends: readonly number[]): Window {
  const stack = resources.find(({ type }) => type === "pulumi:pulumi:Stack");
  const lastEnd = ends.find((end) => end < Math.floor(writtenAt / 1_000) * 1_000);
  const begin = Math.max(lastEnd ?? Date.parse(stack?.created ?? ""), writtenAt - LONGEST_RUN_MS);
  // Without a beginning, nothing shows which objects the run has created.
  return {
    from: Number.isNaN(begin) ? Number.POSITIVE_INFINITY : begin,
    until: writtenAt + LAST_REQUESTS_MS,
  };
}
