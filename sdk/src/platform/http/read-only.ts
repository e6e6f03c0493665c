import assert from "node:assert";
import { canonicalJson } from "../../util/json";
import type { Reply, Send } from "./call";

/**
 * For a short command that must not change the platform: sends only GET requests, and equal ones once. Replies are kept, as
 * the command reads many objects.
 */
export function readOnly(send: Send): Send {
  const replies = new Map<string, Promise<Reply>>();
  return async (call) => {
    assert.equal(call.method, "GET");
    const key = canonicalJson([call.path, call.query ?? {}]);
    const reply = replies.get(key) ?? send(call);
    replies.set(key, reply);
    return reply;
  };
}
