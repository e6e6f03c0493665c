import { appendFileSync, readFileSync } from "node:fs";
import type { Finding } from "../../operation/finding";
import { parseJson } from "../../util/json";
import { PREFLIGHT_VARIABLE } from "../names";

/** What a process has found about a step of a preview. */
export interface StepFindings {
  urn: string;
  operation: "create" | "update" | "delete";
  /** Of a deletion that is not part of a replacement: a resource may have several old objects. */
  id?: string;
  findings: Finding[];
  /** The names of the operations that `up` sends for the step, as far as the preview shows them. */
  sends?: string[];
}

/** A line of the file in which the processes of a preview collect what they find, for the command `preflight`. */
export interface PreviewFindings {
  step?: StepFindings;
  /** The key of an existing object that a resource of the run is. */
  uses?: string;
  /** The function that the program calls. */
  calls?: string;
  /** The account of this resource cannot be used. */
  account?: Finding & { urn: string };
}

/** Collects for the command `preflight`; undefined in other previews. */
export function findingsCollector(): ((findings: PreviewFindings) => void) | undefined {
  const { [PREFLIGHT_VARIABLE]: file } = process.env;
  // Each line is one write at the end of the file, so several processes can share it.
  return file ? (findings) => appendFileSync(file, `${JSON.stringify(findings)}\n`) : undefined;
}

/** A process that was killed may have left half a line. */
export function readFindings(file: string): PreviewFindings[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.flatMap((line) => (parseJson(line) as PreviewFindings | undefined) ?? []);
}
