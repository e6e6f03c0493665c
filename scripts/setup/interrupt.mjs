import os from "node:os";
import { Interrupted } from "./errors.mjs";

const controller = new AbortController();

/** Aborted when set-up shall stop; running programs and waits end, and the stack unwinds through its clean-ups. */
export const interrupted = controller.signal;

/** @param {NodeJS.Signals} signal */
export const exitCodeFor = (signal) => 128 + (os.constants.signals[signal] ?? 0);

/**
 * Turns the signals that ask to stop into an orderly end. A second signal ends at once, except just after the
 * first: on Ctrl-C a program under npm often gets two, from the terminal and from npm.
 */
export function watchSignals() {
  let first = 0;
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => {
      if (!interrupted.aborted) {
        first = Date.now();
        controller.abort(new Interrupted(signal));
      } else if (Date.now() - first > 1000) {
        process.exit(exitCodeFor(signal));
      }
    });
  }
}
