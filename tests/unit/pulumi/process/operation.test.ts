import { afterEach, describe, expect, test } from "@jest/globals";
import { defineError } from "../../../../sdk/src/errors/definition";
import { TestClock } from "../../../support/clock";
import { InProcessResource, type ResourceState } from "../../../support/in-process-resource";
import { failureOf } from "../../../support/until";
import { setUp, tearDown } from "./thing";

afterEach(tearDown);

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

  test("that continues a failed creation reports the next step", async () => {
    const { resource } = await setUp({}, { t1: "FINISHED" });
    await resource.up({ size: 1 });
    const { inputs, outputs } = resource.state as ResourceState;
    resource.state = { id: "pending:t1", inputs, outputs: { ...outputs, __tasks: ["t1"] } };
    expect((await failureOf(resource.update())).message).toBe(
      "the object that the platform's task t1 was creating does not exist [nothing-created]. " +
        "Run `pulumi refresh`, which removes it from the state, and then `pulumi up`.",
    );
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

  const CANNOT = defineError({
    code: "cannot-do-it",
    message: () => "This deployment cannot do it",
    cause: "It cannot.",
  });

  test("prints the same warning once in a process, and each info", async () => {
    const { resource } = await setUp({
      update: async (_id, state, _desired, context) => {
        context.warn(CANNOT.error());
        context.info("Done.");
        return state;
      },
    });
    await resource.up({ size: 1 });
    for (const label of ["a", "b", "c"]) await resource.update({ ...resource.state?.inputs, size: 1, label });
    expect(resource.engine.logs.map(({ severity, text }) => `${severity}: ${text}`)).toEqual([
      "warning: This deployment cannot do it [cannot-do-it]",
      "info: Done.",
      "info: Done.",
      "info: Done.",
    ]);
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

  test("warns once if a key would be sent in clear text, unless the platform is on the local machine", async () => {
    const { handler } = await setUp({});
    const exposed = new InProcessResource(handler, {
      baseUrl: "http://127.example.com",
      apiKey: "a-key-of-an-account",
    });
    for (const size of [1, 2]) await exposed.check({ size });
    expect(exposed.engine.logs.map(({ severity, text }) => `${severity}: ${text}`)).toEqual([
      "warning: the platform's address begins with http://, so the API key travels in clear text [api-key-in-clear-text]. Use https:// in cloudplatform:baseUrl (or CLOUDPLATFORM_BASE_URL) where the platform is not on this machine.",
    ]);
    for (const baseUrl of [
      "https://api.example.com",
      "http://127.0.0.1:8080",
      "http://localhost:1",
      "http://[::1]:1",
    ]) {
      const safe = new InProcessResource(handler, { baseUrl, apiKey: "a-key-of-an-account" });
      await safe.check({ size: 1 });
      expect(safe.engine.logs).toEqual([]);
    }
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
