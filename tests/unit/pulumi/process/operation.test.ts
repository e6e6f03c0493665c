import { describe, expect, test } from "@jest/globals";
import { TestClock } from "../../../support/clock";
import { InProcessResource } from "../../../support/in-process-resource";
import { failureOf } from "../../../support/until";
import { setUp } from "./thing";

/** Counts the pending sleeps. */
class WatchedClock extends TestClock {
  asleep = 0;

  override async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.asleep += 1;
    try {
      await super.sleep(ms, signal);
    } finally {
      this.asleep -= 1;
    }
  }
}

describe("an operation", () => {
  test("leaves no timer behind, whether it succeeds or fails", async () => {
    const clock = new WatchedClock();
    const { resource } = await setUp({ update: () => Promise.reject(new Error("No.")) }, {}, clock);
    await resource.up({ size: 1 });
    await failureOf(resource.update());
    expect(clock.pauses).toHaveLength(2);
    expect(clock.asleep).toBe(0);
  });

  test("ends with the timeout, and the error says so", async () => {
    const { resource } = await setUp({
      create: async (_inputs, context) => {
        await context.poll(async () => undefined, { decided: "nobody had decided" });
        return { id: "thing-1", state: { size: 1 } };
      },
    });
    const error = await failureOf(resource.up({ size: 1 }, { create: "45s" }));
    expect(error.message).toContain("the timeout of 45s has passed: nobody had decided after 45s");
  });

  test("waits for a task of somebody else, whether it succeeds or fails", async () => {
    const { resource } = await setUp(
      {
        create: async ({ size }, context) => {
          await context.awaitForeignTask("t1");
          await context.awaitForeignTask("t2");
          return { id: "thing-1", state: { size } };
        },
      },
      { t1: "FINISHED", t2: "ERROR" },
    );
    expect(await resource.up({ size: 1 })).toBe("create");
  });

  test("shows its own step again after the task of somebody else", async () => {
    const { resource } = await setUp(
      {
        create: async ({ size }, context) => {
          context.status("updating size");
          await context.awaitForeignTask("t1");
          return { id: "thing-1", state: { size } };
        },
      },
      { t1: "FINISHED" },
    );
    await resource.up({ size: 1 });
    expect(resource.engine.lines.map(({ text }) => text)).toEqual([
      "updating size",
      "waiting for another change: accepted, task t1",
      "waiting for another change: FINISHED, task t1",
      "updating size",
    ]);
  });

  test("without a step of its own does not end with a wait", async () => {
    const { resource } = await setUp(
      {
        create: async ({ size }, context) => {
          await context.awaitForeignTask("t1", true);
          return { id: "thing-1", state: { size } };
        },
      },
      { t1: "FINISHED" },
    );
    await resource.up({ size: 1 });
    expect(resource.engine.lines.at(-1)?.text).toBe("FINISHED, task t1");
  });

  test("that waits in the queue at the end of its timeout ends at once", async () => {
    const { resource } = await setUp({
      create: (_inputs, context) => {
        void context.withKeyedLock("thing", () => new Promise(() => {}));
        return context.withKeyedLock("thing", async () => ({ id: "thing-1", state: { size: 1 } }));
      },
    });
    const { message } = await failureOf(resource.up({ size: 1 }, { create: "45s" }));
    expect(message).toContain("the timeout of 45s has passed, while waiting for another thing");
  });

  test("without settings fails in check and in every other method", async () => {
    const { resource, handler } = await setUp({});
    await resource.up({ size: 1 });
    const nowhere = new InProcessResource(
      handler,
      { baseUrl: "nowhere", apiKey: "a-key-of-an-account" },
      "thing",
    );
    nowhere.state = resource.state;
    expect((await failureOf(nowhere.up({ size: 1 }))).message).toContain("cloudplatform:baseUrl must begin");
    expect((await failureOf(nowhere.refresh())).message).toContain("cloudplatform:baseUrl must begin");
    expect((await failureOf(nowhere.destroy())).message).toContain("cloudplatform:baseUrl must begin");
    expect((await failureOf(nowhere.update())).message).toContain("cloudplatform:baseUrl must begin");
  });
});
