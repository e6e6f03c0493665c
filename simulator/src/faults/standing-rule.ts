import { RandomSource } from "../core/random";
import type { Arrival, Effect } from "./effect";
import { effectOf } from "./kinds";
import { parsePath, type SettledRule } from "./rule";
import { textOf } from "./text";

/** A rule in force, which counts the requests that match it. */
export class StandingRule {
  readonly text: string;
  readonly effect: Effect;
  /** Whether the fault happens before the body of the request is read. */
  readonly unread: boolean;
  readonly #rule: SettledRule;
  readonly #path: RegExp | undefined;
  readonly #random: RandomSource;
  #matched = 0;

  constructor(rule: SettledRule, seed: string) {
    this.text = textOf(rule);
    this.effect = effectOf(rule.fault);
    this.unread = rule.fault.kind === "refuse";
    this.#rule = rule;
    this.#path = rule.path === undefined ? undefined : parsePath(rule.path);
    // The sequence depends only on the text, so other rules do not change it.
    this.#random = new RandomSource(seed, `fault ${this.text}`);
  }

  /** Whether the fault happens to this request. Called once for each request. */
  picks(arrival: Arrival): boolean {
    if (!this.#matches(arrival)) return false;
    this.#matched += 1;
    return this.#picksMatch(this.#matched);
  }

  #matches({ method, path }: Arrival): boolean {
    return (
      (this.#rule.method === undefined || this.#rule.method === method) &&
      // search() ignores where a global expression stopped last time.
      (this.#path === undefined || path.search(this.#path) !== -1)
    );
  }

  #picksMatch(number: number): boolean {
    const { when = "all" } = this.#rule;
    if (when === "all") return true;
    if (typeof when === "number") return number === when;
    if (Array.isArray(when)) return when.includes(number);
    return "from" in when ? number >= when.from : this.#random.fraction() * 100 < when.percent;
  }
}
