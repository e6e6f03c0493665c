import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, jest, test } from "@jest/globals";
import { parseCommand } from "../../../simulator/src/cli/arguments";
import { main } from "../../../simulator/src/cli/main";
import { banner, requestLine, startFailure } from "../../../simulator/src/cli/texts";
import { client, closeAll, collection, start, unknownId } from "../../../simulator/testing/client";

const { version } = require("../../../simulator/package.json") as { version: string };

afterEach(closeAll);
afterEach(() => {
  jest.restoreAllMocks();
});

describe("the command", () => {
  test("is where npx looks for it, after the set-up of a fresh clone", async () => {
    const said = await promisify(execFile)("npx", ["--no-install", "cloudplatform-simulator", "--version"], {
      cwd: join(__dirname, "../../.."),
    });
    expect(said.stdout.trim()).toBe(version);
  });
});

describe("the command line", () => {
  test("has defaults for everything", () => {
    expect(parseCommand([])).toEqual({
      kind: "serve",
      options: { host: "127.0.0.1", port: 8080, mode: "full" },
      routers: [],
      certificates: [],
      videos: [],
      faults: [],
      quiet: false,
    });
  });

  test("takes every option", () => {
    const text =
      "--port 0 --host ::1 --api-key a --api-key b --documented-only --task-path /v1/tasks " +
      `--task-time 5s-10s --seed 7 --quiet --router 1/2 --router 3/4/${unknownId}/main ` +
      "--certificate 7/failed --certificate 8/not-attached --video 5 --fault reset-after@POST#1";
    expect(parseCommand(text.split(" "))).toEqual({
      kind: "serve",
      options: {
        host: "::1",
        port: 0,
        apiKeys: ["a", "b"],
        mode: "documented-only",
        taskPath: "/v1/tasks",
        taskTime: { min: 5000, max: 10_000 },
        seed: 7,
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
    ["--foo", "Unknown option '--foo'."],
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
  ])("%s is one sentence and exit code 2", async (text, sentence) => {
    const complain = jest.spyOn(console, "error").mockImplementation(() => {});
    expect(await main(text.split(" "))).toBe(2);
    expect(complain.mock.calls).toEqual([[expect.stringContaining(sentence)]]);
  });

  test.each([
    ["--help", "Usage: cloudplatform-simulator"],
    ["--version", "0."],
  ])("%s prints and ends well", async (option, expected) => {
    const print = jest.spyOn(console, "log").mockImplementation(() => {});
    expect(await main([option])).toBe(0);
    expect(print.mock.calls[0]?.[0]).toContain(expected);
  });

  test("a port in use is one sentence and exit code 1", async () => {
    const { sim } = await start();
    const complain = jest.spyOn(console, "error").mockImplementation(() => {});
    expect(await main(["--port", new URL(sim.url).port])).toBe(1);
    expect(complain.mock.calls).toEqual([[expect.stringMatching(/Port \d+ is in use already/)]]);
  });

  test("what else may go wrong at the start keeps its own words", () => {
    expect(startFailure(new Error("Something else."), {})).toBe("Something else.");
  });
});

describe("serving", () => {
  test("has the faults happen that were given, says so, and ends with a signal", async () => {
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
      expect.stringMatching(/^GET \/v1\/tasks\/x 503 \d+ms status:code=503@GET#1$/),
      expect.stringMatching(/^GET \/v1\/tasks\/x 400 \d+ms$/),
      expect.stringMatching(/^POST \S+ 0 \d+ms hang@POST$/),
    ]);
  });

  async function endWhenItHangs(url: string): Promise<void> {
    const lastFault = async () =>
      (await client(url)("GET", "/_simulator/requests")).body.results.at(-1)?.fault;
    while ((await lastFault()) !== "hang@POST");
    process.emit("SIGTERM");
  }
});

describe("what is printed", () => {
  test("the two commands that a stack needs", async () => {
    const { sim } = await start();
    const text = banner(sim, {});
    expect(text).toContain(`pulumi config set cloudplatform:baseUrl ${sim.url}\n`);
    expect(text).toContain("pulumi config set --secret cloudplatform:apiKey simulator-key\n");
  });

  test("no key that the user gave", async () => {
    const { sim } = await start({ apiKeys: ["real-one"] });
    expect(banner(sim, { apiKeys: ["real-one"] })).not.toContain("real-one");
  });

  test("a line for each request", async () => {
    const { sim, call } = await start();
    await call("PATCH", "/cloud/v2/routers/1/2/x", {});
    const [record] = sim.requests;
    expect(record && requestLine(record, 2.6)).toBe("PATCH /cloud/v2/routers/1/2/x 400 3ms");
  });

  test("the fault that happened to it, and how to have all of them again", async () => {
    const { sim, call } = await start({ seed: 7 });
    sim.faults.add("status:code=503@GET /v1/tasks/{task_id}#1");
    await call("GET", "/v1/tasks/x");
    const [record] = sim.requests;
    expect(record && requestLine(record, 2)).toBe(
      "GET /v1/tasks/x 503 2ms status:code=503@GET /v1/tasks/{task_id}#1",
    );
    expect(banner(sim, {})).toContain(
      "The same faults again: --seed 7 --fault 'status:code=503@GET /v1/tasks/{task_id}#1'\n",
    );
    sim.faults.clear();
    expect(banner(sim, {})).not.toContain("faults");
  });
});
