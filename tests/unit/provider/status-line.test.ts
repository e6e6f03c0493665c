import { expect, test } from "@jest/globals";
import { StatusLine } from "../../../sdk/src/provider/status-line";
import { TestClock } from "../../support/clock";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** A status line, and what it has sent, each text with its second. */
function startLine() {
  const clock = new TestClock();
  const sent: string[] = [];
  const line = new StatusLine(clock, (text) => sent.push(`${clock.now() / SECOND}: ${text}`));
  return { clock, sent, line };
}

test("what a poll shows is shown at once, and each minute until it changes", async () => {
  const { clock, sent, line } = startLine();
  line.showPoll("NEW");
  await clock.advance(SECOND);
  line.showPoll("RUNNING");
  for (let poll = 0; poll < 150; poll++) {
    await clock.advance(SECOND);
    line.showPoll("RUNNING");
  }
  line.showPoll("FINISHED");
  expect(sent).toEqual(["0: NEW", "1: RUNNING", "61: RUNNING", "121: RUNNING", "151: FINISHED"]);
});

test("the step is shown again after its polls", async () => {
  const { clock, sent, line } = startLine();
  line.showStep("updating name");
  line.showPoll("waiting for another change: RUNNING");
  await clock.advance(SECOND);
  line.showPoll();
  line.showStep("reading");
  expect(sent).toEqual([
    "0: updating name",
    "0: waiting for another change: RUNNING",
    "1: updating name",
    "1: reading",
  ]);
});

test("a wait is shown before its step, and then the step again", async () => {
  const { clock, sent, line } = startLine();
  line.showStep("updating name");
  line.showWait("rate limited");
  await clock.advance(3 * SECOND);
  line.showWait();
  await clock.advance(3 * SECOND);
  expect(sent).toEqual(["0: updating name", "0.5: rate limited; updating name", "3.5: updating name"]);
});

test("nothing is sent after the end", async () => {
  const { clock, sent, line } = startLine();
  line.showPoll("RUNNING");
  line.close();
  line.showWait("rate limited");
  line.showPoll("FINISHED");
  await clock.advance(2 * MINUTE);
  expect(sent).toEqual(["0: RUNNING"]);
});
