import { describe, expect, test } from "@jest/globals";
import { defineError } from "../../../../sdk/src/errors/definition";
import { TestClock } from "../../../support/clock";
import { InProcessResource } from "../../../support/in-process-resource";
import { failureOf } from "../../../support/until";
import { creationOf, failing, setUp } from "./thing";

describe("a failure", () => {
  test("after the object exists keeps its id, its state, and all that later methods need", async () => {
    const objects = {
      list: async () => [],
      keyOf: () => "thing",
      cannotList: defineError({ code: "cannot-list", message: () => "cannot list" }),
      unseen: () => ({ id: "thing-1" }),
    };
    const { resource } = await setUp({
      // A listed thing may differ from the inputs, so the creation changes it.
      creation: () => ({ ...creationOf({ size: 1, url: "u" }), objects }),
      change: () => [failing("Then this.")],
    });
    const error = await failureOf(resource.up({ size: 1, label: "a", note: "once" }, { create: "1m" }));
    expect(error.message).toBe("Then this.");
    expect(resource.state).toEqual({
      id: "thing-1",
      inputs: expect.objectContaining({ size: 1, label: "a" }),
      outputs: {
        size: 1,
        url: "u",
        __declared: ["label"],
        __timeouts: { create: "1m" },
        __provider: expect.any(String),
      },
      initErrors: ["Then this."],
    });
  });
});

test("a message reaches the engine before the result, after which the engine may end the process", async () => {
  const { resource } = await setUp({ removal: () => [{ info: "It stays." }] });
  await resource.up({ size: 1 });
  const reached: string[] = [];
  resource.engine.log = async (_urn, text) => {
    await new Promise(setImmediate);
    reached.push(text);
  };
  await resource.destroy();
  expect(reached).toEqual(["It stays."]);
});

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
    const { resource } = await setUp({ removal: () => [failing("No.")] }, clock);
    await resource.up({ size: 1 });
    await failureOf(resource.destroy());
    expect(clock.pauses).toHaveLength(2);
    expect(clock.asleep).toBe(0);
  });

  test("without settings fails in check and in every other method", async () => {
    const { resource, handler } = await setUp({});
    await resource.up({ size: 1 });
    const place = { baseUrl: "nowhere", apiKey: "a-key-of-an-account" };
    const nowhere = new InProcessResource(handler, place, "thing");
    nowhere.state = resource.state;
    for (const method of ["refresh", "destroy", "update"] as const)
      expect((await failureOf(nowhere[method]())).message).toContain("cloudplatform:baseUrl must begin");
    expect((await failureOf(nowhere.up({ size: 1 }))).message).toContain("cloudplatform:baseUrl must begin");
  });
});
