import { afterEach, describe, expect, test } from "@jest/globals";
import type { Simulator, SimulatorOptions } from "../../simulator/src";
import { eventually } from "../support/command";
import { CREATE, KEY, NO_ROUTER, startPlatform } from "../support/platform";
import {
  FakeEngine,
  type MethodError,
  type PartialFailure,
  type ProcessOptions,
  type Properties,
  ProviderProcess,
  ROUTER_TEXT,
} from "../support/provider-process";

// Operations that fail halfway: what the process returns to the engine, and how the next run, in another process,
// continues.

const URN = "urn:pulumi:dev::demo::pulumi-nodejs:dynamic/cloudplatform:Router::edge";

const open: Array<{ close(): Promise<unknown> }> = [];

afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

async function platformOf(options: SimulatorOptions = {}): Promise<Simulator> {
  const platform = await startPlatform({ taskTime: "manual", ...options });
  open.push(platform);
  return platform;
}

async function processOf(platform: { url: string }, options: ProcessOptions = {}): Promise<ProviderProcess> {
  const process = await ProviderProcess.start({
    config: {
      "cloudplatform:apiKey": KEY,
      "cloudplatform:baseUrl": platform.url,
      "cloudplatform:minPollInterval": "20ms",
      "cloudplatform:maxRetries": "0",
    },
    ...options,
  });
  open.push({ close: () => process.stop() });
  return process;
}

const managed = { projectId: 1, regionId: 2, name: "edge-router" };
const adopted = (routerId: string) => ({ projectId: 1, regionId: 2, routerId });

async function checked(process: ProviderProcess, args: Properties): Promise<Properties> {
  const { inputs, failures } = await process.check({ __provider: ROUTER_TEXT, __urn: URN, ...args });
  expect(failures).toEqual([]);
  return inputs;
}

/** The error of a method that must fail. */
async function failureOf(method: Promise<unknown>): Promise<MethodError> {
  return method.then(
    (value) => {
      throw new Error(`It should have failed, and gave ${JSON.stringify(value)}`);
    },
    (error: MethodError) => error,
  );
}

async function partialOf(method: Promise<unknown>): Promise<PartialFailure & { message: string }> {
  const { message, partial } = await failureOf(method);
  if (!partial) throw new Error(`Nothing was kept: ${message}`);
  return { ...partial, message };
}

describe("a creation that exceeds its timeout", () => {
  const withShortTimeout = { ...managed, __timeouts: { create: "3s" } };

  test("returns the router and the task, and the error names the task, its state and the next step", async () => {
    const platform = await platformOf();
    const process = await processOf(platform);
    const failure = await partialOf(process.create(await checked(process, withShortTimeout)));
    const [task] = platform.tasks.all();
    expect(failure.id).toBe(platform.routers.all()[0]?.id);
    expect(failure.properties).toMatchObject({
      __provider: ROUTER_TEXT,
      __tasks: [task?.id],
      __timeouts: { create: "3s" },
      projectId: 1,
      regionId: 2,
      name: "edge-router",
    });
    expect(failure.reasons).toEqual([failure.message]);
    expect(failure.message).toMatch(
      new RegExp(
        `^the timeout of 3s has passed: the platform's task ${task?.id} had not ended after .+ \\(last state: RUNNING\\) \\[task-unfinished\\]\\. ` +
          "Nothing is lost: .* the next `pulumi up` .*continues from there\\. To wait longer, raise customTimeouts",
      ),
    );
  });
});

describe("the output of the process", () => {
  test("contains only the port of its service, whatever fails", async () => {
    const platform = await platformOf({ taskTime: 20 });
    const before = await processOf(platform);
    const { id, outputs } = await before.create(await checked(before, managed));
    const process = await processOf(platform);
    // A router of that name exists, the id does not exist, and no platform is at the address.
    await failureOf(process.create(await checked(process, managed)));
    platform.routers.delete(id);
    await failureOf(process.update(id, outputs, await checked(process, { ...managed, name: "edge" })));
    await platform.close();
    expect((await failureOf(process.read(id, outputs))).message).toMatch(/no connection to the platform/);
    // An object that is updated in a run is in use, so another one is deleted.
    const other = process.delete(NO_ROUTER, outputs);
    expect((await failureOf(other)).message).toMatch(/no connection to the platform/);
    const { stdout, stderr } = await process.stop();
    expect(stdout).toMatch(/^\d+\n$/);
    expect(stderr).toBe("");
  });
});

