import { expect, test } from "@jest/globals";
import { TestClock } from "../../support/clock";
import { failureOf } from "../../support/until";
import { failing, setUp } from "./thing";

test("a message reaches the engine before the result, after which the engine may end the process", async () => {
  const { resource } = await setUp({ removal: () => ["It stays."] });
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

test("an operation leaves no timer behind, whether it succeeds or fails", async () => {
  const clock = new WatchedClock();
  const { resource } = await setUp({ removal: () => [failing("No.")] }, clock);
  await resource.up({ size: 1 });
  await failureOf(resource.destroy());
  expect(clock.pauses).toHaveLength(2);
  expect(clock.asleep).toBe(0);
});
