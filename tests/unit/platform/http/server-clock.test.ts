import { describe, expect, test } from "@jest/globals";
import { parseReply } from "../../../../sdk/src/platform/http/parse-reply";
import { ServerClock } from "../../../../sdk/src/platform/http/server-clock";
import { TestClock } from "../../../support/clock";

const DATE = "Thu, 01 Jan 2026 12:00:00 GMT";
const TIME = Date.parse("2026-01-01T12:00:00Z");
const headersWith = (date: string | undefined) => ({ headers: { ...(date !== undefined && { date }) } });

describe("the server's time in a reply", () => {
  const reply = (date?: string) =>
    parseReply({ method: "GET", path: "/x" }, { status: 200, text: "{}", ...headersWith(date) });

  test("is that of its header Date", () => {
    expect(reply(DATE)).toEqual({ status: 200, body: {}, serverTime: TIME });
  });

  test.each([undefined, "", "yesterday"])("is absent if the header is %j", (date) => {
    expect(reply(date)).toEqual({ status: 200, body: {} });
  });
});

describe("the present time of the server", () => {
  test("is unknown before the first reply with a date", () => {
    const server = new ServerClock(new TestClock());
    server.observe(headersWith(undefined));
    server.observe(headersWith("yesterday"));
    expect(server.now()).toBeUndefined();
  });

  test("is that of the last date, and the time that has passed since", async () => {
    const clock = new TestClock();
    const server = new ServerClock(clock);
    server.observe(headersWith(DATE));
    expect(server.now()).toBe(TIME);
    await clock.advance(90_000);
    server.observe(headersWith(undefined));
    expect(server.now()).toBe(TIME + 90_000);
    server.observe(headersWith("Thu, 01 Jan 2026 12:02:00 GMT"));
    expect(server.now()).toBe(TIME + 120_000);
  });

  test("does not follow steps of the local clock", () => {
    const clock = new TestClock();
    const server = new ServerClock(clock);
    server.observe(headersWith(DATE));
    clock.stepWallTime(3_600_000);
    expect(server.now()).toBe(TIME);
  });
});
