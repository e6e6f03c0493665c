import { defineCommand } from "../command";
import { type Check, lineOf } from "../doctor/check";
import { checkPlatform } from "../doctor/platform";
import { checkRecords } from "../doctor/records";
import { checkProvider, checkSettings } from "../doctor/settings";
import { checkCli, checkNode, checkPackages } from "../doctor/versions";
import { print, safeJson } from "../output";
import { findProject } from "../project";
import { PulumiCli } from "../pulumi";

export const doctor = defineCommand({
  summary:
    "Checks the installation, the settings and the platform. The exit code is 1 if there is a problem.",
  arguments: {},
  options: {
    stack: { type: "string", value: "NAME", meaning: "The stack. Default: the selected stack." },
    provider: {
      type: "string",
      value: "NAME",
      meaning: "The Provider of the stack whose account is checked. Default: the stack's configuration.",
    },
    json: { type: "boolean", meaning: "Print JSON." },
  },
  async run(_args, { stack, provider, json = false }) {
    const pulumi = new PulumiCli(stack);
    const checks: Check[] = [];
    const report = (...results: Check[]) => {
      if (!json) for (const result of results) print(lineOf(result));
      checks.push(...results);
    };
    report(checkNode(), await checkCli(pulumi));
    const project = findProject(process.cwd());
    const programFolder = project?.programFolder ?? process.cwd();
    report(...checkPackages(programFolder), checkRecords(programFolder));
    const settings = provider
      ? await checkProvider(pulumi, provider)
      : await checkSettings(pulumi, project !== undefined);
    report(...settings.checks);
    if (settings.configuration) report(...(await checkPlatform(settings.source)));
    const hasProblem = checks.some(({ level }) => level === "problem");
    if (json) print(safeJson({ version: 1, hasProblem, checks }));
    return hasProblem ? 1 : 0;
  },
});
