import { Changes } from "../core/changes";
import type { Delivery } from "../http/wire";
import { type Arrival, answered, type Effect, type Passage, type World } from "./effect";
import type { SettledRule } from "./rule";
import { StandingRule } from "./standing-rule";

/** What may happen to a request, with the text of the rule that it comes from. */
type Threat = Pick<StandingRule, "text" | "effect">;

/** The faults that happen to a request. */
export interface Disturbance {
  /** Whether they happen before the body is read. The operation then does not run. */
  readonly unread: boolean;
  /** Decides what the client gets, and whether the operation runs. */
  conduct(passage: Passage): Delivery;
}

/** The rules in force, and what those that have happened still do to requests to come. */
export class Faults {
  readonly #world: World;
  readonly #seed: string;
  #rules: StandingRule[] = [];
  #aftermath: Threat[] = [];
  /** Rules that were added or removed. */
  readonly changes = new Changes();

  constructor(world: World, seed: string) {
    this.#world = world;
    this.#seed = seed;
  }

  texts(): string[] {
    return this.#rules.map((rule) => rule.text);
  }

  /** Gives the text of the rule. */
  add(rule: SettledRule): string {
    const standing = new StandingRule(rule, this.#seed);
    this.#rules.push(standing);
    this.changes.report();
    return standing.text;
  }

  /** Removes the rules with this text, and returns whether there were any. What they still do to requests ends too. */
  remove(text: string): boolean {
    const others = this.#rules.filter((rule) => rule.text !== text);
    const removed = others.length < this.#rules.length;
    this.#rules = others;
    this.#aftermath = this.#aftermath.filter((threat) => threat.text !== text);
    this.changes.report();
    return removed;
  }

  clear(): void {
    this.#rules = [];
    this.#aftermath = [];
    this.changes.report();
  }

  /** Called once for each request, in order of arrival, when its head has arrived. */
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
