import { Accounts } from "../../sdk/src/platform/accounts";
import type { Platform } from "../../sdk/src/platform/platform";
import { canonicalJson, type Json } from "../../sdk/src/util/json";
import { messageOf } from "../../sdk/src/util/text";
import type { Simulator } from "../../simulator/src";
import { TestClock } from "../support/clock";
import { FUNCTIONS, type FunctionFixture } from "../support/function-fixtures";
import { KEY, startPlatform } from "../support/platform";
import { settle } from "../support/until";
import { errorOf, type Outcome, type Row, ruleOf, type Which } from "./cells";
import { problemsOfErrorText } from "./error-texts";
import type { Fault } from "./faults";
import { type RequestedOperation, requestedOperations } from "./requested-operations";

type Call = FunctionFixture["call"];

/** The rows of all functions. */
export async function functionRows(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, call } of FUNCTIONS) {
    const operations = await withPlatform(async (execute, platform) => {
      await execute(call);
      return requestedOperations(platform);
    });
    for (const operation of operations) {
      const run: Row["run"] = (fault, which) => runCall(call, operation, fault, which);
      rows.push({ name, step: "call", ...operation, run });
    }
  }
  return rows;
}

function runCall(call: Call, operation: RequestedOperation, fault: Fault, which: Which): Promise<Outcome> {
  return withPlatform(async (execute, { faults }) => {
    faults.add(ruleOf(operation, fault, which));
    let result: unknown;
    const error = await errorOf(
      execute(call, fault.hangs ? 400 : undefined).then((value) => {
        result = value;
      }),
    );
    const happened = faults.fired().length > 0;
    faults.clear();
    if (!happened) return { happened, problems: error ? [`the call failed without a fault: ${error}`] : [] };

    const next = await execute(call);
    const expected = await withPlatform((executeElsewhere) => executeElsewhere(call));
    const isExpected = (value: unknown) => canonicalJson(value as Json) === canonicalJson(expected as Json);
    // Values that the API does not describe are returned as they are, also with other types.
    const isResultKnown = !error && fault.rule !== "wrong-types";
    return {
      happened,
      problems: [
        ...(error ? problemsOfErrorText(messageOf(error)) : []),
        ...(isResultKnown && !isExpected(result) ? [`the result was ${JSON.stringify(result)}`] : []),
        ...(isExpected(next) ? [] : [`the result of the next call was ${JSON.stringify(next)}`]),
      ],
    };
  });
}

/** Calls a function as a new program would. `requestTimeout` is in milliseconds. */
type Execute = (call: Call, requestTimeout?: number) => Promise<unknown>;

/** Starts a platform with everything that the functions read. */
async function withPlatform<T>(work: (execute: Execute, simulator: Simulator) => Promise<T>): Promise<T> {
  const clock = new TestClock();
  const simulator = await startPlatform({ taskTime: 0, seed: 1, now: () => clock.wallTime() });
  const clients: Platform[] = [];
  try {
    for (const { prepare } of FUNCTIONS) await prepare?.(simulator);
    simulator.clearRequests();
    const execute: Execute = async (call, requestTimeout = 30_000) => {
      const settings: Record<string, string> = {
        ...{ baseUrl: simulator.url, apiKey: KEY, requestTimeout: `${requestTimeout}ms`, maxRetries: "1" },
      };
      const get = (key: string) => settings[key.replace("cloudplatform:", "")];
      const client = new Accounts(clock).get({ get });
      clients.push(client);
      return settle(clock, call({ ...client.api, async warn() {} }, simulator), simulator.url);
    };
    return await work(execute, simulator);
  } finally {
    await Promise.all(clients.map((each) => each.close()));
    await simulator.close();
  }
}
