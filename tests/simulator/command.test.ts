import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, jest, test } from "@jest/globals";
import { parseCommand } from "../../simulator/src/cli/arguments";
import { main } from "../../simulator/src/cli/main";
import { banner, requestLine, startFailure } from "../../simulator/src/cli/texts";
import { closeAll, start, unknownId } from "../../simulator/testing/client";

const { version } = require("../../simulator/package.json") as { version: string };

afterEach(closeAll);
afterEach(() => {
  jest.restoreAllMocks();
});

describe("the command", () => {
  test("is where npx looks for it, after the set-up of a fresh clone", async () => {
    const said = await promisify(execFile)("npx", ["--no-install", "cloudplatform-simulator", "--version"], {
      cwd: join(__dirname, "../.."),
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
      quiet: false,
    });
  });

  test("takes every option", () => {
    const text =
      "--port 0 --host ::1 --api-key a --api-key b --documented-only --task-path /v1/tasks " +
      `--task-time 5s-10s --seed 7 --quiet --router 1/2 --router 3/4/${unknownId}/main`;
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
});
