import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, jest, test } from "@jest/globals";
import { parseCommand } from "../../../simulator/src/cli/arguments";
import { main } from "../../../simulator/src/cli/main";
import { banner, requestLine, startFailure } from "../../../simulator/src/cli/texts";
import { client, closeAll, collection, start, unknownId } from "../../../simulator/testing/client";
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

describe("the command", () => {
  test("is found by npx after the set-up of a new clone", async () => {
    const said = await promisify(execFile)("npx", ["--no-install", "cloudplatform-simulator", "--version"], {
      cwd: join(__dirname, "../../.."),
    });
    expect(said.stdout.trim()).toBe(version);
  });
});

describe("the command line", () => {
  test("has a default for each option", () => {
    expect(parseCommand([])).toEqual({
      kind: "serve",
      options: { host: "127.0.0.1", port: 8080, mode: "full" },
      routers: [],
      certificates: [],
      videos: [],
      faults: [],
      seedFile: undefined,
      quiet: false,
    });
  });

  test("accepts every option", () => {
    const seedFile = join(folder.path, "seed.json");
    writeFileSync(seedFile, '{ "routers": [] }');
    const text =
      "--port 0 --host ::1 --api-key a --api-key b --admin-key c --admin-key d --documented-only --task-path /v1/tasks " +
      `--state a.json --seed-file ${seedFile} --control-token a-long-token ` +
      `--task-time 5s-10s --seed 7 --quiet --router 1/2 --router 3/4/${unknownId}/main ` +
      "--certificate 7/failed --certificate 8/not-attached --video 5 --fault reset-after@POST#1";
    expect(parseCommand(text.split(" "))).toEqual({
      kind: "serve",
      options: {
        host: "::1",
        port: 0,
        apiKeys: ["a", "b"],
        adminKeys: ["c", "d"],
        mode: "documented-only",
        taskPath: "/v1/tasks",
        taskTime: { min: 5000, max: 10_000 },
        seed: 7,
        stateFile: "a.json",
        objects: { routers: [] },
        controlToken: "a-long-token",
      },
      routers: [
        { projectId: 1, regionId: 2 },
        { projectId: 3, regionId: 4, id: unknownId, name: "main" },
      ],
      certificates: [
        { id: 7, state: "failed" },
        { id: 8, state: "not attached" },
      ],
      videos: [5],
      faults: [{ fault: { kind: "reset-after" }, method: "POST", when: 1 }],
      seedFile,
      quiet: true,
    });
  });

  test.each([
    ["0", 0, 0],
    ["2s", 2000, 2000],
    ["1.5s-2m", 1500, 120_000],
    ["20ms", 20, 20],
  ])("--task-time %s", (text, min, max) => {
    expect(parseCommand(["--task-time", text])).toMatchObject({ options: { taskTime: { min, max } } });
  });

  test.each([
    ["--foo", "Unknown option '--foo'. --help lists the options."],
    ["--task-tiem 5s", "Unknown option '--task-tiem'. Did you mean \"--task-time\"?"],
    ["--seedfile seed.json", "Unknown option '--seedfile'. Did you mean \"--seed-file\"?"],
    ["extra", "Unexpected argument 'extra'."],
    ["--port 65536", "--port must be"],
    ["--task-time 5", "--task-time must look like"],
    ["--task-time 2s-1s", "--task-time must look like"],
    ["--task-time 1s-2s-3s", "--task-time must look like"],
    ["--task-path /tasks", "--task-path must be"],
    ["--seed x", "--seed must be"],
    ["--router 1", "--router must look like"],
    ["--router 1/2/3", "--router must look like"],
    ["--certificate 7", "--certificate must look like"],
    ["--certificate 7/lost", "--certificate must look like"],
    ["--certificate seven/failed", "--certificate must look like"],
    ["--video five", "--video must be"],
    ["--fault slow", '--fault "slow" is no fault: fault.ms: This field is required.'],
    ["--api-key=", "--api-key must not be empty"],
    ["--admin-key=", "--admin-key must not be empty"],
    ["--control-token short", "--control-token must have at least 8 characters"],
  ])("%s is reported in one sentence, with exit code 2", async (text, sentence) => {
    expect(await reported(...text.split(" "))).toEqual([2, expect.stringContaining(sentence)]);
  });

  test.each([
    ["--help", "Usage: cloudplatform-simulator"],
    ["--version", "0."],
  ])("%s prints, with exit code 0", async (option, expected) => {
    const print = jest.spyOn(console, "log").mockImplementation(() => {});
    expect(await main([option])).toBe(0);
    expect(print.mock.calls[0]?.[0]).toContain(expected);
  });

  test("a port in use is reported in one sentence, with exit code 1", async () => {
    const { sim } = await start();
    expect(await reported("--port", new URL(sim.url).port)).toEqual([
      1,
      expect.stringMatching(/Port \d+ is in use already/),
    ]);
  });

  test("other errors at the start keep their message", () => {
    expect(startFailure(new Error("Something else."), {})).toBe("Something else.");
  });
});

