import { describe, expect, test } from "@jest/globals";
import type { ResourceState } from "../../../support/in-process-resource";
import { CREATE, changes, NETWORK } from "../../../support/platform";
import { until } from "../../../support/until";
import { args, PLACE, ROUTE, setUpRuns, untilTaskExists } from "./setup";

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

  test("the next one in another region creates another router, and prints that one may remain", async () => {
    const { platform, killed, next } = await setUpRuns();
    await killed.up(args);
    await next.up({ ...args, regionId: 3 });
    expect(platform.routers.all()).toHaveLength(2);
    expect(next.engine.logs[0]?.text).toContain(
      `an interrupted run may have created this router, ${killed.state?.id}, with another name, or in another project or region [router-may-exist-elsewhere]. Look for that router`,
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
