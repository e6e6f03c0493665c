import { apiOf } from "../platform/api/api";
import { Evidence } from "../platform/evidence/evidence";
import type { Call, Send } from "../platform/http/call";
import { systemClock } from "../util/clock";
import type { JsonObject } from "../util/json";
import type { Step } from "./resource";

class NotSent extends Error {}

/** The requests that steps send. They are not sent. */
export async function callsOf(steps: readonly Step<JsonObject>[]): Promise<Call[]> {
  const calls: Call[] = [];
  const send: Send = (call) => {
    calls.push(call);
    return Promise.reject(new NotSent());
  };
  const evidence = new Evidence(send, "", systemClock);
  for (const step of steps)
    if ("send" in step)
      try {
        await step.send(apiOf(send, { evidence }));
      } catch {
        // The request is known now, or needs a value that is known only during `up`.
      }
  return calls;
}