describe("the control token", () => {
  const variable = "CLOUDPLATFORM_SIMULATOR_CONTROL_TOKEN";
  const tokenOf = (args: string[], environment: Record<string, string>) => {
    const command = parseCommand(args, environment);
    return command.kind === "serve" && command.options.controlToken;
  };

  test("comes from the environment, unless the option gives one", () => {
    expect(tokenOf([], { [variable]: "from-environment" })).toBe("from-environment");
    expect(tokenOf(["--control-token", "from-option"], { [variable]: "from-environment" })).toBe(
      "from-option",
    );
    expect(tokenOf([], { [variable]: "" })).toBeUndefined();
  });

  test("must be long enough, and valid in a header", () => {
    expect(() => parseCommand([], { [variable]: "with a space" })).toThrow(
      `${variable} must have at least 8`,
    );
  });
});

describe("files", () => {
  test.each([
    ["is missing", undefined, "ENOENT"],
    ["is not JSON", "{", "It is not valid JSON"],
    ["has a misspelt kind", '{ "router": [] }', 'router: Unknown kind of objects. Did you mean "routers"?'],
    ["has an unknown kind", '{ "planets": [] }', "planets: Unknown kind of objects. The kinds are answers,"],
    [
      "has invalid objects",
      '{ "routers": [{ "project_id": 1, "region_id": 2 }, { "project_id": "1", "colour": "red" }], "videos": 7 }',
      "videos: Invalid input: expected array, received number; " +
        "routers.1.project_id: Invalid input: expected number, received string; " +
        "routers.1.region_id: This field is required.; routers.1.colour: Unknown field.",
    ],
    ["is null", "null", "objects: Must be an object with lists of objects"],
    ["is a list", "[]", "objects: Must be an object with lists of objects"],
    [
      "lacks a part of a nested object",
      '{ "routers": [{ "project_id": 1, "region_id": 2, "interfaces": [{ "ip_assignments": [] }] }] }',
      "routers.0.interfaces.0.port_id: This field is required.; routers.0.interfaces.0.network_id: This field is required.",
    ],
    [
      "has an id that is no integer",
      '{ "members": [{ "group": "x", "client": 1.5 }] }',
      "members.0.group: Must be an integer of 64 bits, or a text of its digits.; " +
        "members.0.client: Must be an integer of 64 bits, or a text of its digits.",
    ],
    [
      "has terminal codes",
      String.raw`{ "routers": [{ "project_id": 1, "region_id": 2, "\u001b[31mred": 1 }] }`,
      String.raw`routers.0.\u{1b}[31mred: Unknown field.`,
    ],
    [
      "has an object twice",
      '{ "videos": [{ "id": 5 }, { "id": 5 }] }',
      "videos.1: There is a video 5 already.",
    ],
  ])("a seed file that %s is reported in one sentence, with exit code 2", async (_, text, sentence) => {
    const file = join(folder.path, "seed.json");
    if (text !== undefined) writeFileSync(file, text);
    const [code, line] = await reported("--port", "0", "--seed-file", file);
    expect(code).toBe(2);
    expect(line).toContain(`--seed-file ${file} cannot be used. `);
    for (const part of sentence.split("; ")) expect(line).toContain(part);
  });

  test("of many invalid objects, the first 20 are reported", async () => {
    const file = join(folder.path, "seed.json");
    writeFileSync(file, JSON.stringify({ videos: Array.from({ length: 300 }, () => 5) }));
    const [code, line] = await reported("--port", "0", "--seed-file", file);
    expect(code).toBe(2);
    expect(line.match(/videos\.\d+: /g)).toHaveLength(20);
    expect(line).toMatch(/; and 280 more$/);
  });

  test("a seed file may begin with a byte order mark", () => {
    const file = join(folder.path, "seed.json");
    writeFileSync(file, '\ufeff{ "routers": [] }');
    expect(parseCommand(["--seed-file", file])).toMatchObject({ options: { objects: { routers: [] } } });
  });

  test.each([
    ["is not JSON", "state.json", "{", "is not valid JSON"],
    ["is a folder", ".", undefined, "cannot be read: EISDIR"],
    ["cannot be written", join("missing", "state.json"), undefined, "cannot be written: ENOENT"],
  ])(
    "a state file that %s is reported in one sentence, with exit code 1",
    async (_, name, text, sentence) => {
      const file = join(folder.path, name);
      if (text !== undefined) writeFileSync(file, text);
      const report = [1, expect.stringContaining(sentence)];
      expect(await reported("--port", "0", "--state", file)).toEqual(report);
    },
  );
});

