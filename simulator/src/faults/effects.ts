import { lagging, taskError, taskNeverEnds, taskUnknown } from "./consequences";
import type { Effect } from "./effect";
import {
  drip,
  empty,
  hang,
  html,
  resetAfter,
  resetBefore,
  slow,
  status,
  truncated,
  typesChanged,
} from "./replies";
import type { Fault } from "./rule";

export function effectOf(fault: Fault): Effect {
  switch (fault.kind) {
    // Before anything is read and after it has been: to the request the same.
    case "refuse":
    case "reset-before":
      return resetBefore;
    case "reset-after":
      return resetAfter;
    case "hang":
      return hang(fault);
    case "slow":
      return slow(fault);
    case "status":
      return status(fault);
    case "html":
      return html(fault);
    case "empty":
      return empty;
    case "truncated":
      return truncated(fault);
    case "drip":
      return drip(fault);
    case "wrong-types":
      return typesChanged(fault);
    case "task-error":
      return taskError(fault.message);
    case "task-never-ends":
      return taskNeverEnds;
    case "task-unknown":
      return taskUnknown(fault.looks);
    case "lagging-list":
      return lagging(fault.reads);
  }
}
