import type { Arrival, Disturbance, Interference, Passage } from "../http/interference";
import type { Delivery } from "../http/wire";
import { answered, type Effect, type World } from "./effect";
import type { SettledRule } from "./rule";
import { StandingRule } from "./standing-rule";

/** What may happen to a request, with the text of the rule that it comes from. */
interface Threat {
  readonly text: string;
  readonly effect: Effect;
}

/** The rules in force, and what those that have happened still do to requests to come. */
export class Faults implements Interference {
  readonly #world: World;
  readonly #seed: string;
  #rules: StandingRule[] = [];
  #aftermath: Threat[] = [];
  readonly #listeners: (() => void)[] = [];

  constructor(world: World, seed: string) {
    this.#world = world;
    this.#seed = seed;
  }

  /** The listener is called when rules were added or removed. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  texts(): string[] {
    return this.#rules.map((rule) => rule.text);
  }

  /** Gives the text of the rule. */
  add(rule: SettledRule): string {
    const standing = new StandingRule(rule, this.#seed);
    this.#rules.push(standing);
    this.#changed();
    return standing.text;
  }

  /** Removes the rules with this text, and returns whether there were any. What they still do to requests ends too. */
  remove(text: string): boolean {
    const others = this.#rules.filter((rule) => rule.text !== text);
    const removed = others.length < this.#rules.length;
    this.#rules = others;
    this.#aftermath = this.#aftermath.filter((threat) => threat.text !== text);
    this.#changed();
    return removed;
  }

  clear(): void {
    this.#rules = [];
    this.#aftermath = [];
    this.#changed();
  }

  meet(arrival: Arrival): Disturbance | undefined {
    const picking = this.#rules.filter((rule) => rule.picks(arrival));
    const unread = picking.find((rule) => rule.unread);
    if (picking.length === 0 && this.#aftermath.length === 0) return undefined;
    return {
      unread: unread !== undefined,
      conduct: (passage) =>
        this.#conduct(arrival, passage, unread === undefined ? [...picking, ...this.#aftermath] : [unread]),
    };
  }

  /** Through all that threatens it, the first of it nearest to the client, to the operation. */
  #conduct(request: Arrival, passage: Passage, threats: readonly Threat[]): Delivery {
    let tookEffect = false;
    const operation = (): Delivery => {
      const answer = passage.proceed();
      tookEffect = answer.status < 400;
      return answered(answer);
    };
    const through = ({ text, effect }: Threat, proceed: () => Delivery): Delivery => {
      const delivery = effect({
        ...this.#world,
        request,
        proceed,
        refuse: passage.refuse,
        tookEffect: () => tookEffect,
        readAgain: passage.proceed,
        later: (times, follow) => this.#follow(text, times, follow),
      });
      if (delivery !== undefined) passage.happened(text);
      return delivery ?? proceed();
    };
    return threats.reduceRight<() => Delivery>(
      (behind, threat) => once(() => through(threat, behind)),
      once(operation),
    )();
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }

  #follow(text: string, times: number, follow: Effect): void {
    let left = times;
    const threat: Threat = {
      text,
      effect: (scene) => {
        const delivery = follow(scene);
        if (delivery !== undefined) left -= 1;
        if (left === 0) this.#aftermath = this.#aftermath.filter((each) => each !== threat);
        return delivery;
      },
    };
    this.#aftermath.push(threat);
  }
}

function once<T>(work: () => T): () => T {
  let done: { readonly result: T } | undefined;
  return () => {
    done ??= { result: work() };
    return done.result;
  };
}
