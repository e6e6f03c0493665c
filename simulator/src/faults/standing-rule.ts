import { RandomSource } from "../core/random";
import type { Arrival } from "../http/interference";
import type { Effect } from "./effect";
import { effectOf } from "./effects";
import { occurs } from "./occurrence";
import { parsePath } from "./pattern";
import type { SettledRule } from "./rule";
import { textOf } from "./text";

/** A rule in force, which counts the requests that match it. */
export class StandingRule {
  readonly text: string;
  readonly effect: Effect;
  readonly #rule: SettledRule;
  readonly #path: RegExp | undefined;
  readonly #random: RandomSource;
  #met = 0;

  constructor(rule: SettledRule, seed: string) {
    this.text = textOf(rule);
    this.effect = effectOf(rule.fault);
    this.#rule = rule;
    this.#path = rule.path === undefined ? undefined : parsePath(rule.path);
    // The text is all that the sequence depends on: other rules do not shift it.
    this.#random = new RandomSource(seed, `fault ${this.text}`);
  }

  /** Whether it happens before anything but the head of the request is read. */
  get unread(): boolean {
    return this.#rule.fault.kind === "refuse";
  }

  /** Whether this request is one of those that are meant. To be asked once about each. */
  picks(arrival: Arrival): boolean {
    if (!this.#matches(arrival)) return false;
    this.#met += 1;
    return occurs(this.#rule.when ?? "all", this.#met, this.#random);
  }

  #matches({ method, path }: Arrival): boolean {
    return (
      (this.#rule.method === undefined || this.#rule.method === method) &&
      // search() ignores where a global expression stopped last time.
      (this.#path === undefined || path.search(this.#path) !== -1)
    );
  }
}
