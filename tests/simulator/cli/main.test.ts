import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, jest, test } from "@jest/globals";
import { rightsText } from "../../../sdk/src/cli/preflight/rights";
import { parseCommand } from "../../../simulator/src/cli/arguments";
import { main } from "../../../simulator/src/cli/main";
import { banner, requestLine } from "../../../simulator/src/cli/texts";
import { client, closeAll, collection, start } from "../../../simulator/testing/client";
import { useTemporaryFolder } from "../../support/temporary-folder";

const { version } = require("../../../simulator/package.json") as { version: string };

const folder = useTemporaryFolder();

afterEach(closeAll);
afterEach(() => {
  jest.restoreAllMocks();
});

/** Runs the command, which prints one error. Returns its exit code and the error. */
async function reported(...args: string[]): Promise<[code: number | undefined, error: string]> {
  const complain = jest.spyOn(console, "error").mockImplementation(() => {});
  const code = await main(args);
  const [[error]] = complain.mock.calls as [[string]];
  expect(complain).toHaveBeenCalledTimes(1);
  return [code, error];
}

test("npx finds the command after the set-up of a new clone", async () => {
  const said = await promisify(execFile)("npx", ["--no-install", "cloudplatform-simulator", "--version"], {
    cwd: join(__dirname, "../../.."),
  });
  expect(said.stdout.trim()).toBe(version);
});

test("the command line accepts every option", () => {
  const seedFile = join(folder.path, "seed.json");
  // Some editors write a byte order mark.
  writeFileSync(seedFile, '\ufeff{ "routers": [] }');
  const text =
    "--port 0 --host ::1 --api-key a --api-key b --admin-key c --documented-only --task-path /v1/tasks " +
    `--state a.json --seed-file ${seedFile} --control-token a-long-token --task-time 1.5s-2m --seed 7 --quiet ` +
    "--fault reset-after@POST#1";
  expect(parseCommand(text.split(" "))).toEqual({
    kind: "serve",
    options: {
      host: "::1",
      port: 0,
      apiKeys: ["a", "b"],
      adminKeys: ["c"],
      mode: "documented-only",
      taskPath: "/v1/tasks",
      taskTime: { min: 1500, max: 120_000 },
      seed: 7,
      stateFile: "a.json",
      objects: { routers: [] },
      controlToken: "a-long-token",
    },
    faults: [{ fault: { kind: "reset-after" }, method: "POST", when: 1 }],
    seedFile,
    quiet: true,
  });
});

test.each([
  ["--foo", "Unknown option '--foo'. --help lists the options."],
  ["extra", "Unexpected argument 'extra'."],
  ["--port 65536", "--port must be"],
  ["--task-time 5", "--task-time must look like"],
  ["--task-time 2s-1s", "--task-time must look like"],
  ["--task-time 1s-2s-3s", "--task-time must look like"],
  ["--task-path /tasks", "--task-path must be"],
  ["--seed x", "--seed must be"],
  ["--fault slow", '--fault "slow" is no fault: fault.ms: This field is required.'],
  ["--api-key=", "--api-key must not be empty"],
  ["--control-token short", "--control-token must have at least 8 characters"],
])("the argument %s is reported in one sentence, with exit code 2", async (text, sentence) => {
  expect(await reported(...text.split(" "))).toEqual([2, expect.stringContaining(sentence)]);
});

test.each([
  ["--help", "Usage: cloudplatform-simulator"],
  ["--version", version],
])("%s prints, with exit code 0", async (option, expected) => {
  const print = jest.spyOn(console, "log").mockImplementation(() => {});
  expect(await main([option])).toBe(0);
  expect(print.mock.calls[0]?.[0]).toContain(expected);
});

const RIGHTS = "# for previews\n\nGET /v1/tasks/{task_id}\n";

test("the rights of the keys are the operations of a file", () => {
  const file = join(folder.path, "rights");
  writeFileSync(file, RIGHTS);
  const { options } = parseCommand(["--key-rights", file, "--read-key", "r"]) as { options?: object };
  expect(options).toMatchObject({ rights: ["GET /v1/tasks/{task_id}"], readKeys: ["r"] });
});