describe("serving", () => {
  test("applies and prints the given faults, and ends with a signal", async () => {
    const lines: string[] = [];
    jest.spyOn(console, "log").mockImplementation((line: string) => lines.push(line));
    const exit = new Promise((ended) => {
      jest.spyOn(process, "exit").mockImplementation(((code: number) => ended(code)) as never);
    });
    const args = ["--port", "0", "--seed", "7", "--fault", "status:code=503@GET#1", "--fault", "hang@POST"];
    expect(await main(args)).toBeUndefined();
    const [, url = ""] = /listens on (\S+)/.exec(lines.join("\n")) ?? [];
    const call = client(url);
    expect((await call("GET", "/v1/tasks/x")).status).toBe(503);
    expect((await call("GET", "/v1/tasks/x")).status).toBe(400);
    const hanging = call("POST", collection, { name: "main" });
    await Promise.all([expect(hanging).rejects.toThrow(), endWhenItHangs(url)]);
    expect(await exit).toBe(0);
    expect(lines.slice(1)).toEqual([
      expect.stringMatching(/^\S+Z GET \/v1\/tasks\/x 503 \d+ms status:code=503@GET#1$/),
      expect.stringMatching(/^\S+Z GET \/v1\/tasks\/x 400 \d+ms task_id: Must be a UUID\.$/),
      expect.stringMatching(/^\S+Z POST \S+ 0 \d+ms hang@POST$/),
    ]);
  });

  async function endWhenItHangs(url: string): Promise<void> {
    const lastFault = async () =>
      (await client(url)("GET", "/_simulator/requests")).body.results.at(-1)?.fault;
    while ((await lastFault()) !== "hang@POST");
    process.emit("SIGTERM");
  }
});

describe("the output", () => {
  test("contains the two commands that a stack needs", async () => {
    const { sim } = await start();
    const text = banner(sim, {});
    expect(text).toContain(`pulumi config set cloudplatform:baseUrl ${sim.url}\n`);
    expect(text).toContain("pulumi config set --secret cloudplatform:apiKey simulator-key\n");
  });

  test("does not contain control characters of a name", async () => {
    const { sim } = await start();
    sim.routers.add({ projectId: 1, regionId: 2, name: "\u001b[31mred\u202e" });
    expect(banner(sim, {})).toContain(String.raw`"\u{1b}[31mred\u{202e}" in project 1, region 2.`);
  });

  test("does not contain a key of the user", async () => {
    const { sim } = await start({ apiKeys: ["real-one"] });
    expect(banner(sim, { apiKeys: ["real-one"] })).not.toContain("real-one");
  });

  const now = (): number => Date.parse("2026-02-03T04:05:06.789Z");

  test("has a line for each request: its time, and the reason of a refusal", async () => {
    const { sim, call } = await start({ now });
    await call("PATCH", "/cloud/v2/routers/1/2/x", {});
    await call("GET", collection);
    await call("GET", "/cloud/v9/routers");
    expect(sim.requests.map((record) => requestLine(record, 2.6))).toEqual([
      "2026-02-03T04:05:06.789Z PATCH /cloud/v2/routers/1/2/x 400 3ms router_id: Must be a UUID.",
      "2026-02-03T04:05:06.789Z GET /cloud/v1/routers/1/2 200 3ms",
      "2026-02-03T04:05:06.789Z GET /cloud/v9/routers 404 3ms The simulator does not serve this path.",
    ]);
  });

  test("does not contain control characters of a request", async () => {
    const { sim, call } = await start({ now });
    await call("POST", collection, { name: "main", "\u001b[31m\u009b2J": 1 });
    const [record] = sim.requests;
    expect(record && requestLine(record, 1)).toBe(
      "2026-02-03T04:05:06.789Z POST /cloud/v1/routers/1/2 400 1ms \\u{1b}[31m\\u{9b}2J: Unknown field.",
    );
  });

  test("has the fault of each request, and the options that reproduce all faults", async () => {
    const { sim, call } = await start({ seed: 7, now });
    sim.faults.add("status:code=503@GET /v1/tasks/{task_id}#1");
    await call("GET", "/v1/tasks/x");
    const [record] = sim.requests;
    expect(record && requestLine(record, 2)).toBe(
      "2026-02-03T04:05:06.789Z GET /v1/tasks/x 503 2ms status:code=503@GET /v1/tasks/{task_id}#1",
    );
    expect(banner(sim, {})).toContain(
      "The same faults again: --seed 7 --fault 'status:code=503@GET /v1/tasks/{task_id}#1'\n",
    );
    sim.faults.clear();
    expect(banner(sim, {})).not.toContain("faults");
  });
});
