import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { Durations } from "../../../../sdk/src/platform/tasks/durations";
import { FileDurationStore } from "../../../../sdk/src/pulumi/process/duration-store";
import { Session } from "../../../../sdk/src/pulumi/process/session";
import { MemoryProgressStore, RecordingEngine } from "../../../support/in-process-resource";

const ADDRESS = "https://api.example.com/";

let home: string;
let folder: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "durations-"));
  folder = join(home, "durations");
});

afterEach(() => {
  jest.restoreAllMocks();
  rmSync(home, { recursive: true });
});

const started = (address = ADDRESS) => new FileDurationStore(address, folder);
const files = () => readdirSync(folder);
const fileOf = (name = files()[0]) => join(folder, name as string);

/** Runs a process that has seen this duration. */
function run(duration: number, kind = "Router create"): void {
  const store = started();
  new Durations(store).record(kind, duration);
  store.flush();
}

describe("durations on disk", () => {
  test("are those of earlier runs", () => {
    run(8_000);
    run(7_000);
    run(2_000, "Router delete");
    expect(started().load()).toEqual({ "Router create": [8_000, 7_000], "Router delete": [2_000] });
  });

  test("are kept for each platform, under a name that does not show its address", () => {
    run(8_000);
    expect(started("https://other.example.com/").load()).toEqual({});
    expect(files()).toEqual([expect.stringMatching(/^[0-9a-f]{20}$/)]);
    expect(readFileSync(fileOf(), "utf8")).toBe('{"Router create":[8000]}');
  });

  test("of processes that run at the same time stay, each kind as the last one saw it", () => {
    const [one, other] = [started(), started()];
    const [ofOne, ofOther] = [new Durations(one), new Durations(other)];
    ofOne.record("Router create", 1);
    ofOther.record("Router delete", 2);
    ofOne.record("Router create", 3);
    other.flush();
    one.flush();
    expect(started().load()).toEqual({ "Router create": [1, 3], "Router delete": [2] });
  });

  test("are written at once, and then at most every ten seconds and at the end", () => {
    let now = Date.now();
    jest.spyOn(Date, "now").mockImplementation(() => now);
    const store = started();
    const durations = new Durations(store);
    const written = () => started().load()["Router create"];
    durations.record("Router create", 1);
    expect(written()).toEqual([1]);
    now += 9_999;
    durations.record("Router create", 2);
    expect(written()).toEqual([1]);
    now += 1;
    durations.record("Router create", 3);
    expect(written()).toEqual([1, 2, 3]);
    durations.record("Router create", 4);
    store.flush();
    expect(written()).toEqual([1, 2, 3, 4]);
    const { mtimeMs } = statSync(fileOf());
    store.flush();
    expect(statSync(fileOf()).mtimeMs).toBe(mtimeMs);
  });

  test("of ten thousand tasks are a small file", () => {
    const store = started();
    const durations = new Durations(store);
    for (let index = 0; index < 10_000; index++) durations.record(`kind ${index % 40}`, 600_000 + index);
    store.flush();
    expect(statSync(fileOf()).size).toBeLessThan(8_000);
  });

  test.each([
    ["nothing", ""],
    ["a part", '{"Router create":[80'],
    ["another form", "[1, 2]"],
    ["another file", "x".repeat(100_000)],
    ["a long file", JSON.stringify({ "Router create": Array(20_000).fill(8_000) })],
    ["other values", '{"Router create":["8000",null,-1,{}],"Router delete":8000}'],
  ])("that are %s are none, and are written anew", (_, text) => {
    run(8_000);
    writeFileSync(fileOf(), text);
    expect(started().load()).toEqual({});
    run(9_000);
    expect(started().load()).toEqual({ "Router create": [9_000] });
  });

  test("of a platform that was not used for long are removed", () => {
    run(8_000);
    const old = Date.now() / 1000 - 91 * 24 * 3_600;
    utimesSync(fileOf(), old, old);
    const other = started("https://other.example.com/");
    new Durations(other).record("Router create", 1);
    expect(files()).toHaveLength(1);
    expect(started().load()).toEqual({});
  });

  test("that cannot be written are forgotten with the process", () => {
    writeFileSync(folder, "a file is in the way");
    run(8_000);
    expect(started().load()).toEqual({});
  });

  test("are written when the process ends", () => {
    const flush = jest.fn();
    const store = { load: () => ({}), save: () => {}, flush };
    const session = new Session({
      version: "0",
      engine: new RecordingEngine(),
      progressStore: new MemoryProgressStore(),
      durationStoreAt: () => store,
    });
    const config: Record<string, string> = {
      "cloudplatform:baseUrl": ADDRESS,
      "cloudplatform:apiKey": "a-key-of-an-account",
    };
    session.accounts.get({ get: (key) => config[key] });
    const exit = jest.spyOn(process, "exit").mockImplementation((() => {}) as () => never);
    session.end();
    expect(flush).toHaveBeenCalledTimes(1);
    expect(exit).toHaveBeenCalledWith(0);
  });
});
