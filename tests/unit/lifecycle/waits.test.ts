import { expect, test } from "@jest/globals";
import { Waits } from "../../../sdk/src/lifecycle/waits";
import { Accounts } from "../../../sdk/src/platform/accounts";
import { StatusLine } from "../../../sdk/src/pulumi/process/status-line";
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
  const waits = new Waits({ platform, clock, timeout: 45_000, row, log: undefined });
  /** Lets the clock advance while the operation waits, and closes the operation. */
  const run = async <T>(work: Promise<T>) => {
    try {
      return await settle(clock, work, server.url);
    } finally {
      waits.close();
    }
  };
  return { waits, run };
}

test("an operation that waits in a queue at the end of its timeout ends at once", async () => {
  const { waits, run } = await setUp();
  void waits.locked("thing", () => new Promise(() => {}));
  const { message } = await failureOf(run(waits.locked("thing", async () => "done")));
  expect(message).toContain("the timeout of 45s has passed, while waiting for another thing");
});

test("an operation that pauses at the end of its timeout says what it waits for", async () => {
  const { waits, run } = await setUp();
  const { message } = await failureOf(run(waits.pause(60_000)));
  expect(message).toContain("the timeout of 45s has passed, while waiting for what an earlier request");
  expect(message).toContain("[operation-paused]");
});
