import { check } from "../core/check";
import type { Recorder, RequestRecord } from "../http/recorder";
import type { Faults } from "./faults";
import { type FaultRule, faultRule } from "./rule";

/** The faults as a test arranges them. */
export interface FaultsHandle {
  /** Puts a rule in force, given by its fields or as its one line, and gives it back as that line. */
  add(rule: FaultRule | string): string;
  /** The rules in force, each as its one line. */
  rules(): string[];
  /** From now on nothing happens any more; what hangs goes on to hang. */
  clear(): void;
  /** The recorded requests to which a fault has happened. */
  fired(): RequestRecord[];
  /** The options of the command that make the same faults happen to the same requests. */
  commandLine(): string;
}

export function faultsHandle(faults: Faults, recorder: Recorder, seed: string): FaultsHandle {
  return {
    add: (rule) => faults.add(check(faultRule, rule)),
    rules: () => faults.texts(),
    clear: () => faults.clear(),
    fired: () => recorder.records.filter((record) => record.fault !== undefined),
    commandLine: () =>
      [`--seed ${seed}`, ...faults.texts().map((text) => `--fault ${quoted(text)}`)].join(" "),
  };
}

/** For a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