test("the rights of the keys are what preflight --rights prints", () => {
  const accounts = [
    { name: "the stack's configuration", certain: ["GET /v1/tasks/{task_id}"], possible: [] },
    { name: "Provider a\nb", certain: [], possible: ["POST /cdn/sslData/{cert_id}/force-retry"] },
  ];
  const file = join(folder.path, "rights");
  writeFileSync(file, rightsText({ stack: "dev", accounts }));
  const { options } = parseCommand(["--key-rights", file]) as { options?: object };
  expect(options).toMatchObject({
    rights: accounts.flatMap(({ certain, possible }) => [...certain, ...possible]),
  });
  writeFileSync(file, rightsText({ stack: "dev", accounts: [] }));
  expect(parseCommand(["--key-rights", file])).toMatchObject({ options: { rights: [] } });
});

test("a port in use is reported in one sentence, with exit code 1", async () => {
  const { sim } = await start();
  const sentence = expect.stringMatching(/Port \d+ is in use already/);
  expect(await reported("--port", new URL(sim.url).port)).toEqual([1, sentence]);
});

test("the control token comes from the environment, unless the option gives one", () => {
  const variable = "CLOUDPLATFORM_SIMULATOR_CONTROL_TOKEN";
  const tokenOf = (args: string[], token: string) =>
    parseCommand(args, { [variable]: token }) as { options?: { controlToken?: string } };
  const given = tokenOf(["--control-token", "from-option"], "from-environment");
  expect(given.options?.controlToken).toBe("from-option");
  expect(tokenOf([], "from-environment").options?.controlToken).toBe("from-environment");
  expect(tokenOf([], "").options).not.toHaveProperty("controlToken");
  expect(() => tokenOf([], "with a space")).toThrow(`${variable} must have at least 8`);
});

test.each([
  ["--key-rights", "is missing", undefined, "ENOENT"],
  [
    "--key-rights",
    "has an unknown operation",
    `${RIGHTS}GET /v1/planets\n`,
    'There is no operation "GET /v1/planets"',
  ],
  ["--seed-file", "is missing", undefined, "ENOENT"],
  ["--seed-file", "is not JSON", "{", "It is not valid JSON"],
  [
    "--seed-file",
    "has an unknown kind",
    '{ "planets": [] }',
    "planets: Unknown kind of objects. The kinds are answers,",
  ],
  [
    "--seed-file",
    "has invalid objects",
    '{ "routers": [{ "project_id": "1", "\\u001b[31mred": 1 }], "videos": 7 }',
    "routers.0.project_id: Invalid input: expected number, received string; " +
      "routers.0.region_id: This field is required.; routers.0.\\u{1b}[31mred: Unknown field.; " +
      "videos: Invalid input: expected array, received number",
  ],
  ["--seed-file", "is a list", "[]", "objects: Must be an object with lists of objects"],
  [
    "--seed-file",
    "has an object twice",
    '{ "videos": [{ "id": 5 }, { "id": 5 }] }',
    "There is a video 5 already.",
  ],
  ["--seed-file", "has 300 invalid objects", `{ "videos": [${"5,".repeat(299)}5] }`, "; and 280 more"],
])(
  "a file of %s that %s is reported in one sentence, with exit code 2",
  async (option, _, text, sentence) => {
    const file = join(folder.path, "file");
    if (text !== undefined) writeFileSync(file, text);
    const [code, line] = await reported("--port", "0", option, file);
    expect(code).toBe(2);
    expect(line).toContain(`${option} ${file} cannot be used. `);
    expect(line).toContain(sentence);
  },
);

test.each([
  ["is not JSON", "state.json", "{", "is not valid JSON"],
  ["is a folder", ".", undefined, "cannot be read: EISDIR"],
  ["cannot be written", join("missing", "state.json"), undefined, "cannot be written: ENOENT"],
])("a state file that %s is reported in one sentence, with exit code 1", async (_, name, text, sentence) => {
  const file = join(folder.path, name);
  if (text !== undefined) writeFileSync(file, text);
  expect(await reported("--port", "0", "--state", file)).toEqual([1, expect.stringContaining(sentence)]);
});

test("the command applies and prints the given faults, and ends with a signal", async () => {
  const lines: string[] = [];
  jest.spyOn(console, "log").mockImplementation((line: string) => lines.push(line));
  const exit = new Promise((ended) => {
    jest.spyOn(process, "exit").mockImplementation(((code: number) => ended(code)) as never);
  });
  expect(await main(["--port", "0", "--seed", "7", "--fault", "hang@POST"])).toBeUndefined();
  const [, url = ""] = /listens on (\S+)/.exec(lines[0] ?? "") ?? [];
  expect(lines[0]).toContain("The same faults again: --seed 7 --fault 'hang@POST'\n");
  const call = client(url);
  const hanging = expect(call("POST", collection, { name: "main" })).rejects.toThrow();
  const lastFault = async () => (await call("GET", "/_simulator/requests")).body.results.at(-1)?.fault;
  while ((await lastFault()) !== "hang@POST");
  process.emit("SIGTERM");
  await hanging;
  expect(await exit).toBe(0);
  expect(lines.slice(1)).toEqual([expect.stringMatching(/^\S+Z POST \S+ 0 \d+ms hang@POST$/)]);
});

