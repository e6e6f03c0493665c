import { describe, expect, test } from "@jest/globals";
import { eventually } from "../support/command";
import { CREATE, NO_ROUTER } from "../support/platform";
import { type MethodError, ROUTER_TEXT } from "../support/provider-process";
import { failureOf } from "../support/until";
import { checked, urnOf, useProcesses } from "./processes";

// Operations that fail halfway: what the process returns to the engine, and how the next run, in another process,
// continues.

const { platformOf, startEngine, processOf } = useProcesses();

const managed = { projectId: 1, regionId: 2, name: "edge-router" };

describe("a creation that exceeds its timeout", () => {
  const withShortTimeout = { ...managed, __timeouts: { create: "3s" } };

  test("returns the router and the task, and the error names the task, its state and the next step", async () => {
    const platform = await platformOf({ taskTime: "manual" });
    const process = await processOf(platform);
    const inputs = await checked(process, withShortTimeout);
    const { message, partial } = await failureOf<MethodError>(process.create(inputs));
    const [task] = platform.tasks.all();
    expect(partial?.id).toBe(platform.routers.all()[0]?.id);
    expect(partial?.properties).toMatchObject({
      __provider: ROUTER_TEXT,
      __tasks: [task?.id],
      __timeouts: { create: "3s" },
      projectId: 1,
      regionId: 2,
      name: "edge-router",
    });
    expect(partial?.reasons).toEqual([message]);
    expect(message).toMatch(
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
    const engine = await startEngine();
    const platform = await platformOf({ taskTime: "manual" });
    const process = await processOf(platform, { engine: engine.address });
    const create = process.create(await checked(process, managed));
    const task = () => platform.tasks.all()[0]?.id ?? "none yet";
    await eventually(() =>
      engine.lines.some(({ message }) => message.includes(task()) && message.includes("RUNNING")),
    );
    for (const line of engine.lines)
      expect(line).toMatchObject({ urn: urnOf("Router"), ephemeral: true, severity: "info" });
    platform.tasks.finish();
    await create;
  });

  test("show the error of a partial failure in the row, after the error of the engine", async () => {
    const engine = await startEngine();
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
    expect(errors()).toEqual([{ urn: urnOf("Router"), message, ephemeral: true, severity: "error" }]);
  });

  test("report a router that remains at the platform as a log line", async () => {
    const engine = await startEngine();
    const platform = await platformOf();
    const { id } = platform.routers.add({ projectId: 1, regionId: 2, name: "edge-router" });
    const before = await processOf(platform);
    const adopted = await checked(before, { projectId: 1, regionId: 2, routerId: id });
    const { outputs } = await before.create(adopted);
    const process = await processOf(platform, { engine: engine.address });
    await process.delete(id, outputs);
    const stays = () => engine.lines.filter(({ ephemeral }) => !ephemeral);
    await eventually(() => stays().length > 0);
    const message = expect.stringContaining(`Router ${id} stays`);
    expect(stays()).toEqual([expect.objectContaining({ severity: "info", message })]);
  });

  test.each([
    ["during a wait", "manual"],
    ["while it is idle", 20],
  ] as const)("the process ends if the engine ends %s", async (_, taskTime) => {
    const engine = await startEngine();
    const platform = await platformOf({ taskTime });
    const process = await processOf(platform, { engine: engine.address });
    const create = process.create(await checked(process, managed)).catch(() => "cut off");
    if (taskTime !== "manual") await create;
    await eventually(() => engine.lines.length > 0);
    engine.shutDown();
    expect(await process.ended).toMatchObject({ code: 0, stderr: "" });
    await create;
    expect(platform.count(CREATE)).toBe(1);
  });

  test("the process continues if the engine never answers", async () => {
    const platform = await platformOf({ taskTime: "manual" });
    const process = await processOf(platform, { engine: "127.0.0.1:1" });
    const create = process.create(await checked(process, managed));
    // Long enough for many attempts to connect to that address.
    await eventually(() => platform.count({ path: /\/tasks\// }) > 10);
    platform.tasks.finish();
    const { id, outputs } = await create;
    expect((await process.read(id, outputs)).id).toBe(id);
  });
});
