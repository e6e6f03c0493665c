import type { Random } from "./random";

/** What may go wrong with one request. */
export type Fault =
  | "no connection"
  | "lost before"
  | "lost after"
  | "cut"
  | "late"
  | "silence"
  | "silence after"
  | "late arrival"
  | "no body"
  | "400"
  | "403"
  | "408"
  | "409"
  | "500"
  | "502 page"
  | "503"
  | "504 after"
  | "500 after"
  | "408 after"
  | "429"
  | "429 retry-after"
  | "503 retry-after"
  | "gateway 404"
  | "sign-in page"
  | "lag";

/** How often each happens, among all. */
const OF_ALL: Record<Fault, number> = {
  "no connection": 3,
  "lost before": 4,
  "lost after": 10,
  cut: 3,
  late: 4,
  silence: 2,
  "silence after": 4,
  "late arrival": 2,
  "no body": 2,
  "400": 1,
  "403": 1,
  "408": 2,
  "409": 3,
  "500": 3,
  "502 page": 2,
  "503": 2,
  "504 after": 4,
  "500 after": 3,
  "408 after": 2,
  "429": 3,
  "429 retry-after": 2,
  "503 retry-after": 1,
  "gateway 404": 3,
  "sign-in page": 1,
  lag: 10,
};

export const FAULTS = Object.keys(OF_ALL) as Fault[];

/** Which faults there are while this weather lasts. */
export interface Weather {
  /** The share of requests with a fault. */
  rate: number;
  kinds: Partial<Record<Fault, number>>;
  /** More requests in a second are answered 429. */
  perSecond?: number | undefined;
  outage?: Outage | undefined;
}

/** What something in front of the platform may answer to all requests that it gets. */
const OUTAGES = [
  "404 page",
  "404 empty",
  "404 errors",
  "404 class",
  "403 empty",
  "403 or 404 empty",
  "405",
  "501",
  "503",
] as const;

/** A time in which requests do not reach the platform. */
export interface Outage {
  answer: (typeof OUTAGES)[number];
  /** Milliseconds after the beginning of the act. */
  from: number;
  to: number;
  /** The beginning of the paths. */
  paths: string;
  methods: readonly string[];
}

export const CALM: Weather = { rate: 0, kinds: {} };

/** `only`: no other faults. `outage`: how often there is one. */
export function weatherOf(random: Random, only?: readonly Fault[], outage = only ? 0 : 0.3): Weather {
  const rate = random.pick(only ? [0.15, 0.3, 0.6] : [0, 0.03, 0.08, 0.15, 0.3, 0.6]);
  const some = random.chance(0.15) ? (["lag"] as const) : random.some(FAULTS, random.pick([0.1, 0.3, 1]));
  const chosen = only ?? some;
  const kinds = Object.fromEntries(chosen.map((fault) => [fault, OF_ALL[fault]]));
  return {
    rate: chosen.length > 0 ? rate : 0,
    kinds,
    ...(random.chance(0.1) && { perSecond: random.between(2, 8) }),
    ...(random.chance(outage) && { outage: outageOf(random) }),
  };
}

function outageOf(random: Random): Outage {
  const from = random.chance(0.4) ? 0 : random.magnitude(50, 60_000);
  const answer = random.pick(OUTAGES);
  // In the platform's own forms, it says that the object of a change does not exist.
  const mayChange = answer !== "404 class" && answer !== "404 errors";
  return {
    ...{ from, to: from + random.magnitude(500, 600_000) },
    answer,
    paths: random.pick(["/", "/", "/cloud/", "/fastedge/", "/iam/"]),
    methods: mayChange
      ? random.pick([["DELETE"], ["GET"], ["GET", "POST", "PUT", "PATCH", "DELETE"]])
      : ["GET"],
  };
}

/** Reads only have these as others; changes do not lag. */
export function faultOf(random: Random, { rate, kinds }: Weather, isRead: boolean): Fault | undefined {
  // There are fewer changes than reads.
  if (rate === 0 || !random.chance(isRead ? rate : Math.min(0.6, 2.5 * rate))) return undefined;
  const fault = random.weighted<Fault>(kinds);
  if (isRead) return fault;
  return fault === "lag" ? undefined : fault;
}