test("the output contains the two commands that a stack needs, without a key of the user", async () => {
  const { sim } = await start();
  expect(banner(sim, {})).toContain(`pulumi config set cloudplatform:baseUrl ${sim.url}\n`);
  const command = "pulumi config set --secret cloudplatform:apiKey";
  expect(banner(sim, {})).toContain(`${command} simulator-key\n`);
  expect(banner(sim, { apiKeys: ["real-one"] })).toContain(`${command}\n`);
});

test("the output has a line for each request: its time, and the reason of a refusal without control characters", async () => {
  const { sim, call } = await start({ now: () => Date.parse("2026-02-03T04:05:06.789Z") });
  await call("GET", collection);
  await call("GET", "/cloud/v9/routers");
  await call("POST", collection, { name: "main", "\u001b[31m\u009b2J": 1 });
  expect(sim.requests.map((record) => requestLine(record, 2.6))).toEqual([
    "2026-02-03T04:05:06.789Z GET /cloud/v1/routers/1/2 200 3ms",
    "2026-02-03T04:05:06.789Z GET /cloud/v9/routers 404 3ms The simulator does not serve this path.",
    "2026-02-03T04:05:06.789Z POST /cloud/v1/routers/1/2 400 3ms \\u{1b}[31m\\u{9b}2J: Unknown field.",
  ]);
});

describe("with a command", () => {
  /** Runs a program of Node with the simulator. Returns the exit code and what the simulator says. */
  async function run(
    program: string,
    ...options: string[]
  ): Promise<[code: number | undefined, said: string[]]> {
    const complain = jest.spyOn(console, "error").mockImplementation(() => {});
    const code = await main([...options, "--", process.execPath, "--eval", program]);
    return [code, complain.mock.calls.map(([line]) => String(line))];
  }

  /** Exits with a code for the status of a request with a key. */
  const REQUEST = `
    const { CLOUDPLATFORM_BASE_URL: url, CLOUDPLATFORM_API_KEY: own } = process.env;
    const get = (key) => fetch(url + "/cloud/v1/routers/1/2", { headers: { authorization: "apikey " + key } });
    const keys = [own, "that-of-a-provider"];
    Promise.all(keys.map(get)).then((replies) => process.exit(replies.filter(({ ok }) => ok).length));`;
  const LISTENS = expect.stringMatching(/^cloudplatform-simulator: The simulator listens on http/);

  test("the command has the address and a key in its environment, and its exit code is returned", async () => {
    expect(await run(REQUEST)).toEqual([2, [LISTENS]]);
  });

  test("a command that sends no request is told which settings count more", async () => {
    const [code, said] = await run("");
    expect(code).toBe(0);
    expect(said).toEqual([LISTENS, expect.stringContaining("The simulator got no request.")]);
  });

  test("a stack whose settings have another address is named before", async () => {
    writeFileSync(
      join(folder.path, "Pulumi.prod.yaml"),
      'config:\n  cloudplatform:baseUrl: "https://api.example"\n',
    );
    jest.spyOn(process, "cwd").mockReturnValue(folder.path);
    const [, said] = await run(REQUEST);
    expect(said).toEqual([LISTENS, expect.stringContaining("Pulumi.prod.yaml sets cloudplatform:baseUrl")]);
  });

  test("the simulator passes a termination on, and ends with the command", async () => {
    const bin = join(__dirname, "../../../simulator/bin/cloudplatform-simulator.js");
    const program = "process.kill(process.ppid, 'SIGTERM'); setInterval(() => {}, 1000);";
    const command = [bin, "--", process.execPath, "--eval", program];
    const ended = promisify(execFile)(process.execPath, command);
    await expect(ended).rejects.toMatchObject({ code: 128 + 15 });
  });

  test("a command that does not exist is one sentence, with the exit code of a shell", async () => {
    const complain = jest.spyOn(console, "error").mockImplementation(() => {});
    expect(await main(["--", "no-such-command"])).toBe(127);
    expect(complain.mock.calls.flat()).toEqual([
      LISTENS,
      expect.stringContaining("There is no command no-such-command."),
    ]);
  });
});