describe("log calls to the engine", () => {
  test("show in the row of the resource what it waits for", async () => {
    const engine = await FakeEngine.start();
    const platform = await platformOf();
    const process = await processOf(platform, { engine: engine.address });
    const create = process.create(await checked(process, managed));
    const task = () => platform.tasks.all()[0]?.id ?? "none yet";
    await eventually(() =>
      engine.lines.some(({ message }) => message.includes(task()) && message.includes("RUNNING")),
    );
    for (const line of engine.lines)
      expect(line).toMatchObject({ urn: URN, ephemeral: true, severity: "info" });
    platform.tasks.finish();
    await create;
    engine.shutDown();
  });

  test("show the error of a partial failure in the row, after the error of the engine", async () => {
    const engine = await FakeEngine.start();
    const platform = await platformOf({ taskTime: 0 });
    const process = await processOf(platform, { engine: engine.address });
    const inputs = await checked(process, managed);
    const { id, outputs } = await process.create(inputs);
    platform.faults.add('task-error:message="no capacity"@PATCH');
    const renamed = await checked(process, { ...managed, name: "renamed" });
    const { message } = await failureOf(process.update(id, outputs, renamed));
    const errors = () => engine.lines.filter(({ severity }) => severity === "error");
    expect(errors()).toEqual([]);
    await eventually(() => errors().length > 0);
    expect(errors()).toEqual([{ urn: URN, message, ephemeral: true, severity: "error" }]);
    engine.shutDown();
  });

  test("report a router that remains at the platform as a log line", async () => {
    const engine = await FakeEngine.start();
    const platform = await platformOf();
    const { id } = platform.routers.add({ projectId: 1, regionId: 2, name: "edge-router" });
    const before = await processOf(platform);
    const { outputs } = await before.create(await checked(before, adopted(id)));
    const process = await processOf(platform, { engine: engine.address });
    await process.delete(id, outputs);
    const stays = () => engine.lines.filter(({ ephemeral }) => !ephemeral);
    await eventually(() => stays().length > 0);
    expect(stays()).toEqual([
      expect.objectContaining({ severity: "info", message: expect.stringContaining(`Router ${id} stays`) }),
    ]);
    engine.shutDown();
  });

  test("the process ends if the engine ends during a wait", async () => {
    const engine = await FakeEngine.start();
    const platform = await platformOf();
    const process = await processOf(platform, { engine: engine.address });
    const create = process.create(await checked(process, managed)).catch(() => "cut off");
    await eventually(() => engine.lines.length > 0);
    engine.shutDown();
    expect(await process.ended).toMatchObject({ code: 0, stderr: "" });
    await create;
    expect(platform.count(CREATE)).toBe(1);
  });

  test("the process ends if the engine ends while it is idle", async () => {
    const engine = await FakeEngine.start();
    const platform = await platformOf({ taskTime: 20 });
    const process = await processOf(platform, { engine: engine.address });
    await process.create(await checked(process, managed));
    await eventually(() => engine.lines.length > 0);
    engine.shutDown();
    expect(await process.ended).toMatchObject({ code: 0, stderr: "" });
  });

  test("the process continues if the engine never answers", async () => {
    const platform = await platformOf();
    const process = await processOf(platform, { engine: "127.0.0.1:1" });
    const create = process.create(await checked(process, managed));
    // Long enough for many attempts to connect to that address.
    await eventually(() => platform.count({ path: /\/tasks\// }) > 10);
    platform.tasks.finish();
    const { id, outputs } = await create;
    expect((await process.read(id, outputs)).id).toBe(id);
  });
});
