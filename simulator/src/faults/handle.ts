import { check } from "../core/check";
import type { Recorder, RequestRecord } from "../http/recorder";
import type { Faults } from "./faults";
import { type FaultRule, faultRule } from "./rule";

export interface FaultsHandle extends ReturnType<typeof faultsHandle> {}

export function faultsHandle(faults: Faults, recorder: Recorder, seed: string) {
  return {
    /** Adds a rule and returns it as one line. */
    add: (rule: FaultRule | string): string => faults.add(check(faultRule, rule)),
    /** The rules, each as one line. */
    rules: (): string[] => faults.texts(),
    /** Requests that hang already continue to hang. */
    clear: (): void => faults.clear(),
    /** The recorded requests with a fault. */
    fired: (): RequestRecord[] => recorder.records.filter((record) => record.fault !== undefined),
    /** The options of the command that cause the same faults for the same requests. */
    commandLine: (): string =>
      [`--seed ${seed}`, ...faults.texts().map((text) => `--fault ${quoted(text)}`)].join(" "),
  };
}

/** For a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
