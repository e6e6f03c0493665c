import { expect } from "@jest/globals";
import type { Simulator } from "../../simulator/src";
import { InProcessResource, MemoryProgressStore } from "../support/in-process-resource";
import { KEY } from "../support/platform";
import { attempt, type Ended, type Fault } from "./attempt";
import type { Subject, Thing } from "./subject";

/** What there is at one moment. */
export interface Sight {
  own: Thing | undefined;
  others: Thing[];
}

/** One program with one resource, at a platform. */
export class World {
  readonly life: InProcessResource;
  /** Objects that were made by runs of which the state never heard. */
  readonly lost = new Set<string>();
  /** What goes wrong in the next run. */
  fault: Fault = null;
  private readonly strangers: Thing[];

  constructor(
    readonly subject: Subject,
    readonly platform: Simulator,
    settings: Record<string, string>,
  ) {
    const strangers = this.prepare();
    this.strangers = subject.things(platform).filter(({ id }) => strangers.includes(id));
    const progressStore = new MemoryProgressStore();
    this.life = new InProcessResource(subject.handler, {
      baseUrl: platform.url,
      apiKey: KEY,
      settings,
      progressStore,
    });
  }

  /** What is at the platform, beside what is somebody else's. */
  look(): Sight {
    const { subject, platform, life } = this;
    const things = subject.things(platform).filter((thing) => !this.isStranger(thing));
    const adopted = subject.adopted ? things[0] : undefined;
    const own = life.state ? subject.own(life.state, things) : adopted;
    return { own, others: things.filter((thing) => thing !== own) };
  }

  private isStranger({ id }: Thing): boolean {
    return this.strangers.some((stranger) => stranger.id === id);
  }

  /** Runs with the fault that is set, which is gone afterwards. */
  async attempt<T>(run: () => Promise<T>): Promise<Ended<T>> {
    const ended = await attempt(this.platform, this.fault, run);
    this.fault = null;
    expect(this.subject.things(this.platform).filter((thing) => this.isStranger(thing))).toEqual(
      this.strangers,
    );
    return ended;
  }

  /** Whether the platform tells what has become of the object. */
  get tells(): boolean {
    const { subject, life } = this;
    return life.state === undefined || (subject.tells?.(life.state) ?? true);
  }

  /** Somebody clears away what runs have made of which the state never heard. */
  clearLost(isMeant: (thing: Thing) => boolean = () => true): void {
    const meant = this.look().others.filter((thing) => this.lost.has(thing.id) && isMeant(thing));
    for (const { id } of meant) {
      this.subject.remove(this.platform, id);
      this.lost.delete(id);
    }
  }

  /** What is to be adopted is there again. */
  provide(): void {
    if (this.subject.adopted && this.look().own === undefined) this.prepare();
  }

  private prepare(): string[] {
    const { subject, platform } = this;
    for (const { id } of subject.things(platform)) subject.remove(platform, id);
    return subject.prepare(platform);
  }
}
