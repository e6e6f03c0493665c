import { expect, test } from "@jest/globals";
import { readConfiguration } from "../../../sdk/src/platform/configuration";
import { Platform } from "../../../sdk/src/platform/platform";
import { TestClock } from "../../support/clock";
import { startScriptedServer } from "../../support/scripted-server";

test("the platform's present time follows from its last reply with a date, also from an error", async () => {
  const dates = ["Thu, 01 Jan 2026 12:00:00 GMT", "Thu, 01 Jan 2026 13:00:00 GMT"];
  const server = await startScriptedServer(({ path }) =>
    path === "/error"
      ? { status: 400, headers: { date: dates[1] as string }, body: { message: "no" } }
      : { headers: { date: dates[0] as string }, body: {} },
  );
  const settings = { "cloudplatform:apiKey": "a-secret-key", "cloudplatform:baseUrl": server.url };
  const source = { get: (key: string) => settings[key as keyof typeof settings] };
  const clock = new TestClock();
  const platform = new Platform(readConfiguration(source), clock);
  expect(platform.now()).toBeUndefined();
  const { serverTime } = await platform.api.get({ path: "/ok" });
  expect(serverTime).toBe(Date.parse("2026-01-01T12:00:00Z"));
  expect(platform.now()).toBe(serverTime);
  await clock.advance(5_000);
  expect(platform.now()).toBe(Date.parse("2026-01-01T12:00:05Z"));
  await expect(platform.api.get({ path: "/error" })).rejects.toMatchObject({ status: 400 });
  expect(platform.now()).toBe(Date.parse("2026-01-01T13:00:00Z"));
  await platform.close();
  await server.close();
});
