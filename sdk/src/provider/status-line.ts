import { type Clock, OVER } from "../util/clock";

/** The same line is sent again after this time: in a log, without a terminal, it shows that the operation goes on. */
const REPEAT_MS = 60_000;
/** A wait is shown once it has lasted for this time: most requests wait for nothing that a reader could see. */
const SHORT_WAIT_MS = 500;

/**
 * The line beside a resource: the step of its operation, and what a request of the step waits for. A text must stay true
 * until another one replaces it, so it has no age. Pulumi shows the age of the operation itself, in a terminal every second.
 * It does not tell whether it runs in a terminal, and prints a line to a log for each text that it gets.
 */
export class StatusLine {
  private step = "";
  /** The step, or what its last poll has shown. */
  private shown = "";
  private wait = "";
  /** The last line. */
  private sent: { text: string; at: number };
  private timer = new AbortController();
  private isClosed = false;

  constructor(
    private readonly clock: Clock,
    private readonly send: (text: string) => void,
  ) {
    this.sent = { text: this.text, at: clock.now() };
  }

  showStep(step: string): void {
    this.step = step;
    this.showPoll(step);
  }

  /** What a poll has shown, in place of the step. Without a text: the polls have ended, and the step goes on. */
  showPoll(text = this.step || this.shown): void {
    this.shown = text;
    this.wait = "";
    this.schedule(this.clock.now());
  }

  /** Without a text: the step does not wait any more. */
  showWait(wait = ""): void {
    if (wait === this.wait) return;
    this.wait = wait;
    this.schedule(this.clock.now() + SHORT_WAIT_MS);
  }

  close(): void {
    this.isClosed = true;
    this.timer.abort(OVER);
  }

  /** Never empty, because Pulumi ignores an empty text, and so shows a wait that is over. */
  private get text(): string {
    return [this.wait, this.shown].filter(Boolean).join("; ") || "waiting for the platform";
  }

  private schedule(since: number): void {
    const { clock, text, sent } = this;
    const pause = (text === sent.text ? sent.at + REPEAT_MS : since) - clock.now();
    const show = () => this.show(text);
    this.timer.abort(OVER);
    if (this.isClosed) return;
    this.timer = new AbortController();
    if (pause <= 0) show();
    else clock.sleep(pause, this.timer.signal).then(show, () => {});
  }

  private show(text: string): void {
    this.sent = { text, at: this.clock.now() };
    this.send(text);
    this.schedule(this.clock.now());
  }
}
