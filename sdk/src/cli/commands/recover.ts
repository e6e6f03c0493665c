import { realpathSync } from "node:fs";
import { Session } from "../../provider/session";
import { FileRecordStore, placeOf } from "../../pulumi/files/record-store";
import { defineCommand } from "../command";
import { COMMAND } from "../errors";
import { print, printNote, widthOf } from "../output";
import { findProject } from "../project";
import { PulumiCli } from "../pulumi";
import { NO_ENGINE } from "../reader";
import { lostOperations, windowOf } from "../recover/lost-run";
import { Recovered } from "../recover/recovered";
import { isUnclear, jsonOf, NO_EVIDENCE, textOf } from "../recover/report";
import { StackSettings } from "../stack-provider";

export const recover = defineCommand({
  summary:
    "Prepares this machine to continue a lost run. Exit code 1: something is unclear; 2: recover failed.",
  arguments: {},
  options: {
    stack: { type: "string", value: "NAME", meaning: "The stack. Default: the selected stack." },
    check: { type: "boolean", meaning: "Print the report, and write no record." },
    json: { type: "boolean", meaning: "Print JSON." },
  },
  // 1 means that something is unclear.
  failureCode: 2,
  run: (_args, options) => run(options),
});

interface Options {
  stack?: string;
  check?: boolean;
  json?: boolean;
}

async function run({ stack, check = false, json }: Options): Promise<number> {
  const project = findProject(process.cwd());
  if (project === undefined) throw COMMAND.noProject.error();
  const pulumi = new PulumiCli(stack);
  const state = await pulumi.state({ showSecrets: true });
  const lost = lostOperations(state);
  const window = windowOf(state, await pulumi.runs());
  const recordStore = new FileRecordStore(placeOf(realpathSync(project.programFolder)), check);
  const parts = (await pulumi.qualifiedName()).split("/");
  const organization = parts.length === 3 ? parts[0] : undefined;
  const session = new Session({ process: "command", engine: NO_ENGINE, recordStore });
  const settings = new StackSettings(state.resources, pulumi);
  const recovered = new Recovered(settings, state, session, organization, printNote);
  const operations = await recovered.all(lost, window);
  const report = { stack, window, operations };
  if (json) print(jsonOf(report));
  else print(operations.length === 0 ? NO_EVIDENCE : textOf(report, widthOf()));
  return operations.some(isUnclear) ? 1 : 0;
}
