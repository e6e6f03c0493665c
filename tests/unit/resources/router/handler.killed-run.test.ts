import { describe, expect, test } from "@jest/globals";
import type { Simulator } from "../../../../simulator/src";
import { MemoryRecordStore, type ResourceState } from "../../../support/in-process-resource";
import { CREATE, changes, NETWORK } from "../../../support/platform";
import { failureOf, until } from "../../../support/until";
import {
  args,
  isTask,
  isTaskList,
  missing,
  open,
  PLACE,
  ROUTE,
  setUpFaulty,
  setUpRuns,
  untilTaskExists,
} from "./setup";

// A run is killed while it creates a router, so the state does not contain the router. The next run is on the same
// machine.

describe("after a run that was killed", () => {
  test("before the engine received the result, the next one uses the created router, and a log line says so", async () => {
    const { platform, killed, next } = await setUpRuns();
    await killed.up(args);
    await next.up(args);
    expect(next.state?.id).toBe(platform.routers.all()[0]?.id);
    expect(platform.count(CREATE)).toBe(1);
    expect(next.engine.logs.map(({ text }) => text)).toEqual([
      `router ${next.state?.id}, which an earlier run created, is used: no second one is created`,
    ]);
  });

  test("while the platform created the router, the next one waits for the same task, and shows it", async () => {
    const { platform, killed, next } = await setUpRuns({ taskTime: "manual" });
    const { ends: killedEnds } = await untilTaskExists(platform, killed.up(args));
    const [task] = platform.tasks.pending();
    const ends = next.up(args);
    const lines = () => next.engine.lines.map(({ text }) => text);
    await until(() => lines().some((line) => line.endsWith(`RUNNING, task ${task?.id}`)));
    platform.tasks.finish();
    await Promise.all([killedEnds, ends]);
    expect(platform.count(CREATE)).toBe(1);
    expect(lines().join("\n")).not.toContain("another change");
  });

  test("the next one renames the router if the program has another name for it now", async () => {
    const { platform, killed, next } = await setUpRuns();
    await killed.up(args);
    const { id } = killed.state as ResourceState;
    const other = { ...args, name: "other-name" };
    // This run is killed as well, after it has renamed the router.
    killed.state = undefined;
    await killed.up(other);
    expect(platform.routers.all()).toMatchObject([{ id, name: "other-name" }]);
    await next.up(other);
    expect(next.state?.id).toBe(id);
    expect(platform.count(CREATE)).toBe(1);
    expect(next.outputs).toMatchObject(other);
  });

  test("the next one in another region creates another router, and names the one that remains", async () => {
    const { platform, killed, next } = await setUpRuns();
    await killed.up(args);
    await next.up({ ...args, regionId: 3 });
    expect(platform.routers.all()).toHaveLength(2);
    expect(next.engine.logs[0]?.text).toMatch(
      new RegExp(`id ${killed.state?.id}, at .* \\[creation-left\\]`),
    );
  });

  test("and whose router was deleted by hand, a new one is created", async () => {
    const { platform, killed, next } = await setUpRuns();
    await killed.up(args);
    platform.routers.delete(killed.state?.id as string);
    await next.up(args);
    expect(platform.count(CREATE)).toBe(2);
    expect(platform.routers.all()).toMatchObject([{ id: next.state?.id }]);
  });
});

describe("a run that was killed while its request was under way", () => {
  /** The request gets this fault, and the process is killed before it can look for the router. */
  async function killedRequest(fault: string) {
    const { platform, on } = await open({ settings: { maxRetries: "0" } });
    const disk = new MemoryRecordStore();
    platform.faults.add(`${fault}@POST`);
    const atRequest = await new Promise<MemoryRecordStore>((resolve) => {
      const killed = on(undefined, disk);
      void killed.up(args).catch(() => {});
      void until(() => platform.count(CREATE) > 0 || platform.faults.fired().length > 0).then(() =>
        resolve(disk.copy()),
      );
    });
    platform.faults.clear();
    return { platform, next: on(undefined, atRequest) };
  }

  test("is continued, however wrong the clock of the machine is", async () => {
    const { platform, next } = await killedRequest("reset-after");
    next.clock.stepWallTime(26 * 3_600_000);
    await next.up(args);
    expect(platform.count(CREATE)).toBe(1);
    expect(next.state?.id).toBe(platform.routers.all()[0]?.id);
  });

  test("takes over no router that somebody else has created later", async () => {
    const { platform, next } = await killedRequest("reset-before");
    const later = new Date(Date.now() + 3_600_000).toISOString();
    platform.routers.add({ ...args, created_at: later });
    platform.clearRequests();
    expect((await failureOf(next.up(args))).message).toContain("[router-exists]");
    expect(changes(platform)).toEqual([]);
  });
});

describe("a creation whose task reports another router", () => {
  const withTask = (created: (platform: Simulator) => string[]) => async () => {
    const started = await setUpFaulty((request) => {
      const { platform } = started as unknown as { platform: Simulator };
      if (isTaskList(request)) return missing;
      if (!isTask(request)) return undefined;
      return { body: { state: "FINISHED", created_resources: { routers: created(platform) } } };
    });
    return started;
  };

  test("beside its own uses its own, and changes the other one neither now nor when it is destroyed", async () => {
    let other = "";
    const start = withTask((platform) => [other, platform.routers.all().at(-1)?.id ?? ""]);
    const { platform, router } = await start();
    other = platform.routers.add({ ...PLACE, name: "of-somebody-else" }).id;
    await router.up(args);
    expect(router.state?.id).not.toBe(other);
    await router.destroy();
    expect(platform.routers.all()).toMatchObject([{ id: other, name: "of-somebody-else" }]);
  });

  test("in place of its own looks for its own", async () => {
    let other = "";
    const { platform, router } = await withTask(() => [other])();
    other = platform.routers.add({ ...PLACE, name: "of-somebody-else" }).id;
    await router.up(args);
    expect(platform.routers.get(router.state?.id ?? "")).toMatchObject({ name: "edge-router" });
    expect(platform.routers.get(other)).toMatchObject({ name: "of-somebody-else" });
  });
});

describe("the progress entry of an interrupted creation", () => {
  test("applies to one router only: the inputs of that run are not removed from another one", async () => {
    const { platform, killed, next } = await setUpRuns();
    await killed.up({ ...args, externalGatewayInfo: { networkId: NETWORK }, routes: [], interfaces: [] });
    const routes = [ROUTE];
    const { id } = platform.routers.add({ ...PLACE, name: "shared", routes });
    platform.clearRequests();
    await next.up({ ...PLACE, routerId: id });
    expect(changes(platform)).toEqual([]);
    await next.up({ ...PLACE, routerId: id, name: "shared" });
    expect(platform.routers.get(id)).toMatchObject({ routes });
  });

  test("remains after a run that replaces a router with --replace and is killed", async () => {
    const { platform, killed, next } = await setUpRuns();
    await killed.up(args);
    const { id } = killed.state as ResourceState;
    await killed.replaceBy(args, { deleteBeforeReplace: true });
    // The engine has recorded the deletion, and not the new router.
    next.state = { ...(killed.state as ResourceState), id, pendingReplacement: true };
    platform.clearRequests();
    await next.replaceBy(args, { deleteBeforeReplace: true });
    expect(changes(platform)).toEqual([]);
    expect(platform.routers.all()).toMatchObject([{ id: next.state?.id }]);
  });
});
