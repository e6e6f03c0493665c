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

describe("parsing", () => {
  const parse = (...args: string[]) => parseCommand("import", importCommand, args);

  test("arguments and options may come in any order", () => {
    expect(parse("--yes", "Router", "edge", "--stack", "dev", "1/2/x")).toEqual({
      args: ["Router", "edge", "1/2/x"],
      values: { yes: true, stack: "dev" },
      isHelp: false,
    });
  });

  test("--help needs no arguments", () => {
    expect(parse("--help").isHelp).toBe(true);
  });

  test.each([
    [
      [],
      `import expects <target>..., or <resource> <id>, or <resource> <name> <id>, or only the option --terraform <file> [wrong-arguments]. ${HELP}`,
    ],
    [["--yess", "Router", "1/2"], "there is no option --yess [unknown-option]. Did you mean --yes?"],
    [
      ["--colour", "Router", "1/2"],
      "there is no option --colour [unknown-option]. Use one of these: --stack, --terraform, --provider, --parent, --dry-run, --yes, --yaml, --out, --help.",
    ],
    [
      ["Router", "1/2", "--stack"],
      `an option is invalid: Option '--stack <value>' argument missing [invalid-option]. ${HELP}`,
    ],
    [
      ["Router", "1/2", "--yes=no"],
      `an option is invalid: Option '--yes' does not take an argument [invalid-option]. ${HELP}`,
    ],
  ])("%j is refused", async (args, sentence) => {
    const { stdout, stderr, result } = await printed(() => main(["import", ...args]));
    expect([stdout, stderr, result]).toEqual(["", `pulumi-cloudplatform: ${sentence}\n`, 1]);
  });
});

describe("the program", () => {
  test.each([
    [[], 1],
    [["--help"], 0],
    [["-h"], 0],
    [["help"], 0],
    [["help", "--help"], 0],
    [["--stack", "dev"], 1],
    [["--stack", "dev", "--help"], 0],
  ])("%j prints the commands", async (args, code) => {
    const { stdout, result } = await printed(() => main(args));
    expect(result).toBe(code);
    expect(stdout).toBe(`${programUsage(COMMANDS)}\n`);
    for (const [name, { summary }] of Object.entries(COMMANDS))
      expect(stdout).toMatch(new RegExp(`^  ${name} +${summary.replaceAll(".", "\\.")}$`, "m"));
  });

  test("--version prints the version", async () => {
    expect(await printed(() => main(["--version"]))).toEqual({
      stdout: `${version}\n`,
      stderr: "",
      result: 0,
    });
  });

  test.each([
    ["doctor", "-h"],
    ["-h", "doctor"],
    ["--help", "doctor"],
    ["help", "doctor"],
    ["--stack", "dev", "help", "doctor"],
    ["--stack", "dev", "doctor", "--help"],
  ])("%s %s %s %s prints the usage of the command", async (...args) => {
    const { stdout, result } = await printed(() => main(args));
    expect([stdout, result]).toEqual([`${commandUsage("doctor", COMMANDS.doctor as Command)}\n`, 0]);
  });

  test("options may come before the command, also with values that are the name of a command", () => {
    const split = (...args: string[]) => splitCommand(args, COMMANDS);
    expect(split("--stack", "log", "doctor", "--json")).toEqual({
      name: "doctor",
      args: ["--stack", "log", "--json"],
    });
    expect(split("--stack=dev", "--yes", "import", "Router", "1/2")).toEqual({
      name: "import",
      args: ["--stack=dev", "--yes", "Router", "1/2"],
    });
    expect(split("import", "--", "--odd-name")).toEqual({ name: "import", args: ["--", "--odd-name"] });
  });

  test("an option is of one type in all commands, so it is known before the command is", () => {
    const types = new Map<string, string>();
    for (const [option, { type }] of Object.values(COMMANDS).flatMap(({ options }) =>
      Object.entries(options),
    ))
      expect([option, types.set(option, types.get(option) ?? type).get(option)]).toEqual([option, type]);
  });

  test.each(Object.entries(COMMANDS))("%s --help prints each argument and option", async (name, command) => {
    const { stdout, result } = await printed(() => main([name, "--help"]));
    expect(result).toBe(0);
    expect(stdout).toBe(`${commandUsage(name, command)}\n`);
    for (const argument of Object.keys(command.arguments))
      expect(stdout).toContain(`\n  ${argument.startsWith("--") ? argument : `<${argument}>`} `);
    expect(stdout).toContain("\n  -h, --help ");
    for (const [option, { meaning }] of Object.entries(command.options)) {
      expect(stdout).toContain(`\n  --${option} `);
      expect(stdout).toContain(meaning);
    }
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThan(120);
  });

  test.each([
    [["imprt"], "there is no command imprt [unknown-command]. Did you mean import?"],
    [["help", "imprt"], "there is no command imprt [unknown-command]. Did you mean import?"],
    [["--stack", "dev", "imprt"], "there is no command imprt [unknown-command]. Did you mean import?"],
    [["--stak", "doctor"], "there is no option --stak [unknown-option]. Did you mean --stack?"],
    [["--versoin"], "there is no option --versoin [unknown-option]. Did you mean --version?"],
    [
      ["toString"],
      "there is no command toString [unknown-command]. Use one of these: import, doctor, validate, log, preflight, recover.",
    ],
    [["doctor", "now"], `doctor expects no arguments [wrong-arguments]. ${HELP}`],
  ])("%j is refused", async (args, sentence) => {
    const { stdout, stderr, result } = await printed(() => main(args));
    expect([stdout, stderr, result]).toEqual(["", `pulumi-cloudplatform: ${sentence}\n`, 1]);
  });
});
