import { describe, expect, test } from "@jest/globals";
import type { Command } from "../../../sdk/src/cli/command";
import { COMMANDS } from "../../../sdk/src/cli/commands";
import { main } from "../../../sdk/src/cli/main";
import { parseCommand } from "../../../sdk/src/cli/parse";
import { commandUsage, programUsage } from "../../../sdk/src/cli/usage";
import { version } from "../../../sdk/src/util/version";
import { printed } from "../../support/printed";

const importCommand = COMMANDS.import;
if (importCommand === undefined) throw new Error("There is no command import.");

const HELP = "Run the command with --help, which describes its arguments and options.";

const run = (...args: string[]) => printed(() => main(args));
const KNOWN = "Use one of these: import, doctor, log, preflight, recover.";

describe("arguments", () => {
  const parse = (...args: string[]) => parseCommand("import", importCommand, args);

  test("arguments and options may come in any order", () => {
    expect(parse("--yes", "Router:1/2", "--stack", "dev", "Router:1/3")).toEqual({
      args: ["Router:1/2", "Router:1/3"],
      values: { yes: true, stack: "dev" },
      isHelp: false,
    });
  });

  test.each<[args: string[], sentence: string]>([
    [["import"], `import expects <target>... [wrong-arguments]. ${HELP}`],
    [["log"], `log expects <file> [wrong-arguments]. ${HELP}`],
    [
      ["import", "--yess", "Router:1/2"],
      `an option is invalid: Unknown option '--yess' [invalid-option]. ${HELP}`,
    ],
    [
      ["import", "Router:1/2", "--stack"],
      `an option is invalid: Option '--stack <value>' argument missing [invalid-option]. ${HELP}`,
    ],
    [
      ["import", "Router:1/2", "--yes=no"],
      `an option is invalid: Option '--yes' does not take an argument [invalid-option]. ${HELP}`,
    ],
    ...["imprt", "--stack", "toString"].map((name): [string[], string] => [
      [name, "doctor"],
      `there is no command ${name} [unknown-command]. ${KNOWN}`,
    ]),
    [["doctor", "now"], `doctor expects no arguments [wrong-arguments]. ${HELP}`],
    [["preflight", "dev", "--", "--refresh"], `preflight expects -- option... [wrong-arguments]. ${HELP}`],
  ])("%j are refused", async (args, sentence) => {
    expect(await run(...args)).toEqual({
      stdout: "",
      stderr: `pulumi-cloudplatform: ${sentence}\n`,
      result: COMMANDS[args[0] as string]?.failureCode ?? 1,
    });
  });
});

describe("help", () => {
  const usage = `${programUsage(COMMANDS)}\n`;
  const doctorUsage = `${commandUsage("doctor", COMMANDS.doctor as Command)}\n`;

  test.each<[args: string, stdout: string, result: number]>([
    ["", usage, 1],
    ["--help", usage, 0],
    ["-h", usage, 0],
    ["--version", `${version}\n`, 0],
    ["doctor -h", doctorUsage, 0],
    ["doctor --stack dev --help", doctorUsage, 0],
  ])("of “%s” is on stdout", async (args, stdout, result) => {
    expect(await run(...args.split(" ").filter(Boolean))).toEqual({ stdout, stderr: "", result });
  });

  // `npm run docs:check` compares the usage of each command with its page.
  test.each(Object.entries(COMMANDS))("of the program has the summary of %s", (name, { summary }) => {
    expect(usage).toMatch(new RegExp(`^  ${name} +${summary.replaceAll(".", "\\.")}$`, "m"));
  });
});
