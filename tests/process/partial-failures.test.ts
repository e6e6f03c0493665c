import { expect, test } from "@jest/globals";
import { eventually } from "../support/command";
import { CREATE, NO_ROUTER } from "../support/platform";
import { failureOf } from "../support/until";
import { checked, useProcesses } from "./processes";

// What the process returns and reports to the engine when operations fail or take long.

const { platformOf, startEngine, processOf } = useProcesses();

const managed = { projectId: 1, regionId: 2, name: "edge-router" };

/** A process with an engine, and a platform. */
async function start(taskTime: number | "manual") {
  const engine = await startEngine();
  const platform = await platformOf({ taskTime });
  return { engine, platform, process: await processOf(platform, { engine: engine.address }) };
}

test("the output of the process contains only the port of its service, whatever fails", async () => {
  const platform = await platformOf({ taskTime: 20 });
  const before = await processOf(platform);
  const { id, outs } = await before.create(await checked(before, managed));
  const process = await processOf(platform);
  // A router of that name exists, the id does not exist, and no platform is at the address.
  await failureOf(process.create(await checked(process, managed)));
  platform.routers.delete(id);
  await failureOf(process.update(id, outs, await checked(process, { ...managed, name: "edge" })));
  await platform.close();
  // An object that is updated in a run is in use, so another one is deleted.
  for (const failing of [process.read(id, outs), process.delete(NO_ROUTER, outs)])
    expect((await failureOf(failing)).message).toMatch(/no connection to the platform/);
  const { stdout, stderr } = await process.stop();
  expect([stdout, stderr]).toEqual([expect.stringMatching(/^\d+\n$/), ""]);
});

test.each([
  ["during a wait", "manual"],
  ["while it is idle", 20],
] as const)("the process ends if the engine ends %s", async (_, taskTime) => {
  const { engine, platform, process } = await start(taskTime);
  const create = process.create(await checked(process, managed)).catch(() => "cut off");
  if (taskTime !== "manual") await create;
  await eventually(() => engine.messages.length > 0);
  engine.shutDown();
  expect(await process.ended).toMatchObject({ code: 0, stderr: "" });
  await create;
  expect(platform.count(CREATE)).toBe(1);
});
