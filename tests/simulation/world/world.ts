import type { RouterRecord } from "../../../simulator/src";
import { CALM, type Fault, faultOf, type Outage, type Weather } from "./faults";
import { Host, Machine } from "./machine";
import type { SentRequest } from "./network";
import { type Deployment, SimulatedPlatform } from "./platform";
import type { Random } from "./random";
import { Time } from "./time";

/** The keys of two accounts of the stack, and of somebody else. */
export const KEYS = {
  default: "key-of-the-stack-4711",
  second: "key-of-the-second-4712",
  others: "key-of-others-4713",
};

export const BASE_URL = "https://api.example.com";

export type Moment = "sent" | "created" | "done" | "ended";

/** A request, or the router of a task. */
export type About = Pick<SentRequest, "path" | "fault">;

/** All that there is: time, the platform, the network, and machines. One seed decides everything in it. */
export class World {
  readonly time = new Time();
  readonly platform: SimulatedPlatform;
  readonly requests: SentRequest[] = [];
  /** How often what has happened. */
  readonly counts = new Map<string, number>();
  /** What a reader of the story sees. */
  readonly story: string[] = [];
  machine: Machine;
  weather: Weather = CALM;
  /** Draws of the present act. */
  random: Random;
  /** Faults that do not happen, because the history is being shortened: by act, and number in it. */
  suppressed = new Set<string>();
  /** The faults that have happened. */
  readonly happened: string[] = [];
  act = "";
  private begunAt = 0;
  private faultsInAct = 0;
  private hosts = 0;
  private readonly arrivals: number[] = [];
  /** Called when the platform is about to carry out a request. `asOf`: it answers with what was there then. */
  onArrival: (request: SentRequest, asOf: number) => void = () => {};
  /** Called when a process does not wait for a reply any more. */
  onGivenUp: (request: SentRequest) => void = () => {};
  /** Tasks that the package has begun. */
  readonly tasks = new Set<string>();
  isPreviewing = false;
  /** Replicas have lagged in some act. */
  hasLagged = false;
  /** What processes have printed whose engine was gone. */
  readonly unheard: string[] = [];
  /**
   * What happens when the package has sent so many requests, or created so many objects, or the platform has carried out so many
   * changes, or ended so many of the package's tasks.
   */
  moments: Array<{ when: Moment; count: number; work: (about: About) => void }> = [];

  constructor(seed: Random, deployment: Deployment, suppressed?: ReadonlySet<string>) {
    this.random = seed.of("world");
    this.platform = new SimulatedPlatform(
      deployment,
      this.time,
      Object.values(KEYS),
      seed.between(1, 2 ** 30),
    );
    this.machine = new Machine("laptop", this.time);
    if (suppressed) this.suppressed = new Set(suppressed);
  }

  /** Begins an act with draws and weather of its own. */
  begin(name: string, random: Random, weather: Weather = CALM): void {
    this.act = name;
    this.begunAt = this.time.now;
    this.random = random;
    this.weather = weather;
    this.faultsInAct = 0;
    this.hasLagged ||= this.hasLag;
  }

  /** Whether the package has created a router. */
  isMade({ creator_task_id }: RouterRecord): boolean {
    return this.tasks.has(creator_task_id ?? "");
  }

  /** Whether replicas lag in the present act. */
  get hasLag(): boolean {
    return this.weather.rate > 0 && "lag" in this.weather.kinds;
  }

  /** Whether something has answered in place of the platform. */
  get hasHadOutage(): boolean {
    return this.happened.some((name) => name.endsWith("#outage"));
  }

  host(): Host {
    return new Host(this.machine, this.time, this.random.of(`process ${this.hosts++}`));
  }

  reach(when: Moment, about: About): void {
    if (this.isPreviewing) return;
    for (const moment of this.moments) {
      if (moment.when !== when) continue;
      moment.count -= 1;
      if (moment.count === 0) moment.work(about);
    }
  }

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  tell(text: string): void {
    const seconds = (this.time.now / 1000).toFixed(1).padStart(8);
    this.story.push(`${this.isPreviewing ? "  preview" : `${seconds} s`}  ${text}`);
  }

  latency(): number {
    return this.random.magnitude(2, 120);
  }

  nextFault({ method, path }: SentRequest): Fault | undefined {
    const fault = faultOf(this.random, this.weather, method === "GET");
    if (fault === undefined) return undefined;
    const name = `${this.act}#${this.faultsInAct++}`;
    if (this.suppressed.has(name)) return undefined;
    this.happened.push(name);
    this.count(`fault: ${fault}`);
    this.tell(`  ${fault} on ${method} ${path}`);
    return fault;
  }

  /** What answers in place of the platform now. */
  outageFor({ method, path }: SentRequest): Outage | undefined {
    const { outage } = this.weather;
    const passed = this.time.now - this.begunAt;
    const name = `${this.act}#outage`;
    if (!outage || passed < outage.from || passed > outage.to || this.suppressed.has(name)) return undefined;
    if (!path.startsWith(outage.paths) || !outage.methods.includes(method)) return undefined;
    if (!this.happened.includes(name)) {
      this.happened.push(name);
      this.count(`outage: ${outage.answer}`);
    }
    this.tell(`  ${outage.answer}, not from the platform, on ${method} ${path}`);
    return outage;
  }

  /** Whether there were too many requests within the last second. */
  isLimited(): boolean {
    const { perSecond } = this.weather;
    const { now } = this.time;
    while (this.arrivals.length > 0 && (this.arrivals[0] as number) <= now - 1_000) this.arrivals.shift();
    if (perSecond !== undefined && this.arrivals.length >= perSecond) {
      this.count("rate limit");
      return true;
    }
    this.arrivals.push(now);
    return false;
  }
}
