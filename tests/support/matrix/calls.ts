import { type Api, Platform } from "../../../sdk/src/api/platform";
import { textOf } from "../../../sdk/src/errors/coded-error";
import { canonicalJson, type Json } from "../../../sdk/src/util/json";
import type { Simulator } from "../../../simulator/src";
import { TestClock } from "../clock";
import { FUNCTIONS } from "../function-fixtures";
import { KEY, startPlatform } from "../platform";
import { settle } from "../until";
import { type Asked, askedOf } from "./asked";
import type { Kind } from "./kinds";
import { errorOf, type Outcome, type Row, ruleOf, type Which } from "./outcome";
import { unnamed } from "./sentences";

type Call = (platform: Api, simulator: Simulator) => Promise<unknown>;

/** The functions, which run in the program's process. */
export const CALLS: Record<string, Call> = Object.fromEntries(
  FUNCTIONS.map(({ name, call }) => [name, call]),
);

export async function callRows(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, call] of Object.entries(CALLS)) {
    const operations = await withPlatform(async (ask, simulator) => {
      await ask(call);
      return askedOf(simulator);
    });
    for (const asked of operations)
      rows.push({ name, step: "call", ...asked, meet: (kind, which) => meet(call, asked, kind, which) });
  }
  return rows;
}

function meet(call: Call, asked: Asked, kind: Kind, which: Which): Promise<Outcome> {
  return withPlatform(async (ask, { faults }) => {
    faults.add(ruleOf(asked, kind, which));
    let result: unknown;
    const asking = async () => {
      result = await ask(call, kind.hangs ? 400 : undefined);
    };
    const error = await errorOf(asking());
    const happened = faults.fired().length > 0;
    faults.clear();
    if (!happened) return { problems: error ? [`nothing has happened to it, and it failed: ${error}`] : [] };
    const after = await ask(call);
    const told = await withPlatform((askElsewhere) => askElsewhere(call));
    const same = (value: unknown) => canonicalJson(value as Json) === canonicalJson(told as Json);
    return {
      mark: error ? "●" : "✓",
      ...(error && { error: error.message }),
      problems: [
        ...(error ? unnamed(textOf(error, "script")) : []),
        // A value that the interface does not describe is handed on as it comes.
        ...(error || same(result) || kind.fault === "wrong-types"
          ? []
          : [`it gave ${JSON.stringify(result)}`]),
        ...(same(after) ? [] : [`afterwards it gave ${JSON.stringify(after)}`]),
      ],
    };
  });
}

/** Calls, as another program would. What does not come is waited for so many milliseconds of real time. */
type Ask = (call: Call, requestTimeout?: number) => Promise<unknown>;

/** A platform that has something to tell to each function, and its program. */
async function withPlatform<T>(work: (ask: Ask, simulator: Simulator) => Promise<T>): Promise<T> {
  const clock = new TestClock();
  const simulator = await startPlatform({ taskTime: 0, seed: 1, now: () => clock.now() });
  const programs: Platform[] = [];
  try {
    for (const { prepare } of FUNCTIONS) await prepare?.(simulator);
    simulator.clearRequests();
    return await work(async (call, requestTimeout = 30_000) => {
      const platform = openPlatform(simulator.url, clock, requestTimeout);
      programs.push(platform);
      return settle(clock, call(platform.api, simulator), simulator.url);
    }, simulator);
  } finally {
    await Promise.all(programs.map((each) => each.close()));
    await simulator.close();
  }
}

function openPlatform(baseUrl: string, clock: TestClock, requestTimeout: number): Platform {
  return new Platform({
    baseUrl,
    apiKey: KEY,
    requestTimeout,
    maxRetries: 1,
    maxConcurrentRequests: 20,
    pollInterval: { min: 500, max: 15_000 },
    userAgent: "matrix",
    clock,
  });
}
