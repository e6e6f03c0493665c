import assert from "node:assert";
import { canonicalJson } from "../../util/json";
import type { Reply, Send } from "./call";

/** Lets only GET requests pass, for a command that must not change the platform. */
export function withoutChanges(send: Send): Send {
  return async (call) => {
    assert.equal(call.method, "GET");
    return send(call);
  };
}

/** Sends equal GET requests once. Replies are kept, so this is for a short command that reads many objects. */
export function withSharedReads(send: Send): Send {
  const replies = new Map<string, Promise<Reply>>();
  return (call) => {
    const key = canonicalJson([call.path, call.query ?? {}]);
    const reply = replies.get(key) ?? send(call);
    replies.set(key, reply);
    return reply;
  };
}
