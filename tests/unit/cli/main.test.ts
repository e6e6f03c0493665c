import { describe, expect, test } from "@jest/globals";
import type { Command } from "../../../sdk/src/cli/command";
import { COMMANDS } from "../../../sdk/src/cli/commands";
import { main } from "../../../sdk/src/cli/main";
import { parseCommand, splitCommand } from "../../../sdk/src/cli/parse";
import { commandUsage, programUsage } from "../../../sdk/src/cli/usage";
import { version } from "../../../sdk/src/util/version";
import { printed } from "../../support/printed";

const importCommand = COMMANDS.import;
if (importCommand === undefined) throw new Error("There is no command import.");

const HELP = "Run the command with --help, which describes its arguments and options.";

const run = (...args: string[]) => printed(() => main(args));
const TARGETS = "<target>...";
const OPTIONS_OF_IMPORT =
  "Use one of these: --stack, --provider, --parent, --dry-run, --yes, --json, --help.";
const NO_IMPRT = "there is no command imprt [unknown-command]. Did you mean import?";

describe("arguments", () => {
  const parse = (...args: string[]) => parseCommand("import", importCommand, args);
  const split = (...args: string[]) => splitCommand(args, COMMANDS);

  test("arguments and options may come in any order", () => {
    expect(parse("--yes", "Router:1/2", "--stack", "dev", "Router:1/3")).toEqual({
      args: ["Router:1/2", "Router:1/3"],
      values: { yes: true, stack: "dev" },
      isHelp: false,
    });
  });

  test("options may come before the command, also with values that are the name of a command", () => {
    expect(split("--stack", "log", "doctor", "--json")).toEqual({
      ...{ name: "doctor", args: ["--stack", "log", "--json"] },
    });
    expect(split("--stack=dev", "--yes", "import", "Router:1/2")).toEqual({
      ...{ name: "import", args: ["--stack=dev", "--yes", "Router:1/2"] },
    });
    expect(split("import", "--", "--odd-name")).toEqual({ name: "import", args: ["--", "--odd-name"] });
  });

  test("an option is of one type in all commands, so it is known before the command is", () => {
    const types = new Map<string, string>();
    for (const { options } of Object.values(COMMANDS))
      for (const [option, { type }] of Object.entries(options))
        expect([option, types.set(option, types.get(option) ?? type).get(option)]).toEqual([option, type]);
  });

  test.each<[args: string[], sentence: string]>([
    [["import"], `import expects ${TARGETS} [wrong-arguments]. ${HELP}`],
    [["import", "--yess", "Router:1/2"], "there is no option --yess [unknown-option]. Did you mean --yes?"],
    [
      ["import", "--colour", "Router:1/2"],
      `there is no option --colour [unknown-option]. ${OPTIONS_OF_IMPORT}`,
    ],
    [
      ["import", "Router:1/2", "--stack"],
      `an option is invalid: Option '--stack <value>' argument missing [invalid-option]. ${HELP}`,
    ],
    [
      ["import", "Router:1/2", "--yes=no"],
      `an option is invalid: Option '--yes' does not take an argument [invalid-option]. ${HELP}`,
    ],
    [["imprt"], NO_IMPRT],
    [["help", "imprt"], NO_IMPRT],
    [["--stack", "dev", "imprt"], NO_IMPRT],
    [["--stak", "doctor"], "there is no option --stak [unknown-option]. Did you mean --stack?"],
    [["--versoin"], "there is no option --versoin [unknown-option]. Did you mean --version?"],
    [
      ["toString"],
      "there is no command toString [unknown-command]. Use one of these: import, doctor, log, preflight, recover.",
    ],
    [["doctor", "now"], `doctor expects no arguments [wrong-arguments]. ${HELP}`],
  ])("%j are refused", async (args, sentence) => {
    expect(await run(...args)).toEqual({
      stdout: "",
      stderr: `pulumi-cloudplatform: ${sentence}\n`,
      result: 1,
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
    ["help", usage, 0],
    ["--stack dev", usage, 1],
    ["--stack dev --help", usage, 0],
    ["--version", `${version}\n`, 0],
    ["doctor -h", doctorUsage, 0],
    ["-h doctor", doctorUsage, 0],
    ["help doctor", doctorUsage, 0],
    ["--stack dev help doctor", doctorUsage, 0],
    ["--stack dev doctor --help", doctorUsage, 0],
  ])("of “%s” is on stdout", async (args, stdout, result) => {
    expect(await run(...args.split(" ").filter(Boolean))).toEqual({ stdout, stderr: "", result });
  });

  // `npm run docs:check` compares the usage of each command with its page.
  test.each(Object.entries(COMMANDS))("of the program has the summary of %s", (name, { summary }) => {
    expect(usage).toMatch(new RegExp(`^  ${name} +${summary.replaceAll(".", "\\.")}$`, "m"));
  });
});
