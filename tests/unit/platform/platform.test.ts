import { expect, test } from "@jest/globals";
import { readConfiguration } from "../../../sdk/src/platform/configuration";
import { Platform } from "../../../sdk/src/platform/platform";
import { TestClock } from "../../support/clock";
import { useCleanup } from "../../support/handler-setup";
import { startScriptedServer } from "../../support/scripted-server";
import { settingsOf } from "../../support/settings";

const { closeLater } = useCleanup();

const NOON = "Thu, 01 Jan 2026 12:00:00 GMT";
const ONE = "Thu, 01 Jan 2026 13:00:00 GMT";

/** The platform, and a GET whose reply has this header Date. */
async function setUp() {
  let reply = { status: 200, date: NOON };
  const server = closeLater(
    await startScriptedServer(() => ({
      status: reply.status,
      headers: { date: reply.date },
      body: { message: "a reply" },
    })),
  );
  const source = settingsOf({ apiKey: "a-secret-key", baseUrl: server.url });
  const clock = new TestClock();
  const platform = closeLater(new Platform(readConfiguration(source), clock));
  const get = (date: string, status = 200) => {
    reply = { date, status };
    return platform.api.get({ path: "/x" });
  };
  return { platform, clock, get };
}

test("the platform's time is that of the last reply with a date, and the time that has passed since", async () => {
  const { platform, clock, get } = await setUp();
  await get("yesterday");
  expect(platform.now()).toBeUndefined();
  await get(NOON);
  expect(platform.now()).toBe(Date.parse(NOON));
  await clock.advance(5_000);
  await get("yesterday");
  // Steps of the local clock do not matter.
  clock.stepWallTime(3_600_000);
  expect(platform.now()).toBe(Date.parse(NOON) + 5_000);
  await expect(get(ONE, 400)).rejects.toMatchObject({ status: 400 });
  expect(platform.now()).toBe(Date.parse(ONE));
});
