import { expect, test } from "@jest/globals";
import { PlatformWorld } from "../../../sdk/src/operation/platform-world";
import { Accounts } from "../../../sdk/src/platform/accounts";
import { StatusLine } from "../../../sdk/src/provider/status-line";
import { TestClock } from "../../support/clock";
import { useCleanup } from "../../support/handler-setup";
import { startScriptedServer } from "../../support/scripted-server";
import { settingsOf } from "../../support/settings";
import { failureOf, settle } from "../../support/until";

// The waits of one operation. tests/unit/platform/tasks/ has the polls of tasks.

const { closeLater } = useCleanup();

/** The waits of an operation of 45 seconds, and a platform whose tasks have these states. */
async function setUp(states: Record<string, string> = {}) {
  const server = closeLater(
    await startScriptedServer(({ path }) => {
      const state = states[path.split("/").at(-1) ?? ""];
      return { body: { state, error: state === "ERROR" ? "No capacity" : null } };
    }),
  );
  const clock = new TestClock();
  const settings = settingsOf({ baseUrl: server.url, apiKey: "a-key-of-an-account" });
  const platform = closeLater(new Accounts(clock).get(settings));
  const row = new StatusLine(clock, () => {});
  const printing = { use() {}, info() {}, warn() {} };
  const options = { resource: {}, platform, clock, timeout: 45_000, row, log: undefined, ...printing };
  const world = new PlatformWorld<object>(options);
  /** Lets the clock advance while the operation waits, and closes the operation. */
  const run = async <T>(work: Promise<T>) => {
    try {
      return await settle(clock, work, server.url);
    } finally {
      world.close();
    }
  };
  return { world, run };
}

test("an operation that waits in a queue at the end of its timeout ends at once", async () => {
  const { world, run } = await setUp();
  const lock = { do: "lock", key: "thing" } as const;
  await world.perform(lock);
  const { message } = await failureOf(run(world.perform(lock)));
  expect(message).toContain("the timeout of 45s has passed, while waiting for another thing");
});

test("an operation that pauses at the end of its timeout says what it waits for", async () => {
  const { world, run } = await setUp();
  const { message } = await failureOf(run(world.perform({ do: "pause", ms: 60_000, says: undefined })));
  expect(message).toContain("the timeout of 45s has passed, while waiting for what an earlier request");
  expect(message).toContain("[operation-paused]");
});
